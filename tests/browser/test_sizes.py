"""The table on every screen: board, rack and main button stand in the window together, and letters can be read."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.games import MY_TURN, other, ready_to_lay, where
from browser.people import Person
from browser.serving import Server
from browser.table import Table
from browser.test_accessibility import broken_on
from browser.windows import LETTER, ROWS, SIZES, beyond, drawn, letter_sizes, rest_at_night, rows_seen, seen
from browser.words import Words

DIFFERENT = 10
"""In how many pixels of the smallest tile two letters differ clearly: the dot of Ż has 16. The same letter differs in none."""

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SCREENS = {f"{size}, {theme}": (size, theme) for size in SIZES for theme in THEMES}

_PIXELS_THAT_DIFFER = """async ([one, other]) => {
    const read = async text => {
        const bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        canvas.drawImage(picture, 0, 0);
        return canvas.getImageData(0, 0, picture.width, picture.height).data;
    };
    const [left, right] = [await read(one), await read(other)];
    let count = 0;
    for (let at = 0; at < left.length; at += 4)
        if ([0, 1, 2].reduce((sum, hue) => sum + Math.abs(left[at + hue] - right[at + hue]), 0) > 120) count += 1;
    return count;
}"""
"""In how many pixels two pictures of one size differ clearly."""


@pytest.fixture(scope="module")
def game(browser: Browser, server: Server, words: Words) -> Iterator[Table]:
    """A game against the bot in which some words lie, and it is the person's turn.

    A pixel of the page is two pixels of the screen in each direction, as on a phone and on an enlarged page.
    """
    person = Person.arrives(browser, server.url, "Ewa Kowalska", has_touch=True, device_scale_factor=2)
    person.introduce()
    table = person.plays_the_bot().stands()
    for _ in range(3):
        _, placement, _ = ready_to_lay([table], words)
        table.lays(placement)
        expect(table.prompt).not_to_contain_text(MY_TURN)
    ready_to_lay([table], words)
    yield table
    assert not person.faults
    person.leaves()


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    """Both themes."""
    chosen: Theme = request.param
    return chosen


@pytest.fixture(params=rest_at_night(SCREENS, "laptop, light", "phone, dark"))
def sized(game: Table, request: pytest.FixtureRequest) -> Table:
    """The game on a screen of that size, in those colours."""
    size, theme = SCREENS[request.param]
    game.page.emulate_media(color_scheme=theme)
    game.page.set_viewport_size(SIZES[size])
    drawn(game.page)
    return game


def test_board_rack_and_main_button_are_seen_together(sized: Table) -> None:
    assert rows_seen(sized.page) == ROWS
    assert seen(sized.page.get_by_role("group", name="Stojak"))
    assert all(seen(tile) for tile in sized.rack_tiles.all())
    assert seen(sized.option("Wyłóż płytki"))


def test_the_page_is_not_larger_than_the_window(sized: Table) -> None:
    across, down = beyond(sized.page)
    assert across <= 0
    assert down <= 0


def test_letters_can_be_read(sized: Table) -> None:
    sizes = letter_sizes(sized.page)
    assert len(sizes) > 6
    assert min(sizes) >= LETTER


def test_the_state_of_the_game_is_one_line(sized: Table) -> None:
    parts = [sized.page.get_by_text("Woreczek:").first, sized.page.get_by_role("button", name="Pomoc i skróty")]
    middles = [box["y"] + box["height"] / 2 for part in parts if (box := part.bounding_box())]
    assert len(middles) == 2
    assert abs(middles[0] - middles[1]) < 6


def test_board_and_panels_are_one_tap_apart(sized: Table) -> None:
    sheet = sized.page.get_by_role("tab", name="Zapis")
    if sheet.is_visible():
        assert seen(sheet), "both stand beside each other"
        return
    sized.page.get_by_role("button", name="Zapis i narzędzia").click()
    expect(sized.grid).to_be_hidden()
    assert seen(sheet)
    assert seen(sized.option("Wyłóż płytki")), "what has to be done stays in view"
    sized.page.get_by_role("button", name="Plansza", exact=True).click()
    expect(sheet).to_be_hidden()
    assert rows_seen(sized.page) == ROWS


@pytest.fixture(scope="module")
def over(browser: Browser, server: Server, words: Words) -> Iterator[Table]:
    """A game of some moves that was given up, as its loser sees it."""
    people = [Person.arrives(browser, server.url, name, has_touch=True) for name in ("Ewa Kowalska", "Jan Nowak")]
    for person in people:
        person.introduce()
    address = people[0].opens_table(window=None)
    people[1].sits_down(address)
    tables = [people[0].comes_to(address).stands(), people[1].table().stands()]
    for _ in range(3):
        mover, placement, _ = ready_to_lay(tables, words)
        mover.lays(placement)
        other(tables, mover).records()
    loser = where(tables, MY_TURN)
    loser.does("Poddaj partię")
    loser.confirms("Poddaj partię")
    expect(loser.page.get_by_role("region", name="Powtórka partii")).to_be_visible()
    yield loser
    assert not [fault for person in people for fault in person.faults]
    for person in people:
        person.leaves()


@pytest.mark.parametrize("size", rest_at_night(SIZES, "laptop", "phone"))
def test_the_replay_stands_beside_the_whole_board(over: Table, size: str) -> None:
    page = over.page
    page.set_viewport_size(SIZES[size])
    drawn(page)
    replay = page.get_by_role("region", name="Powtórka partii")
    for step in ("Koniec partii", "Ruch wcześniej", "Początek"):
        if step != "Koniec partii":
            replay.get_by_role("button", name=step).click()
        assert rows_seen(page) == ROWS, step
        assert min(letter_sizes(page), default=LETTER) >= LETTER
        assert all(seen(part) for part in replay.get_by_role("button").all()), step
        assert seen(replay.get_by_role("slider"))
        assert seen(replay.get_by_role("status"))
        assert seen(over.option("Zagraj rewanż")), step
    replay.get_by_role("button", name="Koniec partii").click()
    broken = broken_on(page, SIZES[size], "light", {"resultTypes": ["violations"]})
    assert not broken


def test_axe_finds_nothing(game: Table, theme: Theme) -> None:
    for name, size in SIZES.items():
        broken = broken_on(game.page, size, theme, {"resultTypes": ["violations"]})
        assert not broken, f"{name}: {broken}"


def test_letters_with_marks_are_told_apart_on_the_smallest_square(game: Table, theme: Theme) -> None:
    page = game.page
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(SIZES["smallest phone"])
    drawn(page)
    plain, acute, dotted = (picture(game, letter) for letter in "ZŹŻ")
    assert differ(page, plain, picture(game, "Z")) == 0
    apart = [differ(page, *pair) for pair in ((plain, acute), (plain, dotted), (acute, dotted))]
    assert min(apart) >= DIFFERENT, apart


def test_the_frame_of_the_last_move_covers_no_mark(game: Table) -> None:
    page = game.page
    for size in SIZES.values():
        page.set_viewport_size(size)
        drawn(page)
        frames = game.grid.locator(".tile.last").evaluate_all("all => all.map(one => getComputedStyle(one).boxShadow)")
        assert frames
        assert not any("inset" in frame for frame in frames), "the frame stands around the tile"


def picture(table: Table, letter: str) -> str:
    """A tile of the last move with that letter instead of its own, as it is drawn; a PNG in base64."""
    tile = table.grid.locator(".tile.last").first
    sign = tile.locator(".letter")
    own = sign.get_attribute("data-sign")
    put = "(sign, letter) => { sign.dataset.sign = letter; }"
    sign.evaluate(put, letter)
    taken = tile.screenshot()
    sign.evaluate(put, own)
    return base64.b64encode(taken).decode()


def differ(page: Page, one: str, other: str) -> int:
    """The number of pixels in which two pictures differ clearly."""
    count: int = page.evaluate(_PIXELS_THAT_DIFFER, [one, other])
    return count
