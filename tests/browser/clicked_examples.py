"""The examples of the clauses on the page: their last step is taken there, and the page says what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, expect

from browser.given_games import steps
from browser.people import Person
from browser.serving import Server
from browser.table import Table
from clauses.examples import Example, creation, with_time
from clauses.examples import Table as Played
from mostek.app.lobby import Proposal, roles_at
from mostek.core.players import Role, Seat, Viewer
from mostek.messages.describe import EventContext, clock_text, describe
from mostek.messages.options import phrase
from mostek.messages.refusals import say
from mostek.notation import wire
from mostek.referee import Game, Refused, event_for
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.options import Option, options
from mostek.referee.state import Exchanging, Over
from properties.option_checks import choice_of, person

CHOSEN = Path(__file__).with_name("clicked_examples.txt")
"""The examples whose last step is taken on the page, one a line."""
_STEPS = {c.SWIFT: "swift", c.BY_HAND: "by_hand", c.AT_TABLE: "at_table"}
_PATIENCE = 15_000


class UnclickableError(Exception):
    """An example that cannot be played on the page."""


class Hall:
    """People who play one example after another on the same devices."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server
        self._people: dict[str, Person] = {}

    def person(self, name: str) -> Person:
        """Somebody by name; they come when they are first needed."""
        if name not in self._people:
            self._people[name] = Person.arrives(self._browser, self._server.url, name)
            self._people[name].introduce()
        return self._people[name]

    def closes(self) -> None:
        """Everybody leaves. Raises `AssertionError` if a browser has complained."""
        faults = [f"{one.name}: {fault}" for one in self._people.values() for fault in one.faults]
        for one in self._people.values():
            one.leaves()
        assert not faults

    def plays(self, example: Example) -> None:
        """Sit down at the example's game, take its last step, and see what the page says. Raises `AssertionError`."""
        table, commands = steps(example)
        if table.game is None:
            raise UnclickableError("there is no such game")
        if not commands:
            _is_shown(self._sits_at(example, Seat.FIRST).table().stands(), table.game)
            return
        before, doer = table.game, person(commands[-1])
        last = _as_sent(commands[-1], before)
        table.send(last)
        page = self._sits_at(example, doer).table().stands()
        (_is_refused if table.last.refused else _is_done)(page, before, table, last, doer)

    def _sits_at(self, example: Example, doer: Viewer) -> Person:
        """Open the table of the example with everybody who has to do with it; the doer is on its page."""
        (self._server.folder / "example").write_text(str(example), "utf-8")
        command = creation(example.rulebook, with_time(example.rulebook, example.data.get("given", {})))
        host = self.person("Ola")
        asked = {
            "rulebook": command.rulebook,
            "seats": len(command.players),
            "steps": _STEPS.get(command.steps, "at_table"),
            "venue": command.venue,
            "window": None,
            "millis": command.millis,
            "changes": {key: value for key, value in command.changes.items() if not key.startswith("clock.millis")},
        }
        table = host.asks("POST", "/api/tables", {key: value for key, value in asked.items() if value != {}})["id"]
        known = roles_at(Proposal(rulebook=command.rulebook, changes=command.changes)).values()
        rules = {Role.ARBITER, Role.JURY, Role.TEACHER} if command.arbiter else set()
        beside = rules | ({doer} if isinstance(doer, Role) else set())
        for role in sorted(beside.intersection(known) - {Role.PLAYER, Role.SPECTATOR}):
            self._officiates(host, table, role)
        sitters = [self.person(name) for name in command.players]
        for sitter in sitters:
            card = sitter.asks("POST", f"/api/tables/{table}/seats", {})
        if card["status"] == "open":
            for sitter in sitters:
                sitter.asks("POST", f"/api/tables/{table}/ready", {})
        who = sitters[doer - 1] if isinstance(doer, Seat) else self.person(f"{doer}")
        who.page.goto(f"/t/{table}")
        return who

    def _officiates(self, host: Person, table: str, role: Role) -> None:
        asked = "arbiter" if role in (Role.ARBITER, Role.JURY, Role.TEACHER) else str(role)
        token = host.asks("POST", f"/api/tables/{table}/invitations", {"role": asked})["token"]
        self.person(f"{role}").asks("POST", f"/api/invitations/{token}", {})


def _as_sent(command: c.Command, game: Game) -> c.Command:
    """The command as the page sends it: whoever exchanges says how many, and the server's bag gives what it gives."""
    match command:
        case c.ExchangeTiles(tiles=tiles, count=None) if not isinstance(getattr(game.phase, "plan", None), Exchanging):
            return replace(command, count=len(tiles))
        case _:
            return command


def _is_shown(page: Table, game: Game) -> None:
    """Everybody who plays, with their points and time; what the bag holds and the own rack."""
    for seat in game.seats:
        assert page.score(game.players[seat]) == game.scores[seat]
        if game.clock is not None and game.clock.running is None:
            players = page.page.get_by_role("list", name="Gracze")
            expect(players).to_contain_text(clock_text(game.clock.left[seat]))
    assert page.bag() == len(game.bag)
    expect(page.rack_tiles).to_have_count(len(game.racks[Seat.FIRST]))


