"""Windows of all sizes, and whether something is seen whole in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "laptop": {"width": 1366, "height": 657},
    "phone held sideways": {"width": 844, "height": 390},
    "phone": {"width": 390, "height": 844},
    "smallest phone": {"width": 320, "height": 568},
    "laptop enlarged twice": {"width": 683, "height": 328},
}


def rest_at_night(values: Iterable[str], *gate: str) -> list[Any]:
    """The values for a test: those of the gate, and all others, on which `make long` and `make nightly` run it."""
    return [each if each in gate else pytest.param(each, marks=pytest.mark.long) for each in values]


ROWS = 15
"""All that a board has; the issue asks for 13 of them."""

LETTER = 16.0
"""How large letters on the board are written at least, in CSS pixels."""

_SEEN = """element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const half = 0.5;
    const within = (a, b) => a.left >= b.left - half && a.right <= b.right + half
        && a.top >= b.top - half && a.bottom <= b.bottom + half;
    if (!within({ left, top, right, bottom }, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
    for (let around = element.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowY !== "visible" && around !== document.documentElement
            && !within({ left, top, right, bottom }, around.getBoundingClientRect())) return false;
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return met !== null && (element.contains(met) || met.contains(element));
}"""


def seen(locator: Locator) -> bool:
    """Whether an element is seen whole: in the window, in all that scrolls around it, and under nothing."""
    answer: bool = locator.evaluate(_SEEN)
    return answer


def rows_seen(page: Page) -> int:
    """The number of rows of the board that are seen whole."""
    return sum(seen(row) for row in page.get_by_role("grid").get_by_role("row").all())


def letter_sizes(page: Page) -> list[float]:
    """How large each letter that lies on the board is written, in CSS pixels."""
    found: list[float] = (
        page.get_by_role("grid")
        .locator(".letter")
        .evaluate_all("all => all.map(letter => parseFloat(getComputedStyle(letter).fontSize))")
    )
    return found


def drawn(page: Page) -> None:
    """Wait until the page is drawn again."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resized(page: Page, size: ViewportSize) -> None:
    """Give the page a window of that size, from its top."""
    page.set_viewport_size(size)
    page.evaluate("scrollTo(0, 0)")
    drawn(page)


def beyond(page: Page) -> tuple[int, int]:
    """The pixels by which the page is wider and higher than the window."""
    across, down = page.evaluate("""() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    }""")
    return across, down
