"""What is told about everything out of the ordinary: surplus tiles, interruptions, rulings, absences, blanks in dispute."""

from __future__ import annotations

from mostek.core.moves import Placement
from mostek.core.players import BySeat
from mostek.messages import count, text
from mostek.messages.measures import order_text
from mostek.referee import events as e
from mostek.referee.commands import Irregularity, StopReason

Tiles = e.RackStated | e.DrawDemanded | e.BagDied | e.SurplusFound | e.TilesInspected | e.SurplusReturned
Counting = e.CountBegan | e.CountStated | e.CountBrokenOff
Presence = e.LeftBoard | e.CameBack | e.AbsenceReported | e.RecordOverdue
Blanks = e.BlanksDeclared | e.BlanksWritten | e.BlankSettled | e.BlankDied
Moves = e.ExchangeFailed | e.MoveReopened | e.MoveTakenBack | e.MoveReread | e.TurnReopened | e.GameReopened
Arbiter = e.PlayInterrupted | e.IrregularityReported | e.RulingMade | e.RulingReversed
Incident = Tiles | Counting | Presence | Blanks | Moves | Arbiter

LOCKED = {
    e.Lock.EXCHANGE_OR_PASS: "{name}: the clock runs again, only for the exchange or a pass ({clause}).",
    e.Lock.PLAY_OR_PASS: "{name}: no exchange is allowed; lay tiles or pass ({clause}).",
    e.Lock.LAYOUT: "{name}: the clock runs again; the tiles stay as they lie ({clause}).",
}
"""What is left of a turn after an irregular stop of the clock."""
STOPPED = {
    StopReason.MOVE: "{name}: the game stands still ({clause}).",
    StopReason.SURPLUS: "{name}: the game stands still because of surplus tiles ({clause}).",
    StopReason.ARBITER: "{name}: the arbiter is called ({clause}).",
    StopReason.DUTY: "{name}: the game stands still because of a dispute at another table ({clause}).",
    StopReason.COUNTING: "{name}: the game stands still while the bag is counted ({clause}).",
    StopReason.OTHER: "{name}: the game stands still ({clause}).",
}
"""Why play stands still; the name is whose concern it is."""
POINTED_OUT = {
    Irregularity.CLOCK_NOT_STARTED: "A third person points out that the clock was not started.",
    Irregularity.SURPLUS: "A third person points out surplus tiles.",
    Irregularity.OTHER_FAULT: "A third person points out an irregularity.",
}
"""What a third person has said; a suspicion is for the arbiter alone (PFS-6.6.9)."""


def tell_incident(event: Incident, names: BySeat[str]) -> str | None:
    """The event in a sentence. Which tiles somebody holds is never said."""
    if isinstance(event, Tiles):
        return _tiles(event, names)
    if isinstance(event, Counting):
        return _counting(event, names)
    if isinstance(event, Presence):
        return _presence(event, names)
    if isinstance(event, Blanks):
        return _blanks(event, names)
    if isinstance(event, Moves):
        return _moves(event, names)
    return _arbiter(event, names)


def _tiles(event: Tiles, names: BySeat[str]) -> str:
    if isinstance(event, e.BagDied):
        return text("No player has drawn: the tiles in the bag are out of the game ({clause}).", clause=event.clause)
    name = names[event.seat]
    match event:
        case e.RackStated(turn=None):
            return text("{name} states the tiles on the rack.", name=name)
        case e.RackStated(turn=turn):
            return text("{name} states the tiles before turn {turn}.", name=name, turn=turn)
        case e.DrawDemanded():
            return text(
                "{name}: the missing tiles must be drawn before the next move ({clause}).",
                name=name,
                clause=event.clause,
            )
        case e.SurplusFound():
            found = count("{name}: {n} tile too many", "{name}: {n} tiles too many", event.count, name=name)
            chosen = text("{name} chooses what goes back", name=names[event.chooser])
            return f"{found}; {chosen} ({event.clause})."
        case e.TilesInspected():
            return count("{name} looks at {n} tile.", "{name} looks at {n} tiles.", len(event.tiles), name=name)
        case e.SurplusReturned():
            back = len(event.tiles)
            return count(
                "{name}: {n} tile goes back into the bag.", "{name}: {n} tiles go back into the bag.", back, name=name
            )


