"""The signing key in the data folder: 32 secret bytes in a file that only its owner can read."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from mostek.app.ports import LogError, SaveError
from mostek.app.signatures import NoSignaturesError, Signer
from mostek.store.line_file import create_whole, not_saved

FILE = "signing.key"


def signer_of(folder: Path) -> Signer | None:
    """The signer of a data folder; the first call makes its key. `None` without the library of signatures.

    Raises `SaveError` if the key cannot be made, `LogError` for a file that is no key.
    """
    path = folder / FILE
    try:
        return Signer.of(secret_in(path))
    except NoSignaturesError:
        return None
    except ValueError as error:
        if isinstance(error, SaveError):
            raise
        raise LogError("{path} is not a signing key; move it away, and a new key is made.", path=path) from None


def secret_in(path: Path) -> bytes:
    """The 32 secret bytes in a file that only its owner can read; the first call makes it.

    Raises `SaveError` if it cannot be made, `ValueError` for a file that holds something else.
    """
    try:
        if not path.exists():
            with suppress(FileExistsError):  # of two processes that start together one makes it
                create_whole(path, f"{secrets.token_hex(32)}\n".encode(), lambda _: None)
        return bytes.fromhex(path.read_text("ascii").strip())
    except OSError as error:
        raise not_saved(path, error) from None
