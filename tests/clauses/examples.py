"""Reading and running the clause examples of `corpus/clauses`: given a game, when commands, then a ruling."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from clauses import transposing
from clauses.sentences import parse, placement
from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.messages.refusals import say
from mostek.notation import wire
from mostek.referee import Conducted, Game, Refused, conduct, replay, view_for
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.state import Over
from mostek.rules.loading import changed, clause, rulebook
from mostek.rules.rulebook import ClockMode, Rulebook
from oracle.word_set import WordSet

CORPUS = Path(__file__).parents[2] / "corpus" / "clauses"
RACKS = ("AEIKLOT", "BCDEMNR", "AEOPSWZ", "AIJNRUY")
"""What the players hold where an example does not say."""
BOARDS = {
    "B0": ["H2 PRÓBUJE"],
    "B4": ["8E KRAJ"],
    "BK": ["H5 SKOK"],
    "B5": ["H2 PRÓBUJE", "3A TRANSFER", "C3 ANTYK", "7A MAK"],
}
"""The positions of section D.2 of the clause register."""
BOARDS |= {f"{name}T": [transposing.word(text) for text in words] for name, words in BOARDS.items()}
"""The same with rows and columns exchanged."""


@dataclass(frozen=True)
class Example:
    source: str
    rulebook: str
    data: dict[str, Any]

    @property
    def clauses(self) -> list[str]:
        return [text.replace("@", rulebook(self.rulebook).prefix) for text in self.data["clauses"]]

    @property
    def side(self) -> str:
        return str(self.data["side"])

    def __str__(self) -> str:
        return f"{self.source}:{self.rulebook}:{self.data['name']}"


@cache
def examples() -> list[Example]:
    found: list[Example] = []
    for path in sorted(CORPUS.glob("*.toml")):
        for data in tomllib.loads(path.read_text("utf-8")).get("example", []):
            ways = [data, transposing.transposed(data)] if data.get("both_ways") else [data]
            found.extend(Example(path.stem, book, way) for way in ways for book in data["rulebooks"])
    return found


class Table:
    """A game that an example plays, checked after every event: replay = live, no tile made or lost."""

    def __init__(self, example: Example) -> None:
        given = with_time(example.rulebook, example.data.get("given", {}))
        self.book: Rulebook = changed(rulebook(example.rulebook), given.get("changes", {}))
        self.game: Game | None = None
        self.log: list[Event] = []
        self.now = 0
        self.lexicon = lexicon(given)
        self.last = Conducted(None, ())
        self.send(creation(example.rulebook, given))

    def send(self, command: c.Command) -> Conducted:
        command = wire.decode_command(wire.encode(command))
        before = self.game
        self.last = conduct(before, command, self.book, first_tiles)
        for event in self.last.events:
            assert wire.decode_event(wire.encode(event)) == event
            cites(getattr(event, "clause", None))
            self.log.append(event)
        self.game = self.last.game
        assert replay(self.log) == self.game, "replay differs from the live game"
        if before is not None and self.game is not None:
            self.keeps_tiles(before, self.game)
        if self.last.refused:
            self.can_be_said(self.last.refused)
        return self.last

    def can_be_said(self, refused: Refused) -> None:
        """A refusal rests on clauses that exist, and what belongs to it is enough for its sentence."""
        cites(refused.clause)
        sentence = say(refused)
        assert sentence, refused
        assert not re.search(r"\bNone\b|[{}]", sentence), sentence

    def keeps_tiles(self, before: Game, now: Game) -> None:
        """No tile is made or lost; what lies face down is a number, and the faces that are known belong to the set."""
        assert len(now.all_tiles()) == len(now.tiles), "a tile was made or lost"
        if now.venue is c.Venue.ONLINE:
            assert now.all_tiles() == now.tiles, "a tile was made or lost"
        if now.phase is not before.phase:
            assert len(now.unseen()) >= 0, "more tiles of a face are known than the set has"


def cites(identifiers: str | None) -> None:
    """What a refusal or a forced event rests on are clauses that exist."""
    for identifier in identifiers.split(", ") if identifiers else ():
        assert clause(identifier).id == identifier


def first_tiles(bag: Tiles, count: int) -> Tiles:
    """Chance without chance: the first tiles in alphabet order."""
    return Tiles(sorted(bag)[:count])


def with_time(book: str, given: dict[str, Any]) -> dict[str, Any]:
    """`millis` where the rulebook fixes the time is a change of the rulebook, which the event records."""
    if "millis" not in given or not rulebook(book).clock.millis.value:
        return given
    rest = {key: value for key, value in given.items() if key != "millis"}
    return {**rest, "changes": {**given.get("changes", {}), "clock.millis": given["millis"]}}


def creation(book: str, given: dict[str, Any]) -> c.CreateGame:
    count = given.get("players", 2)
    return c.CreateGame(
        rulebook=book,
        players=("Anna", "Bartek", "Celina", "Darek", "Ewa")[:count],
        at=0,
        steps=steps(given.get("steps", "swift")),
        tile_set=given.get("tile_set"),
        lexicon=lexicon(given).pin,
        millis=given.get("millis", usual_time(book, given)) or None,
        starter=None if "starter" not in given else Seat(given["starter"]),
        changes=given.get("changes", {}),
        position=None if given.get("start") else position(given, count),
        venue=c.Venue(given.get("venue", "online")),
        checks=tuple(c.Check(check) for check in given.get("checks", ())),
        absent=tuple(Seat(seat) for seat in given.get("absent", ())),
        officials=tuple(Seat(seat) for seat in given.get("officials", ())),
        full_record=given.get("full_record", False),
        commitment=given.get("commitment"),
        arbiter=given.get("arbiter", True),
        scorer=None if "scorer" not in given else Seat(given["scorer"]),
    )


def usual_time(book: str, given: dict[str, Any]) -> int | None:
    """Twenty minutes where the organiser sets the time."""
    clock = changed(rulebook(book), given.get("changes", {})).clock
    return 1_200_000 if clock.mode.value is not ClockMode.NONE and not clock.millis.value else None


def lexicon(given: dict[str, Any]) -> WordSet:
    """The words that exist in an example: `given.lexicon`, or none."""
    return WordSet.of(given.get("lexicon", []), "toy")


def steps(given: str | dict[str, bool]) -> c.Steps:
    if isinstance(given, dict):
        return msgspec.structs.replace(c.SWIFT, **given)
    return {"swift": c.SWIFT, "by_hand": c.BY_HAND, "table": c.AT_TABLE}[given]


def position(given: dict[str, Any], count: int) -> c.StartPosition:
    board = Placement({})
    words = given.get("board", [])
    for word in BOARDS[words] if isinstance(words, str) else words:
        board = Placement({**board.tiles, **placement(word, board, None).tiles})
    racks = BySeat(Tiles.of(rack) for rack in [*given.get("racks", []), *RACKS[len(given.get("racks", [])) :]][:count])
    return c.StartPosition(
        board=board,
        racks=racks,
        scores=BySeat(given.get("scores", [0] * count)),
        on_turn=Seat(given.get("on_turn", 1)),
        bag=Tiles.of(given["bag"]) if "bag" in given else None,
        exchanges=BySeat(given.get("exchanges", [0] * count)),
    )


def run(example: Example) -> None:
    table = Table(example)
    commands = example.data.get("when", [])
    for text in commands[:-1]:
        table.send(parse(text, table))
        assert table.last.refused is None, f"{text!r} was refused: {table.last.refused}"
    if commands:
        table.send(parse(commands[-1], table))
    check(table, example.data["then"], example)


def check(table: Table, then: dict[str, Any], example: Example) -> None:
    refused = table.last.refused
    if "refused" in then:
        assert refused is not None, f"not refused: {table.last.events}"
        assert refused.reason == then["refused"], refused
        if "clause" in then:
            assert refused.clause == then["clause"].replace("@", table.book.prefix), refused
        params = msgspec.to_builtins(refused.params, enc_hook=str)
        for key, value in then.get("params", {}).items():
            assert params[key] == value, refused
        for name in then.get("faults", []):
            assert name in [fault["fault"] for fault in params["faults"]], refused
    else:
        assert refused is None, f"refused: {refused}"
    _check_events(table, then, example)
    _check_state(table, then)


def _check_events(table: Table, then: dict[str, Any], example: Example) -> None:
    happened = [msgspec.json.decode(wire.encode(event)) for event in table.last.events]
    waiting = iter(happened)
    for wanted in then.get("happened", []):
        wanted = {"type": wanted} if isinstance(wanted, str) else wanted
        if "clause" in wanted:
            wanted = {**wanted, "clause": wanted["clause"].replace("@", table.book.prefix)}
        assert any(wanted.items() <= event.items() for event in waiting), f"{wanted} not in {happened}"
    kinds = {event["type"] for event in happened}
    for unwanted in then.get("not_happened", []):
        assert unwanted not in kinds, happened


STATE: dict[str, Callable[[Any], Any]] = {
    "scores": lambda game: list(game.scores),
    "exchanges": lambda game: list(game.exchanges),
    "on_turn": lambda game: game.on_turn,
    "phase": lambda game: view_for(game, Role.SPECTATOR).phase,
    "bag": lambda game: len(game.bag),
    "rack_counts": lambda game: [len(rack) for rack in game.racks],
    "flagged": lambda game: list(game.flagged),
    "left": lambda game: list(game.clock.left) if game.clock else None,
    "running": lambda game: game.clock.running or 0 if game.clock else None,
    "over": lambda game: isinstance(game.phase, Over),
    "credited": lambda game: {str(int(seat)): millis for seat, millis in game.credited.items()},
    "started": lambda game: game.started,
    "starter": lambda game: game.starter,
    "tiles": lambda game: len(game.all_tiles()),
    "value": lambda game: tile_set(game.tile_set).value(game.all_tiles()),
    "squares": lambda game: len(list(game.board.layout.squares())),
    "turns": lambda game: [[turn.seat, turn.kind, turn.points, turn.total] for turn in game.turns],
    "points": lambda game: getattr(game.phase, "points", None),
    "words": lambda game: [[word.word, word.points] for word in getattr(game.phase, "words", ())],
    "final": lambda game: list(game.phase.result.final),
    "leftovers": lambda game: list(game.phase.result.leftovers),
    "winners": lambda game: list(game.phase.result.winners),
    "places": lambda game: list(game.phase.result.places),
    "ending": lambda game: game.phase.result.ending,
    "tie_broken": lambda game: game.phase.result.tie_broken,
    "forfeited": lambda game: list(game.phase.result.forfeited),
    "excluded": lambda game: list(game.phase.result.excluded),
    "interrupted": lambda game: game.interruption is not None,
    "rulings": lambda game: len(game.rulings),
    "reversed": lambda game: [made.reversed for made in game.rulings],
    "must_draw": lambda game: sorted(game.must_draw),
    "away": lambda game: sorted(game.away),
    "bag_dead": lambda game: game.bag_dead,
    "dead": lambda game: sorted(square.name for square in game.dead),
    "cards": lambda game: {
        str(int(seat)): {square.name: str(tile) for square, tile in card.tiles.items()}
        for seat, card in game.cards.items()
    },
    "slip": lambda game: list(game.phase.slip.handed_in or ()),
    "square": lambda game: game.phase.square,
    "lock": lambda game: getattr(game.phase, "lock", None) or "",
    "plan": lambda game: type(getattr(game.phase, "plan", None)).__name__.lower(),
    "unseen": lambda game: len(game.unseen()),
}
"""What `then` may say of the game after the last command."""


def _check_state(table: Table, then: dict[str, Any]) -> None:
    game = table.game
    for key in then.keys() & STATE.keys():
        assert game is not None
        assert STATE[key](game) == then[key], f"{key}: {STATE[key](game)} instead of {then[key]}"
    if game is None:
        return
    for seat, rack in then.get("racks", {}).items():
        assert game.racks[Seat(int(seat))] == Tiles.of(rack), game.racks
    for square, text in then.get("board", {}).items():
        assert str(game.board[Square.named(square)] or ".") == text, str(game.board)
    for face, count in then.get("faces", {}).items():
        assert game.all_tiles().count(face) == count, face
    for viewer, expected in then.get("views", {}).items():
        view = msgspec.json.decode(wire.encode(view_for(game, Seat(int(viewer)) if viewer.isdigit() else Role(viewer))))
        view["words"] = [word["word"] for word in view["words"]]
        for key, value in expected.items():
            assert view[key] == (None if value == "hidden" else value), f"{viewer} sees {key}: {view[key]}"
