"""Reading and running the clause examples of `corpus/clauses`: given a game, when commands, then a ruling."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from clauses import transposing
from mostek.board import Square, layout
from mostek.lexicon import WordSet
from mostek.notation import wire
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.plays import Placement
from mostek.referee import Conducted, Game, conduct, replay, view_for
from mostek.referee import commands as c
from mostek.referee.challenges import verdict
from mostek.referee.events import Event
from mostek.referee.state import Challenged, Over
from mostek.rules.loading import changed, rulebook
from mostek.rules.rulebook import Rulebook
from mostek.seats import BySeat, Seat
from mostek.tiles import Tiles, TileSet, tile_set

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
        return [text.replace("@", self.rulebook.upper()) for text in self.data["clauses"]]

    @property
    def side(self) -> str:
        return str(self.data["side"])

    def __str__(self) -> str:
        return f"{self.source}:{self.rulebook}:{self.data['name']}"


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

    @property
    def set(self) -> TileSet:
        return tile_set(self.game.tile_set if self.game else "pl-current")

    def send(self, command: c.Command) -> Conducted:
        command = wire.decode_command(wire.encode(command))
        before = self.game
        self.last = conduct(before, command, self.book, first_tiles)
        for event in self.last.events:
            assert wire.decode_event(wire.encode(event)) == event
            self.log.append(event)
        self.game = self.last.game
        assert replay(self.log) == self.game, "replay differs from the live game"
        if before is not None and self.game is not None:
            assert self.game.all_tiles() == before.all_tiles(), "a tile was made or lost"
        if self.last.refused:
            assert re.match(r"(GEN|CHAL|OPEN|SCHOOL|PFS)-", self.last.refused.clause), "a refusal cites a clause"
        return self.last


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
        millis=given.get("millis", 1_200_000 if book in ("open", "pfs") else None) or None,
        starter=None if "starter" not in given else Seat(given["starter"]),
        changes=given.get("changes", {}),
        position=None if given.get("start") else position(given, count),
    )


def lexicon(given: dict[str, Any]) -> WordSet:
    """The words that exist in an example: `given.lexicon`, or none."""
    return WordSet.of(given.get("lexicon", []), "toy")


def steps(given: str | dict[str, bool]) -> c.Steps:
    if isinstance(given, dict):
        return msgspec.structs.replace(c.SWIFT, **given)
    return {"swift": c.SWIFT, "by_hand": c.BY_HAND}[given]


def position(given: dict[str, Any], count: int) -> c.Position:
    board = Placement({})
    words = given.get("board", [])
    for word in BOARDS[words] if isinstance(words, str) else words:
        board = Placement({**board.tiles, **placement(word, board, None).tiles})
    racks = BySeat(Tiles.of(rack) for rack in [*given.get("racks", []), *RACKS[len(given.get("racks", [])) :]][:count])
    return c.Position(
        board=board,
        racks=racks,
        scores=BySeat(given.get("scores", [0] * count)),
        on_turn=Seat(given.get("on_turn", 1)),
        bag=Tiles.of(given["bag"]) if "bag" in given else None,
        exchanges=BySeat(given.get("exchanges", [0] * count)),
    )


def placement(text: str, board: Placement, table: Table | None) -> Placement:
    """`H8 KOT` written along the board, or loose tiles `H8=K I9=o` that need not lie in a line."""
    if "=" in text:
        pairs = (part.split("=") for part in text.split())
        return wire.decode_command(  # type: ignore[union-attr]
            msgspec.json.encode({"type": "lay_tiles", "seat": 1, "placement": dict(pairs)})
        ).placement
    where, word = text.split()
    square, direction = parse_coordinate(where, Orientation.LETTERED_ROWS)
    from mostek.board import Board

    alphabet = (table.set if table else tile_set("pl-current")).alphabet
    lying = table.game.board if table and table.game else Board(layout(), board.tiles)
    return Placement.along(lying, square, direction, alphabet.spell(word))


def parse(text: str, table: Table) -> c.Command:
    """A command in plain words; see `corpus/README.md`."""
    at = None
    if match := re.match(r"@(\d+) ", text):
        at = int(match[1])
        text = text[match.end() :]
    if text == "time":
        return c.CheckTime(at=at)
    if text == "lexicon judges":
        assert table.game is not None
        assert isinstance(table.game.phase, Challenged)
        return msgspec.structs.replace(verdict(table.game.phase, table.lexicon), at=at)
    if match := re.fullmatch(r"(verdict|override) (valid|invalid)(?: by (\w+))?(?:: (.*))?", text):
        kind, valid, judge, why = match.groups()
        if kind == "verdict":
            return c.JudgeWords(at=at, valid=valid == "valid", by=c.Judge(judge or "lexicon"), reason=why or "")
        return c.OverrideVerdict(at=at, valid=valid == "valid", by=c.Judge(judge or "arbiter"), reason=why or "")
    number, verb, *rest = text.split(" ", 2)
    return _by_seat(Seat(int(number)), verb, rest[0] if rest else "", at, table)


def _by_seat(seat: Seat, verb: str, rest: str, at: int | None, table: Table) -> c.Command:
    match verb:
        case "lays":
            return c.LayTiles(at=at, seat=seat, placement=placement(rest, Placement({}), table))
        case "passes":
            return c.PassTurn(at=at, seat=seat)
        case "exchanges":
            aside, _, count = rest.partition(" announcing ")
            return c.ExchangeTiles(at=at, seat=seat, tiles=Tiles.of(aside), count=int(count) if count else None)
        case "records":
            return c.RecordMove(at=at, seat=seat, points=int(rest) if rest else None)
        case "announces":
            return c.AnnounceValue(at=at, seat=seat, points=int(rest))
        case "challenges":
            return c.ChallengeWords(at=at, seat=seat, words=tuple(rest.split()))
        case "claims":
            return c.ClaimPlacement(at=at, seat=seat)
        case "presses":
            return c.StartClock(at=at, seat=seat)
        case "draws" if rest.startswith("start"):
            return c.DrawStartTile(at=at, seat=seat, tile=rest.removeprefix("start").strip() or None)
        case "draws":
            drawn = None if not rest or rest.isdigit() else Tiles.of(rest)
            return c.DrawTiles(at=at, seat=seat, count=int(rest) if rest.isdigit() else None, tiles=drawn)
        case _:
            raise ValueError(f"no such command: {verb!r}")


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
            assert refused.clause == then["clause"].replace("@", example.rulebook.upper()), refused
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
            wanted = {**wanted, "clause": wanted["clause"].replace("@", example.rulebook.upper())}
        assert any(wanted.items() <= event.items() for event in waiting), f"{wanted} not in {happened}"
    kinds = {event["type"] for event in happened}
    for unwanted in then.get("not_happened", []):
        assert unwanted not in kinds, happened


STATE: dict[str, Callable[[Any], Any]] = {
    "scores": lambda game: list(game.scores),
    "exchanges": lambda game: list(game.exchanges),
    "on_turn": lambda game: game.on_turn,
    "phase": lambda game: view_for(game, None).phase,
    "bag": lambda game: len(game.bag),
    "rack_counts": lambda game: [len(rack) for rack in game.racks],
    "flagged": lambda game: list(game.flagged),
    "left": lambda game: list(game.clock.left) if game.clock else None,
    "running": lambda game: game.clock.running or 0 if game.clock else None,
    "over": lambda game: isinstance(game.phase, Over),
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
        view = msgspec.json.decode(wire.encode(view_for(game, None if viewer == "spectator" else Seat(int(viewer)))))
        for key, value in expected.items():
            assert view[key] == (None if value == "hidden" else value), f"{viewer} sees {key}: {view[key]}"
