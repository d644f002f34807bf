"""The PEP 517 backend: compiles the message catalogues into the package, then lets maturin build the rest."""

from pathlib import Path
from typing import Any

import maturin
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

MESSAGES = Path(__file__).parent.parent / "src" / "mostek" / "messages"

get_requires_for_build_wheel = maturin.get_requires_for_build_wheel
get_requires_for_build_editable = maturin.get_requires_for_build_editable
get_requires_for_build_sdist = maturin.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable


def compile_messages() -> None:
    """Write a binary catalogue (`.mo`) beside every readable one (`.po`)."""
    for readable in MESSAGES.glob("*/LC_MESSAGES/*.po"):
        with readable.open("rb") as source, readable.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_po(source))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """A wheel with compiled kernel and messages."""
    compile_messages()
    return str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """An editable install of the same."""
    compile_messages()
    return str(maturin.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """A source distribution."""
    compile_messages()
    return str(maturin.build_sdist(sdist_directory, config_settings))
