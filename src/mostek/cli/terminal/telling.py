"""What has happened, in sentences of the present tense."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.cli.terminal.ceremony import After, Before, tell_after, tell_before
from mostek.cli.terminal.incidents import Incident, tell_incident
from mostek.cli.terminal.screen import lexicon_text, points_text, words_text
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.messages import count, text
from mostek.messages.refusals import grounds
from mostek.notation.coordinates import Orientation
from mostek.referee import events as e
from mostek.referee.commands import CreditReason, Venue
from mostek.referee.state import Game

UNSAID: frozenset[type[e.Event]] = frozenset(
    {
        e.DealCompleted,
        e.TilesReturned,
        e.GameStarted,
        e.TurnOpened,
        e.ClockStarted,
        e.ClockStopped,
        e.TilesArranged,
        e.SlipConfirmed,
        e.CheckRun,
        e.ExchangeAccepted,
        e.PassDeclared,
    }
)
"""Events that go without saying: the board, the clocks or the sentence about another event tells them."""


def tell(event: e.Event, game: Game, orientation: Orientation) -> str | None:
    """The event in a sentence; `None` for what goes without saying. `game` is the one the event belongs to."""
    names = game.players
    match event:
        case e.TilesLaid():
            words = words_text(event.words, orientation)
            return f"{text('{name} lays {words}', name=names[event.seat], words=words)}: {points_text(event.points)}."
        case e.GameEnded():
            return text("The game is over.") + " " + ending_text(event.result, names)
        case e.WordsJudged():
            return _verdict(event, game)
        case e.TilesDrawn() | e.StartTileDrawn() | e.StartDrawTied() | e.StarterChosen():
            return _drawing(event, names)
        case e.FlagFell() | e.TurnTimeExceeded() | e.SoloBegan():
            return _time(event, names)
        case e.TimeCredited():
            return _credit(event, names[event.seat])
        case e.WordsChallenged() | e.PlacementUpheld() | e.MoveWithdrawn() | e.PenaltyCharged() | e.VerdictOverridden():
            return _challenge(event, names)
        case e.MoveAccepted() | e.TurnLost() | e.TilesSetAside() | e.TurnPassed():
            return _turn(event, names)
        case e.GameCreated() | e.SeedRevealed():
            return _seed(event)
        case e.ExchangeAnnounced() | e.PassAnnounced() | e.ValueAnnounced() | e.Recorded():
            return _spoken(event, names) if game.venue is Venue.TABLE else None
        case e.WordsTyped() | e.CheckVoided():
            return _checked(event, names)
        case _:
            return _rest(event, game)


def _rest(event: e.Event, game: Game) -> str | None:
    """What belongs to other pages: the ceremonies before and after, and everything out of the ordinary."""
    if isinstance(event, Before):
        return tell_before(event, game.players)
    if isinstance(event, After):
        return tell_after(event, game)
    return tell_incident(event, game.players) if isinstance(event, Incident) else None


def _spoken(event: e.ExchangeAnnounced | e.PassAnnounced | e.ValueAnnounced | e.Recorded, names: BySeat[str]) -> str:
    """What is said and written at a table; where the program keeps the tiles it happens by itself."""
    name = names[event.seat]
    match event:
        case e.ExchangeAnnounced():
            return text("{name} announces an exchange.", name=name)
        case e.PassAnnounced():
            return text("{name} announces a pass.", name=name)
        case e.ValueAnnounced(points=points):
            return text("{name} announces: {points}.", name=name, points=points_text(points))
        case e.Recorded(points=points):
            return text("{name} writes down: {points}.", name=name, points=points_text(points))


def _checked(event: e.WordsTyped | e.CheckVoided, names: BySeat[str]) -> str:
    match event:
        case e.WordsTyped():
            return text("{name} writes for the check: {words}.", name=names[event.seat], words=", ".join(event.words))
        case e.CheckVoided():
            return text(
                "The words were not checked as they lie; they are written again ({clause}).", clause=event.clause
            )


def _seed(event: e.GameCreated | e.SeedRevealed) -> str | None:
    """What a game is committed to, before it; and the seed, after it."""
    match event:
        case e.GameCreated(commitment=None):
            return None
        case e.GameCreated():
            return text("Commitment of the draws: {commitment}", commitment=event.commitment)
        case e.SeedRevealed():
            return text("Seed of the draws: {seed}", seed=event.seed)


def _drawing(event: e.TilesDrawn | e.StartTileDrawn | e.StartDrawTied | e.StarterChosen, names: BySeat[str]) -> str:
    match event:
        case e.TilesDrawn():
            return count("{name} draws {n} tile.", "{name} draws {n} tiles.", len(event.tiles), name=names[event.seat])
        case e.StartTileDrawn():
            return text("{name} draws {tile} for the start.", name=names[event.seat], tile=event.tile)
        case e.StartDrawTied():
            return text("Equal letters; these draw again: {names}.", names=listed(names, event.seats))
        case e.StarterChosen():
            return text("{name} starts.", name=names[event.seat])


def _time(event: e.FlagFell | e.TurnTimeExceeded | e.SoloBegan, names: BySeat[str]) -> str:
    name = names[event.seat]
    match event:
        case e.FlagFell():
            said = text("{name}: the time for the game is up.", name=name)
        case e.TurnTimeExceeded():
            said = text("{name}: the time for the turn is up.", name=name)
        case e.SoloBegan():
            said = text("{name} plays on alone.", name=name)
    return f"{said} ({event.clause})"


def _credit(event: e.TimeCredited, name: str) -> str:
    """Whose time was given back, how much of it, and why."""
    time = _span(event.millis)
    match event.why:
        case CreditReason.DELIVERY:
            return text("{name}: the position was still on its way; time given back: {time}.", name=name, time=time)
        case CreditReason.TRANSIT:
            return text("{name}: the move was still on its way; time given back: {time}.", name=name, time=time)
        case CreditReason.OUTAGE:
            return text("{name}: the server stood still; time given back: {time}.", name=name, time=time)


def _span(millis: int) -> str:
    """A time as somebody would say it: seconds, or thousandths where seconds would be too coarse."""
    if millis >= 10_000:
        return count("{n} second", "{n} seconds", millis // 1000)
    return count("{n} millisecond", "{n} milliseconds", millis)


def _challenge(
    event: e.WordsChallenged | e.PlacementUpheld | e.MoveWithdrawn | e.PenaltyCharged | e.VerdictOverridden,
    names: BySeat[str],
) -> str | None:
    match event:
        case e.WordsChallenged():
            return text("{name} challenges: {words}.", name=names[event.seat], words=", ".join(event.words))
        case e.PlacementUpheld():
            return text("The tiles are laid according to the rules; the move stands.")
        case e.MoveWithdrawn(cause=e.Cause.FAULTY_PLACEMENT):
            lies = text("The tiles are laid against the rules: {name} takes them back.", name=names[event.seat])
            return f"{lies} ({grounds(event.clause)})"
        case e.MoveWithdrawn():
            return None  # the loss of the turn, which follows, says it
        case e.PenaltyCharged():
            cost = points_text(event.points)
            return text("{name} loses {points} ({clause}).", name=names[event.seat], points=cost, clause=event.clause)
        case e.VerdictOverridden():
            return text("The verdict is set aside: {reason}.", reason=event.reason)


def _turn(event: e.MoveAccepted | e.TurnLost | e.TilesSetAside | e.TurnPassed, names: BySeat[str]) -> str:
    name = names[event.seat]
    match event:
        case e.MoveAccepted():
            return text("Written down for {name}: {points}.", name=name, points=points_text(event.points))
        case e.TurnLost():
            lost = text("{name} takes the tiles back and loses the turn.", name=name)
            return lost if event.cause is e.Cause.INVALID_WORD else f"{lost} ({event.clause})"
        case e.TilesSetAside():
            return count("{name} exchanges {n} tile.", "{name} exchanges {n} tiles.", len(event.tiles), name=name)
        case e.TurnPassed(forced=None):
            return text("{name} passes.", name=name)
        case e.TurnPassed(forced=e.Cause.TIME):
            return text(
                "The time is up: the turn of {name} counts as a pass ({clause}).", name=name, clause=event.clause
            )
        case e.TurnPassed():
            return text("The turn of {name} counts as a pass ({clause}).", name=name, clause=event.clause)


def _verdict(event: e.WordsJudged, game: Game) -> str:
    """One verdict for all words; which of them is wrong is not said (PFS-4.7.11)."""
    verdict = text("Verdict: valid.") if event.valid else text("Verdict: invalid.")
    judged = event.by is Role.LEXICON and game.lexicon is not None
    return f"{verdict} {lexicon_text(game.lexicon)}." if judged and game.lexicon else verdict


def ending_text(result: GameResult, names: BySeat[str]) -> str:
    """Why a game is over."""
    match result.ending:
        case Ending.OUT:
            return text("All tiles of one player are laid and the bag is empty.")
        case Ending.PASSES:
            return text("Everybody has passed in turn.")
        case Ending.PASSES_AND_LOSSES:
            return text("There were only passes and lost turns in a row.")
        case Ending.TIME:
            return text("The time of all players is up.")
        case Ending.FORFEIT:
            return text("Lost by forfeit: {names}.", names=listed(names, result.forfeited))


def result_lines(game: Game, result: GameResult) -> list[str]:
    """The final scores, how the tiles left have changed them, and who has won."""
    lines = []
    for seat in sorted(game.seats, key=lambda seat: result.places[seat]):
        left = result.leftovers[seat]
        change = text("{before} {change:+d} for the tiles left", before=result.final[seat] - left, change=left)
        lines.append(f"{result.places[seat]}. {game.players[seat]}: {result.final[seat]} ({change})")
    winners = listed(game.players, result.winners)
    if len(result.winners) > 1:
        lines.append(text("A draw between {names}.", names=winners))
    else:
        lines.append(text("The winner: {name}.", name=winners))
    if result.tie_broken:
        lines.append(text("The value of the last word decided between equal scores."))
    return lines


def listed(names: BySeat[str], seats: Iterable[Seat]) -> str:
    """The names of some seats."""
    return ", ".join(names[seat] for seat in seats)
