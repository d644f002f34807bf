"""The templates of documents, and what they get."""

from __future__ import annotations

from functools import cache
from typing import Any

from mostek.core.errors import SentenceError
from mostek.core.package_data import package_data

Data = dict[str, Any]
"""What a template gets, as JSON. It stays data: no text of a person is ever read as markup."""

_TEMPLATES = package_data("mostek") / "documents" / "templates"


class NoTypesetterError(SentenceError):
    """The addition that makes PDF is not installed."""

    def __init__(self) -> None:
        super().__init__("PDF needs an addition to mostek: pip install 'mostek[pdf]'.")


def is_template(name: str) -> bool:
    """Whether there is a template of that name."""
    return (_TEMPLATES / f"{name}.typ").is_file()


@cache
def template_source(name: str) -> bytes:
    """The template of that name."""
    return (_TEMPLATES / f"{name}.typ").read_bytes()
