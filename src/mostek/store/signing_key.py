"""The signing key in the data folder: 32 secret bytes in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from mostek.app.ports import LogError, SaveError
from mostek.app.signatures import NoSignaturesError, Signer
from mostek.store.line_file import not_saved

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
            _make(path)
        return bytes.fromhex(path.read_text("ascii").strip())
    except OSError as error:
        raise not_saved(path, error) from None


def _make(path: Path) -> None:
    """Make the key as a whole or not at all; of two processes that start together one makes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with open(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(f"{secrets.token_hex(32)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        try:
            with suppress(FileExistsError):
                os.link(scratch, path)
        except OSError:  # a file system without hard links
            if not path.exists():
                scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
