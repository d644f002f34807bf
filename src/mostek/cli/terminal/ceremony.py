"""What is told about everything before the first turn and after the last one."""

from __future__ import annotations

from mostek.core.players import BySeat
from mostek.messages import count, text
from mostek.referee import events as e
from mostek.referee.commands import Check, Place
from mostek.referee.state import Game

Before = (
    e.Confirmed
    | e.SetCounted
    | e.SquareLaid
    | e.PlacesDisputed
    | e.PlacesDrawn
    | e.PlaceChosen
    | e.LatenessBegan
    | e.Arrived
    | e.ClockSet
)
After = e.LeftoversDue | e.CorrectionAsked | e.ScoreCorrected | e.SlipSigned | e.SlipHandedIn | e.SlipCorrected

CONFIRMED = {
    Check.SET: "{name}: the set is complete.",
    Check.CLOCK: "{name}: the clock stands and shows the right time.",
    Check.EQUIPMENT: "{name}: consent to private equipment.",
    Check.LEAVE: "{name}: consent to leaving the board.",
    Check.CHECK_TOGETHER: "{name}: present at the check.",
    Check.SLIP: "{name}: consent to the correction of the slip.",
}
"""What each confirmation says."""


def tell_before(event: Before, names: BySeat[str]) -> str:
    """Checks, places, late players."""
    match event:
        case e.Confirmed():
            return text(CONFIRMED[event.what], name=names[event.seat])
        case e.SetCounted() | e.SquareLaid():
            return _counted(event, names)
        case e.PlacesDisputed() | e.PlacesDrawn() | e.PlaceChosen():
            return _placed(event, names)
        case e.LatenessBegan():
            return text("The table is empty: the clock runs for all players ({clause}).", clause=event.clause)
        case e.Arrived():
            return text("{name} is at the table ({clause}).", name=names[event.seat], clause=event.clause)
        case e.ClockSet():
            return text(
                "{name}: the clock is set to {time} ({clause}).",
                name=names[event.seat],
                time=minutes(event.left),
                clause=event.clause,
            )


def _counted(event: e.SetCounted | e.SquareLaid, names: BySeat[str]) -> str:
    match event:
        case e.SetCounted():
            whole = count("The set has {n} tile.", "The set has {n} tiles.", len(event.tiles))
            missing = text("Missing from the set: {tiles}.", tiles=event.missing) if len(event.missing) else ""
            surplus = text("Too many in the set: {tiles}.", tiles=event.surplus) if len(event.surplus) else ""
            return " ".join(part for part in (whole, missing, surplus) if part)
        case e.SquareLaid(count=found, whole=whole_number):
            laid = count("The square has {n} tile", "The square has {n} tiles", found)
            if found == whole_number:
                return f"{laid}."
            return f"{laid}; " + text("there should be {whole}: inform the arbiter.", whole=whole_number)


def _placed(event: e.PlacesDisputed | e.PlacesDrawn | e.PlaceChosen, names: BySeat[str]) -> str:
    name = names[event.seat]
    match event:
        case e.PlacesDisputed():
            return text("{name} asks for a draw of the places ({clause}).", name=name, clause=event.clause)
        case e.PlacesDrawn():
            return text("{name} wins the draw and chooses a place ({clause}).", name=name, clause=event.clause)
        case e.PlaceChosen(place=Place.CLOCK_LEFT):
            return text("{name} chooses the place with the clock at the left hand.", name=name)
        case e.PlaceChosen():
            return text("{name} chooses the place with the clock at the right hand.", name=name)


def tell_after(event: After, game: Game) -> str:
    """The last racks, corrections of the score, the result slip."""
    names = game.players
    match event:
        case e.LeftoversDue():
            return text("All moves are made; the players must now state their racks ({clause}).", clause=event.clause)
        case e.CorrectionAsked(turn=turn, points=points):
            said = text("{name} asks for a correction of turn {turn}", name=names[event.seat], turn=turn)
            return f"{said}: {count('{n} point', '{n} points', points)}."
        case e.ScoreCorrected(turn=turn, points=points):
            said = text("Turn {turn} counts from now on", turn=turn)
            return f"{said}: {count('{n} point', '{n} points', points)} ({event.clause})."
        case e.SlipSigned():
            return text("{name} signs the slip: {result}.", name=names[event.seat], result=_result(event.final))
        case e.SlipHandedIn():
            return text("The slip is handed in: {result}.", result=_result(event.final))
        case e.SlipCorrected():
            return text("The slip is corrected: {result} ({clause}).", result=_result(event.final), clause=event.clause)


def _result(final: BySeat[int]) -> str:
    return " : ".join(map(str, final))


def minutes(millis: int) -> str:
    """A time in minutes and seconds: `24:30`."""
    return f"{millis // 60_000}:{millis // 1000 % 60:02}"