def _is_done(page: Table, before: Game, played: Played, last: c.Command, doer: Viewer) -> None:
    """The step is offered and taken; the record on the page tells what happened, and the players have their points."""
    offered = _option(before, last, doer, allowed=True)
    log = _log(page)
    assert played.game is not None
    context = EventContext.of(played.game, EventContext(played.game.players).orientation)
    told = _told(played.last.events, doer, context)
    lines = {sentence: log.get_by_role("listitem").filter(has_text=_at_any_time(sentence)) for sentence in told}
    known = {sentence: line.count() for sentence, line in lines.items()}
    takes(page, last, phrase(offered, before.players))
    if isinstance(played.game.phase, Over):
        expect(page.page).to_have_title(re.compile("^Koniec partii"), timeout=_PATIENCE)
        _log(page)
    for sentence, line in lines.items():
        expect(line.nth(known[sentence] + told.count(sentence) - 1)).to_be_attached(timeout=_PATIENCE)
    for seat in played.game.seats:
        assert page.score(played.game.players[seat]) == played.game.scores[seat]


def _told(events: Iterable[Event], doer: Viewer, context: EventContext) -> list[str]:
    """The sentences about what happened that do not depend on which list judges."""
    seen = [event_for(event, doer) for event in events]
    told = [describe(event, context).text for event in seen if event is not None]
    if not told:
        raise UnclickableError("nothing is told")
    return [sentence for sentence in told if "toy" not in sentence]


def _at_any_time(sentence: str) -> re.Pattern[str]:
    """The sentence, whatever a clock shows in it: time goes on while people click."""
    return re.compile(r"\d+:\d\d".join(map(re.escape, re.split(r"\d+:\d\d", sentence))))


def _log(page: Table) -> Locator:
    log = page.opens_tab("Przebieg")
    log.get_by_label("Pokaż wszystkie zdarzenia").check()
    expect(log.get_by_role("listitem").first).to_be_attached()
    return log


def _is_refused(page: Table, before: Game, played: Played, last: c.Command, doer: Viewer) -> None:
    """The step is not offered, and the page says why not; or it is offered, and what is entered is refused."""
    refused = played.last.refused
    assert refused is not None
    found = next((option for option in options(before, doer, last.at).allowed if _is(option, last)), None)
    if found is not None:
        takes(page, last, phrase(found, before.players))
        _says(page.refusal, refused)
        return
    name = phrase(_option(before, last, doer, allowed=False), before.players)
    expect(page.option(name)).to_have_count(0)
    page.does("Dlaczego czegoś nie mogę?")
    step = page.page.get_by_role("dialog").locator("dt").get_by_text(name, exact=True)
    _says(step.locator("xpath=following-sibling::dd[1]"), refused)


def _says(where: Locator, refused: Refused) -> None:
    expect(where).to_contain_text(say(refused), timeout=_PATIENCE)
    for clause in refused.clause.split(", "):
        expect(where).to_contain_text(clause)


def _option(game: Game, command: c.Command, doer: Viewer, *, allowed: bool) -> Option:
    found = options(game, doer, command.at)
    for option in found.allowed if allowed else found.refused:
        if _is(option, command):
            return option
    raise UnclickableError(f"the page does not name {command}")


def _is(option: Option, command: c.Command) -> bool:
    return (option.command, option.choice) == (str(command.__struct_config__.tag), choice_of(command))


def takes(page: Table, command: c.Command, name: str) -> None:
    """Take a step as people do: on the board, on the rack, or by its button and its form."""
    match command:
        case c.LayTiles(placement=placement):
            page.lays({square.name: str(tile) for square, tile in placement.tiles.items()})
        case c.ExchangeTiles(tiles=tiles) if page.page.get_by_text("zakryta płytka").count() == 0 and _has_rack(
            page, tiles
        ):
            page.exchanges(tiles)
        case _:
            _fills(page, name, _values(command))


def _has_rack(page: Table, tiles: Iterable[str]) -> bool:
    return all(face in page.rack() for face in tiles)


def _fills(page: Table, name: str, values: dict[str, Any]) -> None:
    """Press the button; where it opens a form, or stands in one, fill the form and send it."""
    button = page._finds(name)
    if button.get_attribute("type") != "submit":
        button.click()
    form = page.turn.get_by_role("form", name=name, exact=True)
    if not form.count():
        return
    for field, value in values.items():
        _fill(form, field, value)
    form.get_by_role("button", name=name).first.click()


def _fill(form: Locator, field: str, value: Any) -> None:
    place = form.locator(f"[name='{field}']")
    kind = place.first.evaluate("each => each.type || each.tagName", timeout=1000) if place.count() else ""
    if kind == "select-one":
        place.select_option(str(value))
    elif kind == "checkbox":
        for each in place.all():
            wanted = each.input_value() in value if isinstance(value, list) else value
            each.set_checked(bool(wanted))
    elif kind == "fieldset":
        for face in value:
            place.get_by_role("button", name=face, exact=True, pressed=False).first.click()
    elif kind in ("text", "number"):
        place.fill(" ".join(value) if isinstance(value, list) else str(value))


def _values(command: c.Command) -> dict[str, Any]:
    """What is entered for a command, by the names of the fields."""
    data = json.loads(wire.encode(command))
    measure = data.pop("measure", {})
    tiles = measure.pop("tiles", {}) if measure else {}
    for square, letter in tiles.items():
        data |= {"square": square, "letter": letter}
    data |= {("seconds" if key == "millis" else key): value for key, value in measure.items() if key != "type"}
    if "seconds" in data:
        data["seconds"] //= 1000
    if "valid" in data:
        data["valid"] = "yes" if data["valid"] else "no"
    data |= {square: letter.strip("?").upper() for square, letter in (data.get("blanks") or {}).items()}
    if blank := data.get("blank"):
        data["square"] = next(iter(blank))
    data |= {f"result{index}": points for index, points in enumerate(data.get("final") or ())}
    return {key: value for key, value in data.items() if value is not None and not re.fullmatch("type|at|by|of", key)}
