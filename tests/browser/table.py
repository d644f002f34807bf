"""The table as a person sees it, in the words of the game; found by roles and names alone, as a screen reader finds it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from playwright.sync_api import Locator, Page, expect

_SPOKEN = {"Ó kreskowane": "Ó", "Ź z kreską": "Ź", "Ż z kropką": "Ż"}
_EMPTY = re.compile(r"(puste|empty)$")
_BLANK_AS = re.compile(r"^blank (?:jako|as) (.+)$")


class Table:
    """A page on which a game is played or watched."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # What there is to see

    @property
    def grid(self) -> Locator:
        """The board."""
        return self.page.get_by_role("grid", name="Plansza")

    @property
    def turn(self) -> Locator:
        """The part of the page with what has to be done now; its heading says it."""
        return self.page.get_by_role("region").filter(has=self.page.get_by_role("heading", level=2)).first

    @property
    def prompt(self) -> Locator:
        """The sentence that says what has to be done."""
        return self.turn.get_by_role("heading", level=2)

    @property
    def rack_tiles(self) -> Locator:
        """The tiles on the own rack."""
        return self.page.get_by_role("group", name=re.compile("^(Stojak|Rack)")).get_by_role("button")

    @property
    def spoken(self) -> Locator:
        """What a screen reader is told."""
        return self.page.get_by_role("log")

    @property
    def refusal(self) -> Locator:
        """The sentence of a refusal."""
        return self.turn.get_by_role("alert")

    def stands(self) -> Table:
        """Wait until the board is there."""
        expect(self.grid).to_be_visible(timeout=30_000)
        return self

    def rack(self) -> list[str]:
        """The faces on the own rack, from left to right; `?` is a blank."""
        names = [one.get_attribute("aria-label") or "" for one in self.rack_tiles.all()]
        return [_face(name) for name in names]

    def board(self) -> dict[str, str]:
        """What lies on the board, tentative tiles too; small letters are blanks."""
        names = self.grid.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
        tiles = dict(_tile_on(name) for name in names if not _EMPTY.search(name))
        assert len(names) == 225
        return tiles

    def square(self, name: str) -> Locator:
        """A square by its name, `H8`."""
        return self.grid.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))

    def score(self, name: str) -> int:
        """What a player has."""
        text = self.page.get_by_role("list", name="Gracze").get_by_role("listitem").filter(has_text=name).inner_text()
        found = re.search(r"wynik: ?(-?\d+)", text.replace("\n", " "))
        assert found, text
        return int(found[1])

    def bag(self) -> int:
        """How many tiles the bag holds."""
        found = re.search(r"Woreczek: (\d+)", self.page.get_by_text(re.compile("^Woreczek:")).inner_text())
        assert found
        return int(found[1])

    # What a person does with tiles

    def types(self, word: str, at: str, down: bool = False) -> None:
        """Type a word at a square with the keyboard alone; letters that lie there already are left out by the caller."""
        self.walks_to(at, down)
        for letter in word:
            self.presses(letter)

    def walks_to(self, at: str, down: bool = False) -> None:
        """Move the board's cursor with arrows from its left upper corner, and turn it as is wished."""
        if not self._on_board():
            self.grid.locator("[tabindex='0']").focus()
        self.page.keyboard.press("Control+Home")
        for _ in range(int(at[1:]) - 1):
            self.page.keyboard.press("ArrowRight")
        for _ in range(ord(at[0]) - ord("A")):
            self.page.keyboard.press("ArrowDown")
        self._turns(down)

    def presses(self, letter: str) -> None:
        """A letter on a keyboard without Polish letters: Alt with its Latin sister; a small one asks for the blank."""
        plain = _LATIN.get(letter.upper(), letter.upper())
        third = "Alt+" if plain != letter.upper() else ""
        self.page.keyboard.press(f"{third}{'Shift+' if letter.islower() else ''}Key{plain}")

    def taps(self, face: str, square: str) -> None:
        """Tap a tile on the rack, then a square; a blank is asked for its letter by the page."""
        self.tile(face).click()
        self.square(square).click()

    def drags(self, face: str, square: str) -> None:
        """Drag a tile from the rack to a square with the mouse."""
        self._drag(self.tile(face), self.square(square))

    def takes_back(self) -> None:
        """Collect all tentative tiles."""
        self.page.get_by_role("button", name="Zbierz").click()

    def tile(self, face: str) -> Locator:
        """A tile of the rack with that face."""
        at = self.rack().index(face)
        return self.rack_tiles.nth(at)

    def lays(self, placement: Mapping[str, str]) -> None:
        """Lay tiles by keyboard, whatever they are, and say that they are laid."""
        self.puts(placement)
        self.does("Wyłóż płytki")

    def puts(self, placement: Mapping[str, str]) -> None:
        """Put tiles on the board without ending the move: a click on the first square, and the letters."""
        squares = in_order(placement)
        self.square(squares[0]).click()
        self._turns(down=len({square[1:] for square in squares}) == 1 and len(squares) > 1)
        for square in squares:
            self.presses(placement[square])
        assert {s: t for s, t in self.board().items() if s in placement} == dict(placement)

    # What a person asks for

    def option(self, name: str | re.Pattern[str]) -> Locator:
        """The button of an action, wherever it stands."""
        return self.turn.get_by_role("button", name=name)

    def does(self, name: str | re.Pattern[str]) -> None:
        """Do something that needs nothing but its name; a list that hides it is opened first."""
        self._finds(name).click()

    def passes(self) -> None:
        """Give the turn up, and mean it."""
        self._says("Spauzuj")

    def exchanges(self, faces: Iterable[str]) -> None:
        """Choose tiles for an exchange by tapping, and give them."""
        self.does("Wymień płytki")
        wanted = list(faces)
        for face in wanted:
            unmarked = [at for at, one in enumerate(self.rack()) if one == face and not self._is_marked(at)]
            self.rack_tiles.nth(unmarked[0]).click()
        self.confirms("Wymień płytki")

    def announces(self, points: int) -> None:
        """Say the value of the own move aloud."""
        self._fill("Wartość ruchu w punktach", points)
        self.does("Podaj wartość ruchu")

    def records(self, points: int | None = None) -> None:
        """Write a move down, with a figure of one's own where it is asked for."""
        field = self.turn.get_by_label("Punkty, które zapisujesz")
        if points is not None:
            field.fill(str(points))
        self.does("Zapisz ruch")

    def challenges(self, *words: str) -> None:
        """Ask for words to be checked; without any, all of the move."""
        self.does("Poproś o sprawdzenie")
        for word in words:
            self.turn.get_by_role("checkbox", name=word).check()
        self.confirms("Poproś o sprawdzenie")

    def signs(self) -> None:
        """Sign the slip with the result that it shows."""
        self._says("Podpisz protokół")

    def hands_in(self) -> None:
        """Hand the slip in, and mean it."""
        self._says("Oddaj protokół")

    def opens_tab(self, name: str) -> Locator:
        """Turn to one of the panels; returns it. Where there is little room they stand behind a button."""
        tab = self.page.get_by_role("tab", name=name)
        behind = self.page.get_by_role("button", name="Zapis i narzędzia")
        tab.or_(behind).first.wait_for()
        if not tab.is_visible():
            behind.click()
        tab.click()
        return self.page.get_by_role("tabpanel")

    def acknowledges(self) -> None:
        """Read the card about what went against oneself, and say so."""
        card = self.page.get_by_role("alertdialog")
        card.get_by_role("button", name="Przeczytane").click()
        expect(card).to_have_count(0)

    # How it is done

    def _says(self, name: str) -> None:
        """Something that is asked for with a form, which stands there already or is opened by a first press."""
        button = self._finds(name)
        stands = button.get_attribute("type") == "submit"
        button.click()
        if not stands:
            self.confirms(name)

    def confirms(self, name: str) -> None:
        """The button of the form that a first press has opened, if it did."""
        form = self.turn.get_by_role("form", name=name)
        if form.count():
            form.get_by_role("button", name=name).click()

    def _finds(self, name: str | re.Pattern[str]) -> Locator:
        found = self.option(name).first
        more = self.turn.get_by_text(re.compile(r"^Inne czynności"))
        found.or_(more).first.wait_for()
        if not found.is_visible() and more.count():
            more.click()
        return found

    def _fill(self, label: str, value: int) -> None:
        self.turn.get_by_label(label).fill(str(value))

    def _is_marked(self, at: int) -> bool:
        return self.rack_tiles.nth(at).get_attribute("aria-pressed") == "true"

    def _on_board(self) -> bool:
        return bool(self.grid.evaluate("grid => grid.contains(document.activeElement)"))

    def _turns(self, down: bool) -> None:
        # The direction is drawn as an arrow and told in the live region when it changes.
        told = self.page.get_by_text(re.compile(r"^Piszesz"))
        wanted = "pionowo" if down else "poziomo"
        for _ in range(2):
            self.page.keyboard.press("Space")
            expect(told).to_be_attached()
            if wanted in (told.text_content() or ""):
                return
        raise AssertionError(f"the letters do not run {wanted}")

    def _drag(self, what: Locator, where: Locator) -> None:
        start, end = what.bounding_box(), where.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()


_LATIN = {"Ą": "A", "Ć": "C", "Ę": "E", "Ł": "L", "Ń": "N", "Ó": "O", "Ś": "S", "Ż": "Z", "Ź": "X"}


def in_order(squares: Iterable[str]) -> list[str]:
    """Squares from the left and from above."""
    return sorted(squares, key=lambda square: (square[0], int(square[1:])))


def _face(name: str) -> str:
    spoken = name.split(",")[0]
    return "?" if spoken == "blank" else _SPOKEN.get(spoken, spoken)


def _tile_on(name: str) -> tuple[str, str]:
    square, tile = name.split(", ")[:2]
    blank = _BLANK_AS.match(tile)
    letter = blank[1] if blank else tile
    letter = _SPOKEN.get(letter, letter)
    return square, letter.lower() if blank else "?" if tile.startswith("blank") else letter
