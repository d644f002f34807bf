"""The addresses of the web page. The server reads the same list as the router of the page (`web/src/lib/ui/router.svelte.ts`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

_FILE = Path(__file__).with_suffix(".json")


class PageAddress(Struct, frozen=True):
    """A pattern of addresses: `:name` is a part that changes, `:name?` one that may be missing."""

    address: str
    page: str
    part: str = ""
    """The part of the page that is shown first."""

    def match(self, parts: Sequence[str]) -> dict[str, str] | None:
        """The parts that change, by name, if an address has this pattern."""
        wanted = _parts(self.address)
        if len(parts) > len(wanted):
            return None
        found: dict[str, str] = {}
        for index, want in enumerate(wanted):
            if index == len(parts):
                return found if want.endswith("?") else None
            if want.startswith(":"):
                found[want.strip(":?")] = parts[index]
            elif want != parts[index]:
                return None
        return found


class FoundPage(Struct, frozen=True):
    """A page of the web page, with what its address names."""

    page: str
    named: dict[str, str]


@cache
def page_addresses() -> tuple[PageAddress, ...]:
    """All patterns."""
    return msgspec.json.decode(_FILE.read_bytes(), type=tuple[PageAddress, ...], strict=True)


def web_page_at(path: str) -> FoundPage | None:
    """The page at a path; `None` if the router of the page has none there."""
    parts = _parts(path)
    for each in page_addresses():
        if (named := each.match(parts)) is not None:
            return FoundPage(each.page, named)
    return None


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]
