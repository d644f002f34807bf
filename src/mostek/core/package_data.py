"""The data files that come with the package.

`importlib.resources` would do the same for packages in archives too, which a package with a compiled kernel cannot be in; it
loads `tempfile`, `zipfile` and what they need, a tenth of the start of a short command.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def package_data(package: str) -> Path:
    """The folder of a package of ours, by its dotted name, where its data files are.

    Example:
        >>> (package_data("mostek.core") / "tilesets" / "pl.toml").is_file()
        True
    """
    return _PACKAGE.joinpath(*package.split(".")[1:])
