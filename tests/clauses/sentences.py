"""The commands of the clause examples in plain words; `corpus/README.md` lists them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from mostek.core.board import Board, layout
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.notation import wire
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee.automation import verdict
from mostek.referee.state import Challenged

if TYPE_CHECKING:
    from clauses.examples import Table

ROLES = "|".join(Role)


def placement(text: str, board: Placement, table: Table | None) -> Placement:
    """`H8 KOT` written along the board, or loose tiles `H8=K I9=o` that need not lie in a line."""
    if "=" in text:
        return loose(text)
    where, word = text.split()
    square, direction = parse_coordinate(where, Orientation.LETTERED_ROWS)
    game = table.game if table else None
    alphabet = tile_set(game.tile_set if game else "pl-current").alphabet
    lying = game.board if game else Board(layout(), board.tiles)
    return Placement.along(lying, square, direction, alphabet.spell(word))


def loose(text: str) -> Placement:
    """Tiles on their squares: `H8=K I9=o`; a square alone is a blank undeclared."""
    pairs = (part.partition("=")[::2] if "=" in part else (part, "?") for part in text.split())
    return wire.decode_command(  # type: ignore[union-attr]
        msgspec.json.encode({"type": "lay_tiles", "seat": 1, "placement": dict(pairs)})
    ).placement


def parse(text: str, table: Table) -> c.Command:
    """A command in plain words, with the time before it: `@5000 1 passes`."""
    at = None
    if match := re.match(r"@(\d+) ", text):
        at, text = int(match[1]), text[match.end() :]
    by = Role.PLAYER
    if match := re.match(rf"({ROLES}) as (\d): ", text):
        by, text = Role(match[1]), f"{match[2]} {text[match.end() :]}"
    command = _of_nobody(text, table) or _by_role(text) or _by_seat(text, table)
    changes: dict[str, Any] = {} if at is None else {"at": at}
    return msgspec.structs.replace(command, **changes | ({} if by is Role.PLAYER else {"by": by}))


def _of_nobody(text: str, table: Table) -> c.Command | None:
    if text == "time":
        return c.CheckTime()
    if text == "lexicon judges":
        assert table.game is not None
        assert isinstance(table.game.phase, Challenged)
        return verdict(table.game, table.lexicon)
    if text.startswith("reveals "):
        return c.RevealSeed(seed=text.removeprefix("reveals "))
    if match := re.fullmatch(r"(verdict|override) (valid|invalid)( undoing)?(?: by (\w+))?(?:: (.*))?", text):
        kind, valid, undo, judge, why = match.groups()
        if kind == "verdict":
            return c.JudgeWords(valid=valid == "valid", by=Role(judge or "lexicon"), reason=why or "")
        judge = Role(judge or "arbiter")
        return c.OverrideVerdict(valid=valid == "valid", by=judge, reason=why or "", undo=undo is not None)
    return None


def _by_role(text: str) -> c.Command | None:
    """What somebody beside the table does: `arbiter rules PFS-7.1b deduct 1 10: reason`."""
    match = re.fullmatch(rf"({ROLES}) (.*?)(?: for (\d))?(?:: (.*))?", text)
    if match is None:
        return None
    by, words, seat, why = Role(match[1]), match[2].split(), Seat(int(match[3] or 1)), match[4] or ""
    match words:
        case ["rules", clause, measure, *fields]:
            return c.Rule(by=by, clause=clause, measure=_measure(measure, fields), reason=why)
        case ["reverses", number, clause]:
            return c.ReverseRuling(by=by, ruling=int(number), clause=clause, reason=why)
        case ["credits", number, millis, reason]:
            return c.CreditTime(by=by, seat=Seat(int(number)), millis=int(millis), why=c.CreditReason(reason))
        case ["starts", "lateness"]:
            return c.StartLateness(by=by)
        case ["starts", "clock"]:
            return c.StartClock(by=by, seat=seat)
        case ["stops", "clock"]:
            return c.StopClock(by=by, seat=seat, reason=c.StopReason.ARBITER)
        case ["notes", "arbiter", "here" | "gone" | "unsighted" | "asking" as what]:
            is_here, asking = what in ("here", "unsighted"), (Role.ARBITER,) if what == "asking" else ()
            return c.NoteArbiter(by=by, here=is_here, sees_racks=what != "unsighted", asking=asking)
        case ["notes", number, "here" | "gone" as what]:
            return c.NotePresence(by=by, seat=Seat(int(number)), here=what == "here")
        case ["ends", "idle", "game"]:
            return c.EndIdleGame(by=by)
        case ["reports", what]:
            return c.ReportIrregularity(by=by, what=c.Irregularity(what))
        case ["confirms", what]:
            return c.Confirm(by=by, seat=seat, what=c.Check(what))
        case ["shows", tiles]:
            return c.StateRack(by=by, seat=seat, tiles=Tiles.of(tiles))
        case ["shows", tiles, "before", turn]:
            return c.StateRack(by=by, seat=seat, tiles=Tiles.of(tiles), turn=int(turn))
        case ["hands", "in"]:
            return c.HandInSlip(by=by, seat=seat)
        case ["corrects", "slip", *rest]:
            return msgspec.structs.replace(_slip(seat, rest), by=by)
        case _:
            raise ValueError(f"no such deed: {text!r}")


def _measure(name: str, fields: list[str]) -> m.Measure:
    kinds: dict[str, type[Any]] = {kind.__struct_config__.tag: kind for kind in m.Measure.__args__}
    kind = kinds[name]
    names = [field.name for field in msgspec.structs.fields(kind)]
    if names == ["tiles"]:
        return m.CorrectTiles(loose(" ".join(fields)))
    values = [Seat(int(text)) if name == "seat" else int(text) for name, text in zip(names, fields, strict=True)]
    return kind(*values)  # type: ignore[no-any-return]


def _slip(seat: Seat, words: list[str]) -> c.CorrectSlip:
    figures = BySeat(int(word) for word in words if word.isdigit())
    return c.CorrectSlip(seat=seat, final=figures, next_round_paired="paired" in words, day_over="over" in words)


def _by_seat(text: str, table: Table) -> c.Command:
    text, _, why = text.partition(": ")
    number, verb, *rest = text.split(" ", 2)
    seat, said = Seat(int(number)), rest[0] if rest else ""
    if verb in _PLAIN:
        return _PLAIN[verb](seat=seat)
    for rooms in (_turn, _talk, _trouble, _around):
        if command := rooms(seat, verb, said, why, table):
            return command
    raise ValueError(f"no such command: {text!r}")


_PLAIN: dict[str, Callable[..., c.Command]] = {
    "passes": c.PassTurn,
    "presses": c.StartClock,
    "checks": c.RunCheck,
    "arrives": c.Arrive,
    "leaves": c.LeaveBoard,
    "returns": c.ReturnToBoard,
    "demands": c.DemandDraw,
    "counts": c.CountTiles,
    "hands": c.HandInSlip,
    "approves": c.ConfirmSlip,
    "resigns": c.Resign,
    "aborts": c.Abort,
    "withdraws": c.WithdrawCall,
}


def _turn(seat: Seat, verb: str, said: str, why: str, table: Table) -> c.Command | None:
    match verb:
        case "lays":
            return c.LayTiles(seat=seat, placement=placement(said, Placement({}), table))
        case "exchanges":
            aside, _, count = said.partition(" announcing ")
            return c.ExchangeTiles(seat=seat, tiles=Tiles.of(aside), count=int(count) if count else None)
        case "stops":
            return c.StopClock(seat=seat, reason=c.StopReason(said.removeprefix("for ") or "move"))
        case "declares":
            return c.DeclareBlanks(seat=seat, blanks=loose(said))
        case "writes":
            return c.WriteBlanks(seat=seat, blanks=loose(said))
        case "draws" if said.startswith("start"):
            return c.DrawStartTile(seat=seat, tile=said.removeprefix("start").strip() or None)
        case "draws":
            drawn = None if not said or said.isdigit() else Tiles.of(said)
            return c.DrawTiles(seat=seat, count=int(said) if said.isdigit() else None, tiles=drawn)
        case _:
            return None


def _talk(seat: Seat, verb: str, said: str, why: str, table: Table) -> c.Command | None:
    match verb:
        case "announces" if said.startswith("exchange"):
            count = said.removeprefix("exchange").strip()
            return c.AnnounceExchange(seat=seat, count=int(count) if count else None)
        case "announces":
            return c.AnnounceValue(seat=seat, points=int(said))
        case "records":
            return c.RecordMove(seat=seat, points=int(said) if said else None)
        case "challenges":
            return c.ChallengeWords(seat=seat, words=tuple(said.split()))
        case "types":
            return c.TypeWords(seat=seat, words=tuple(said.split()))
        case "disputes" if said != "places":
            return c.DisputeBlank(seat=seat, blank=loose(said))
        case "corrects" if said.startswith("slip"):
            return _slip(seat, said.split()[1:])
        case "corrects":
            turn, _, points = said.partition(" to ")
            return c.CorrectScore(seat=seat, turn=int(turn), points=int(points))
        case "signs":
            return c.SignSlip(seat=seat, final=BySeat(int(points) for points in said.split()))
        case _:
            return None


def _trouble(seat: Seat, verb: str, said: str, why: str, table: Table) -> c.Command | None:
    match verb:
        case "claims" if said.startswith("surplus"):
            words = said.split()
            accident = "accident" in words
            return c.ClaimSurplus(seat=seat, of=Seat(int(words[2])), seen="seen" in words, accident=accident)
        case "claims" if said.startswith("absence"):
            return c.ClaimAbsence(seat=seat, of=Seat(int(said.split()[-1])))
        case "claims":
            return c.ClaimPlacement(seat=seat)
        case "inspects":
            return c.InspectTiles(seat=seat, tiles=Tiles.of(said) if said else None)
        case "puts":
            return c.ReturnTiles(seat=seat, tiles=Tiles.of(said.removeprefix("back").strip()))
        case "counted":
            return c.StateCount(seat=seat, count=int(said))
        case "calls":
            return c.CallArbiter(seat=seat, why=why)
        case _:
            return None


def _around(seat: Seat, verb: str, said: str, why: str, table: Table) -> c.Command | None:
    match verb:
        case "confirms":
            return c.Confirm(seat=seat, what=c.Check(said))
        case "states":
            return c.StateSet(seat=seat, tiles=_counted(said.removeprefix("set"), table))
        case "squares":
            return c.LaySquare(seat=seat, count=int(said))
        case "disputes":
            return c.DisputePlaces(seat=seat)
        case "chooses":
            return c.ChoosePlace(seat=seat, place=c.Place(said))
        case "shows":
            tiles, _, turn = said.partition(" before ")
            return c.StateRack(seat=seat, tiles=Tiles.of(tiles), turn=int(turn) if turn else None)
        case _:
            return None


def _counted(changes: str, table: Table) -> Tiles:
    """The set with what is missing (`-A`) and what is too many (`+B`)."""
    tiles = tile_set(table.game.tile_set if table.game else "pl-current").tiles
    for change in changes.split():
        one = Tiles.of(change[1:])
        tiles = tiles + one if change[0] == "+" else tiles - one
    return tiles
