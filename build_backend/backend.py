"""The PEP 517 backend: builds the page and the message catalogues into the package; maturin builds the rest."""

import io
import os
import subprocess
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import maturin
import polib

from page import build_page, node_requirements
from rust import RustError, is_new_enough, oldest, rust_environment, rust_version

ROOT = Path(__file__).parent.parent
MESSAGES = ROOT / "src" / "mostek" / "messages"
# Where `make` has brought a Rust, it is the one that compiles.
os.environ.update(rust_environment(ROOT))

prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable


def require_rust() -> None:
    """Refuse a Rust that is too old before cargo fails at a line of ours that it cannot read. Raises `RustError`."""
    version = rust_version()
    if version and not is_new_enough(version, ROOT):
        needed = ".".join(map(str, oldest(ROOT)))
        raise RustError(
            f"mostek needs Rust {needed} or newer to compile its kernel; {version} is here: see https://rustup.rs"
        )


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What a wheel needs besides this backend's own requirements: Node, where the machine has none."""
    require_rust()
    return [*maturin.get_requires_for_build_wheel(config_settings), *node_requirements()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """The same for an editable install."""
    require_rust()
    return [*maturin.get_requires_for_build_editable(config_settings), *node_requirements()]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    """A source distribution carries the page's sources and its built form, so that it needs the same."""
    return [*maturin.get_requires_for_build_sdist(config_settings), *node_requirements()]


def compile_messages() -> None:
    """Write a binary catalogue (`.mo`) beside every readable one (`.po`)."""
    for readable in MESSAGES.glob("*/LC_MESSAGES/*.po"):
        catalogue = polib.pofile(str(readable))
        for message in catalogue:
            if message.msgid_plural and not all(message.msgstr_plural.values()):
                raise ValueError(f"{readable}: {message.msgid}: the sentence lacks a plural form")
        catalogue.save_as_mofile(str(readable.with_suffix(".mo")))


def prepare() -> None:
    """Make what is in the package but not in its sources."""
    require_rust()
    compile_messages()
    build_page(ROOT)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """A wheel with compiled kernel, messages and page."""
    prepare()
    return str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """An editable install of the same.

    It reads the page where that lies, so the page is built while the linker works on one processor for a minute.
    """
    with ThreadPoolExecutor() as pool:
        prepared = pool.submit(prepare)
        wheel = str(maturin.build_editable(wheel_directory, config_settings, metadata_directory))
    prepared.result()
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """A source distribution."""
    prepare()
    name = str(maturin.build_sdist(sdist_directory, config_settings))
    fit_lock(Path(sdist_directory, name))
    return name


def fit_lock(package: Path) -> None:
    """Take out of the lock file of a source distribution what only crates need that it does not have.

    It lacks the crate of the page's kernel, and cargo builds by a lock file only if that says no more and no less.
    """
    with tempfile.TemporaryDirectory() as folder, tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
        members = [(member, archive.extractfile(member) if member.isfile() else None) for member in archive]
        manifest = next(Path(folder).glob("*/kernel/crates/python/Cargo.toml"))
        asked = ["cargo", "metadata", "--format-version", "1", "--manifest-path", str(manifest)]
        subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)
        lock = manifest.parents[2] / "Cargo.lock"
        written = package.with_suffix(".part")
        with tarfile.open(written, "w:gz") as fitting:
            for member, content in members:
                if member.name.endswith("/kernel/Cargo.lock"):
                    member.size = lock.stat().st_size
                    content = io.BytesIO(lock.read_bytes())
                fitting.addfile(member, content)
    written.replace(package)