def _counting(event: Counting, names: BySeat[str]) -> str:
    match event:
        case e.CountBegan():
            return text("{name} counts the tiles in the bag.", name=names[event.seat])
        case e.CountStated(count=found, due=due):
            told = count("{name} has counted {n} tile", "{name} has counted {n} tiles", found, name=names[event.seat])
            return f"{told}." if found == due else f"{told}; " + text("there should be {due}.", due=due)
        case e.CountBrokenOff():
            return text("The count of the tiles is broken off by a move ({clause}).", clause=event.clause)


def _presence(event: Presence, names: BySeat[str]) -> str:
    name = names[event.seat]
    match event:
        case e.LeftBoard():
            return text("{name} leaves the board.", name=name)
        case e.CameBack():
            return text("{name} is back at the board.", name=name)
        case e.AbsenceReported():
            return text("{name} stays away too long: the clock runs ({clause}).", name=name, clause=event.clause)
        case e.RecordOverdue():
            return text(
                "{name} delays writing the move down: the clock runs ({clause}).", name=name, clause=event.clause
            )


def _blanks(event: Blanks, names: BySeat[str]) -> str:
    match event:
        case e.BlanksDeclared():
            return text("{name}: the blank is {letters}.", name=names[event.seat], letters=_letters(event.blanks))
        case e.BlanksWritten():
            return text("{name} writes on the card: {letters}.", name=names[event.seat], letters=_letters(event.blanks))
        case e.BlankSettled():
            return text("The blank counts as {letters} ({clause}).", letters=_letters(event.blank), clause=event.clause)
        case e.BlankDied():
            squares = ", ".join(square.name for square in event.blank.tiles)
            return text(
                "Dead blank: {squares}; no new word may use it ({clause}).", squares=squares, clause=event.clause
            )


def _letters(blanks: Placement) -> str:
    return ", ".join(f"{square.name} = {tile.letter or '–'}" for square, tile in blanks.tiles.items())


def _moves(event: Moves, names: BySeat[str]) -> str:
    if isinstance(event, e.GameReopened):
        return text("The game goes on where it was.")
    name = names[event.seat]
    match event:
        case e.ExchangeFailed() | e.MoveReopened():
            return text(LOCKED[event.lock], name=name, clause=event.clause)
        case e.MoveTakenBack():
            return text("{name} takes the tiles back and thinks again ({clause}).", name=name, clause=event.clause)
        case e.TurnReopened():
            return text("{name} is on turn again: the pass does not count.", name=name)
        case e.MoveReread():
            words = ", ".join(word.word for word in event.words)
            worth = count("{n} point", "{n} points", event.points)
            return text("The move is read again: {words}", words=words) + f", {worth}."


def _arbiter(event: Arbiter, names: BySeat[str]) -> str | None:
    match event:
        case e.PlayInterrupted():
            said = text(STOPPED[event.reason], name=names[event.seat], clause=event.clause)
            return f"{said} {event.why}".rstrip()
        case e.IrregularityReported(what=Irregularity.SUSPICION):
            return None
        case e.IrregularityReported():
            return text(POINTED_OUT[event.what])
        case e.RulingMade():
            ordered = order_text(event.measure, names)
            said = text(
                "Ruling {number} ({clause}): {ordered}", number=event.number, clause=event.clause, ordered=ordered
            )
            return f"{said}; {event.reason}" if event.reason else f"{said}."
        case e.RulingReversed():
            said = text("Ruling {number} was taken back ({clause})", number=event.number, clause=event.clause)
            return f"{said}: {event.reason}" if event.reason else f"{said}."
