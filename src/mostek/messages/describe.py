"""Every event of a game in words, once for terminal, page and paper, in the language that is spoken now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.lexicon import LexiconPin
from mostek.messages import count, text
from mostek.messages.refusals import ROLES
from mostek.notation.coordinates import Orientation, format_coordinate, format_square, parse_coordinate
from mostek.referee import commands as m
from mostek.referee import events as e
from mostek.referee.commands import Check, CreditReason, Irregularity, Place, StopReason
from mostek.referee.state import Game


@dataclass(frozen=True, slots=True)
class EventContext:
    """The context of an event's sentence: facts of its game, and the reader's orientation of the board."""

    players: BySeat[str]
    orientation: Orientation = Orientation.LETTERED_ROWS
    announces: bool = True
    """Whether the table announces the value of a move; elsewhere players count it themselves."""
    lexicon: LexiconPin | None = None

    @classmethod
    def of(cls, game: Game, orientation: Orientation) -> EventContext:
        """The context of a game's events for a reader with this orientation."""
        return cls(game.players, orientation, game.steps.announce, game.lexicon)


@dataclass(frozen=True, slots=True)
class Description:
    """An event in a sentence, and the clause on which it rests (empty where it cites none)."""

    text: str
    clause: str

    @property
    def cited(self) -> str:
        """The sentence with its clause in brackets: `Anna is at the table (PFS-6.3.2b).`"""
        if not self.clause:
            return self.text
        return f"{self.text.removesuffix('.')} ({self.clause}){'.' if self.text.endswith('.') else ''}"


def describe(event: e.Event, context: EventContext) -> Description:
    """The event in a sentence. No sentence names the tiles on a rack.

    Args:
        event: An event as its reader may know it: unseen tiles face down.
        context: The game's players, and the orientation of the reader's board.

    Returns:
        The sentence and its clause.
    """
    made = SENTENCES[type(event)]
    sentence = made(event, context) if callable(made) else _filled(made, event, context)
    return Description(sentence, getattr(event, "clause", ""))


def is_quiet(event: e.Event, context: EventContext) -> bool:
    """Whether the event needs no sentence of its own, because the board, the clocks or another sentence shows it."""
    match event:
        case e.MoveWithdrawn(cause=cause):
            return cause is not e.Cause.FAULTY_PLACEMENT  # the loss of the turn, which follows, says it
        case e.TimeCredited(millis=millis):
            return millis < _NOTICEABLE
        case e.ValueAnnounced():
            return context.announces
        case _:
            return type(event) in QUIET


QUIET: frozenset[type[e.Event]] = frozenset(
    {
        e.GameCreated,
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
        e.SeedRevealed,
        e.Recorded,
    }
)
"""Types of events that are always quiet."""
_NOTICEABLE = 500
"""From how many milliseconds on a credit of time is mentioned."""
_TENTH = 100
"""The least time in milliseconds that is given as a figure."""

CONFIRMED: Mapping[Check, str] = {
    Check.SET: "{name}: the set is complete.",
    Check.CLOCK: "{name}: the clock stands and shows the right time.",
    Check.EQUIPMENT: "{name}: consent to private equipment.",
    Check.LEAVE: "{name}: consent to leaving the board.",
    Check.CHECK_TOGETHER: "{name}: present at the check.",
    Check.SLIP: "{name}: consent to the correction of the slip.",
    Check.END: "{name}: wishes to end the game as it stands.",
    Check.ADJOURN: "{name}: wishes to put the game off to another time.",
    Check.RESUME: "{name}: ready to go on with the game.",
    Check.GO_ON: "{name}: wishes to go on without the arbiter.",
    Check.SIGHT: "{name}: consent that the arbiter rules and sees the racks.",
}
PLACED: Mapping[Place, str] = {
    Place.CLOCK_LEFT: "{name} chooses the place with the clock at the left hand.",
    Place.CLOCK_RIGHT: "{name} chooses the place with the clock at the right hand.",
}
LOCKED: Mapping[e.Lock, str] = {
    e.Lock.EXCHANGE_OR_PASS: "{name}: the clock runs again, only for the exchange or a pass.",
    e.Lock.PLAY_OR_PASS: "{name}: no exchange is allowed; lay tiles or pass.",
    e.Lock.LAYOUT: "{name}: the clock runs again; the tiles stay as they lie.",
}
STOPPED: Mapping[StopReason, str] = {
    StopReason.MOVE: "{name}: the game stands still.",
    StopReason.SURPLUS: "{name}: the game stands still because of surplus tiles.",
    StopReason.ARBITER: "{name}: the arbiter is called.",
    StopReason.DUTY: "{name}: the game stands still because of a dispute at another table.",
    StopReason.COUNTING: "{name}: the game stands still while the bag is counted.",
    StopReason.BREAK: "The game is put off to another time.",
    StopReason.OTHER: "{name}: the game stands still.",
}
POINTED_OUT: Mapping[Irregularity, str] = {
    Irregularity.CLOCK_NOT_STARTED: "A third person points out that the clock was not started.",
    Irregularity.SURPLUS: "A third person points out surplus tiles.",
    Irregularity.OTHER_FAULT: "A third person points out an irregularity.",
    Irregularity.SUSPICION: "A third person tells the arbiter of a suspicion.",
}
CREDITED: Mapping[CreditReason, str] = {
    CreditReason.DELIVERY: "{name}: {seconds} s given back for the way of the position to the player.",
    CreditReason.TRANSIT: "{name}: {seconds} s given back for the way of the command to the server.",
    CreditReason.OUTAGE: "{name}: {seconds} s given back for an outage of the server.",
}
MEASURES: Mapping[str, str] = {
    "settle": "the game goes on as it stands",
    "warn": "a warning",
    "deduct": "penalty points",
    "exclude_from_game": "exclusion from the game",
    "exclude_from_event": "exclusion from the tournament",
    "force_pass": "the turn is passed",
    "repeat_move": "the move is made again",
    "tidy_tiles": "the tiles are put straight",
    "correct_tiles": "tiles on the board are read otherwise",
    "adjust_clock": "the clock is set otherwise",
    "settle_score": "the score is fixed",
    "accept_move": "the move is written down",
    "lift_lock": "the player may do anything again",
}
"""The name of each measure of an arbiter."""
ENDINGS: Mapping[Ending, str] = {
    Ending.OUT: "All tiles of one player are laid and the bag is empty.",
    Ending.PASSES: "Everybody has passed in turn.",
    Ending.PASSES_AND_LOSSES: "There were only passes and lost turns in a row.",
    Ending.TIME: "The time of all players is up.",
    Ending.RESIGNED: "Resigned: {names}.",
    Ending.AGREED: "All players agreed to end the game.",
    Ending.ABORTED: "The game was broken off at its beginning.",
    Ending.ABSENT: "Absent too long: {names}.",
    Ending.IDLE: "Nothing has happened for too long in a game without a clock.",
    Ending.FORFEIT: "Lost by forfeit: {names}.",
}


def _created(event: e.GameCreated, context: EventContext) -> str:
    sentence = text(
        "The table is set: {names}. Rules: {rulebook}, edition {edition}.",
        names=", ".join(event.players),
        rulebook=event.rulebook.upper(),
        edition=event.edition,
    )
    if event.commitment is None:
        return sentence
    return f"{sentence} {text('Commitment of the draws: {commitment}', commitment=event.commitment)}"


def _set_counted(event: e.SetCounted, context: EventContext) -> str:
    parts = [count("The set has {n} tile.", "The set has {n} tiles.", len(event.tiles))]
    if len(event.missing):
        parts.append(text("Missing from the set: {tiles}.", tiles=event.missing))
    if len(event.surplus):
        parts.append(text("Too many in the set: {tiles}.", tiles=event.surplus))
    return " ".join(parts)


def _square_laid(event: e.SquareLaid, context: EventContext) -> str:
    laid = count("The square has {n} tile.", "The square has {n} tiles.", event.count)
    if event.count == event.whole:
        return laid
    return f"{laid} {text('There should be {whole}: inform the arbiter.', whole=event.whole)}"


def _exchange_announced(event: e.ExchangeAnnounced, context: EventContext) -> str:
    name = context.players[event.seat]
    if event.count is None:
        return text("{name} announces an exchange.", name=name)
    one, many = "{name} announces an exchange of {n} tile.", "{name} announces an exchange of {n} tiles."
    return count(one, many, event.count, name=name)


def _tiles_laid(event: e.TilesLaid, context: EventContext) -> str:
    params = {"name": context.players[event.seat], "words": words_text(event.words, context.orientation)}
    if not context.announces:
        return text("{name} lays {words}.", **params)
    return text("{name} lays {words}: {points}.", **params, points=points_text(event.points))


def _move_withdrawn(event: e.MoveWithdrawn, context: EventContext) -> str:
    name = context.players[event.seat]
    if event.cause is e.Cause.FAULTY_PLACEMENT:
        return text("The tiles are laid against the rules: {name} takes them back.", name=name)
    return text("{name} takes the tiles off the board.", name=name)


def _judged(event: e.WordsJudged, context: EventContext) -> str:
    """One verdict for all words: it does not say which of them is wrong (PFS-4.7.11)."""
    verdict = text("Verdict: valid.") if event.valid else text("Verdict: invalid.")
    if event.by is not Role.LEXICON or context.lexicon is None:
        return verdict
    return f"{verdict} {lexicon_text(context.lexicon)}."


def _overridden(event: e.VerdictOverridden, context: EventContext) -> str:
    sentence = text("The verdict is set aside: {reason}.", reason=event.reason)
    if event.turns is None:
        return sentence
    return f"{sentence} {text('The game goes back to before turn {turn}.', turn=event.turns + 1)}"


def _presence(event: e.PresenceChanged, context: EventContext) -> str:
    sentence = "{name} is connected again." if event.here else "{name} has lost the connection."
    return text(sentence, name=context.players[event.seat])


def _arbiter(event: e.ArbiterChanged, context: EventContext) -> str:
    sentences = []
    if event.playing is not None:
        sentences.append(_playing(event.playing, context))
    if event.here or not (event.asking or event.playing):
        sentences.append(_who_rules(event))
    elif event.playing:
        sentences.append(text("There is no other arbiter here."))
    if event.asking:
        roles = _roles(event.asking)
        sentences.append(
            text("Has come during the game and waits for the consent of all players: {roles}.", roles=roles)
        )
    return " ".join(sentences)


def _playing(seats: tuple[Seat, ...], context: EventContext) -> str:
    """The players who officiate as well, and so never decide at their own table (PFS-4.4.2d)."""
    if not seats:
        return text("No player of this table is an official of the event any more.")
    names = ", ".join(context.players[seat] for seat in seats)
    return text("Officials of the event as well, who decide at other tables and not at this one: {names}.", names=names)


def _roles(roles: Iterable[Role]) -> str:
    return ", ".join(text(ROLES[role]) for role in roles)


def _who_rules(event: e.ArbiterChanged) -> str:
    others = text("Officials at the table: {roles}.", roles=_roles(event.roles))
    if not event.here:
        return others if event.roles else text("No arbiter is at the table any more.")
    if event.roles[1:]:
        return f"{_sight(event)} {others}"
    return _sight(event)


def _sight(event: e.ArbiterChanged) -> str:
    if event.sees_racks:
        return text("An arbiter who sees the racks is at the table.")
    return text("An arbiter who does not see the racks is at the table.")


def _turn_passed(event: e.TurnPassed, context: EventContext) -> str:
    name = context.players[event.seat]
    if event.forced is None:
        return text("{name} passes.", name=name)
    if event.forced is e.Cause.TIME:
        return text("The time is up: the turn of {name} counts as a pass.", name=name)
    return text("The turn of {name} counts as a pass.", name=name)


def _rack_stated(event: e.RackStated, context: EventContext) -> str:
    name = context.players[event.seat]
    if event.turn is None:
        return text("{name} states the tiles on the rack.", name=name)
    return text("{name} states the tiles before turn {turn}.", name=name, turn=event.turn)


def _surplus_found(event: e.SurplusFound, context: EventContext) -> str:
    found = count(
        "{name}: {n} tile too many", "{name}: {n} tiles too many", event.count, name=context.players[event.seat]
    )
    return f"{found}; {text('{name} chooses what goes back', name=context.players[event.chooser])}."


def _count_stated(event: e.CountStated, context: EventContext) -> str:
    name = context.players[event.seat]
    stated = count("{name} has counted {n} tile.", "{name} has counted {n} tiles.", event.count, name=name)
    return stated if event.count == event.due else f"{stated} {text('There should be {due}.', due=event.due)}"


def _credited(event: e.TimeCredited, context: EventContext) -> str:
    whole, tenth = divmod(round(max(_TENTH, event.millis) / _TENTH), 10)
    tenths = text("{whole}.{decimals}", whole=whole, decimals=tenth)
    seconds = f"< {tenths}" if event.millis < _TENTH else tenths
    return text(CREDITED[event.why], name=context.players[event.seat], seconds=seconds)


def _interrupted(event: e.PlayInterrupted, context: EventContext) -> str:
    return _reasoned(text(STOPPED[event.reason], name=context.players[event.seat]), event.why)


def _ruling(event: e.RulingMade, context: EventContext) -> str:
    ordered = measure_text(event.measure, context)
    return _reasoned(text("Ruling {number}: {ordered}.", number=event.number, ordered=ordered), event.reason)


def _reversal(event: e.RulingReversed, context: EventContext) -> str:
    return _reasoned(text("Ruling {number} was taken back.", number=event.number), event.reason)


def _game_ended(event: e.GameEnded, context: EventContext) -> str:
    ending = ending_text(event.result, context.players)
    return f"{text('The game is over.')} {ending} {winners_text(event.result.winners, context.players)}"


def _reasoned(sentence: str, reason: str) -> str:
    return f"{sentence} {text('Reason: {reason}', reason=reason)}" if reason else sentence


def _choosing(table: Mapping[Any, str], field: str) -> Callable[[Any, EventContext], str]:
    """The sentence that belongs to the value of a field."""
    return lambda event, context: _filled(table[getattr(event, field)], event, context)


def _counting(one: str, many: str, field: str = "tiles") -> Callable[[Any, EventContext], str]:
    """A sentence about the number of some tiles."""
    return lambda event, context: count(one, many, len(getattr(event, field)), name=context.players[event.seat])


SENTENCES: Mapping[type[e.Event], str | Callable[[Any, EventContext], str]] = {
    e.GameCreated: _created,
    e.Confirmed: _choosing(CONFIRMED, "what"),
    e.SetCounted: _set_counted,
    e.SquareLaid: _square_laid,
    e.PlacesDisputed: "{name} asks for a draw of the places.",
    e.PlacesDrawn: "{name} wins the draw and chooses a place.",
    e.PlaceChosen: _choosing(PLACED, "place"),
    e.LatenessBegan: "The table is empty: the clock runs for all players.",
    e.Arrived: "{name} is at the table.",
    e.StartTileDrawn: "{name} draws {tile} for the start.",
    e.StartDrawTied: "Equal letters; these draw again: {names}.",
    e.StarterChosen: "{name} starts.",
    e.DealCompleted: "All racks are full.",
    e.GameStarted: "The game has begun.",
    e.TurnOpened: "On turn: {name}.",
    e.TilesArranged: "{name} arranges tiles; the move is not ended yet.",
    e.ExchangeAnnounced: _exchange_announced,
    e.PassAnnounced: "{name} announces a pass.",
    e.ExchangeFailed: _choosing(LOCKED, "lock"),
    e.PassDeclared: "{name} says: pass.",
    e.TilesLaid: _tiles_laid,
    e.MoveReopened: _choosing(LOCKED, "lock"),
    e.MoveTakenBack: "{name} takes the tiles back and thinks again.",
    e.MoveWithdrawn: _move_withdrawn,
    e.PlacementUpheld: "The tiles are laid according to the rules; the move stands.",
    e.BlanksDeclared: "{name}: the blank is {letters}.",
    e.BlanksWritten: "{name} writes on the card: {letters}.",
    e.BlankSettled: "The blank counts as {letters}.",
    e.BlankDied: "Dead blank: {squares}; no new word may use it.",
    e.ValueAnnounced: "{name} announces: {points}.",
    e.Recorded: "{name} writes down: {points}.",
    e.WordsChallenged: "{name} challenges: {words}.",
    e.WordsTyped: "{name} writes for the check: {words}.",
    e.SlipConfirmed: "{name}: the words are copied without errors.",
    e.CheckRun: "{name} runs the check.",
    e.CheckVoided: "The words were not checked as they lie; they are written again.",
    e.WordsJudged: _judged,
    e.VerdictOverridden: _overridden,
    e.MoveAccepted: "Written down for {name}: {points}.",
    e.TurnLost: "{name} takes the tiles back and loses the turn.",
    e.ExchangeAccepted: "The exchange of {name} is written down.",
    e.TurnPassed: _turn_passed,
    e.TilesDrawn: _counting("{name} draws {n} tile.", "{name} draws {n} tiles."),
    e.TilesReturned: _counting("{name}: {n} tile goes back into the bag.", "{name}: {n} tiles go back into the bag."),
    e.TilesSetAside: _counting("{name} exchanges {n} tile.", "{name} exchanges {n} tiles."),
    e.RackStated: _rack_stated,
    e.DrawDemanded: "{name}: the missing tiles must be drawn before the next move.",
    e.BagDied: "No player has drawn: the tiles in the bag are out of the game.",
    e.SurplusFound: _surplus_found,
    e.TilesInspected: _counting("{name} looks at {n} tile.", "{name} looks at {n} tiles."),
    e.SurplusReturned: _counting(
        "{name}: {n} surplus tile goes back into the bag.", "{name}: {n} surplus tiles go back into the bag."
    ),
    e.ClockStarted: "The clock runs: {name}, {time}.",
    e.ClockStopped: "The clock stops: {name}, {time}.",
    e.ClockSet: "{name}: the clock is set to {time}.",
    e.TimeCredited: _credited,
    e.FlagFell: "{name}: the time for the game is up.",
    e.TurnTimeExceeded: "{name}: the time for the turn is up.",
    e.SoloBegan: "{name} plays on alone.",
    e.PlayInterrupted: _interrupted,
    e.LeftBoard: "{name} leaves the board.",
    e.CameBack: "{name} is back at the board.",
    e.AbsenceReported: "{name} stays away too long: the clock runs.",
    e.RecordOverdue: "{name} delays writing the move down: the clock runs.",
    e.CountBegan: "{name} counts the tiles in the bag.",
    e.CountStated: _count_stated,
    e.CountBrokenOff: "The count of the tiles is broken off by a move.",
    e.IrregularityReported: _choosing(POINTED_OUT, "what"),
    e.PlayResumed: "The game goes on.",
    e.PresenceChanged: _presence,
    e.ArbiterChanged: _arbiter,
    e.PlayerResigned: "{name} plays no more.",
    e.PenaltyCharged: "{name} loses {points}.",
    e.RulingMade: _ruling,
    e.RulingReversed: _reversal,
    e.TurnReopened: "{name} is on turn again: the pass does not count.",
    e.GameReopened: "The game goes on where it was.",
    e.MoveReread: "The move is read again: {words}, {points}.",
    e.CorrectionAsked: "{name} asks for a correction of turn {turn}: {points}.",
    e.ScoreCorrected: "Turn {turn} counts from now on: {points}.",
    e.LeftoversDue: "All moves are made; the players must now state their racks.",
    e.GameEnded: _game_ended,
    e.SlipSigned: "{name} signs the slip: {result}.",
    e.SlipHandedIn: "The slip is handed in: {result}.",
    e.SlipCorrected: "The slip is corrected: {result}.",
    e.SeedRevealed: "Seed of the draws: {seed}",
}
"""The sentence for each type of event: a key of the catalogue, or a function that composes it."""


def _filled(template: str, event: Any, context: EventContext) -> str:
    params = {
        field: FIELDS[field](event, context) if field in FIELDS else getattr(event, field)
        for field in _fields(template)
    }
    return text(template, **params)


@cache
def _fields(template: str) -> tuple[str, ...]:
    return tuple(field for _, field, _, _ in Formatter().parse(template) if field)


FIELDS: Mapping[str, Callable[[Any, EventContext], object]] = {
    "name": lambda event, context: context.players[event.seat],
    "names": lambda event, context: names_text(context.players, event.seats),
    "points": lambda event, context: points_text(event.points),
    "words": lambda event, context: _words(event.words, context.orientation),
    "letters": lambda event, context: _letters(_blanks(event), context.orientation),
    "squares": lambda event, context: ", ".join(
        format_square(square, context.orientation) for square in event.blank.tiles
    ),
    "time": lambda event, context: duration_text(event.left),
    "result": lambda event, context: scores_text(event.final),
}
"""The parameters of the sentences that are not simply a field of the event."""


def _blanks(event: e.BlanksDeclared | e.BlanksWritten | e.BlankSettled) -> Placement:
    return event.blank if isinstance(event, e.BlankSettled) else event.blanks


def _letters(placement: Placement, orientation: Orientation) -> str:
    """Which squares mean which letters: `H9 = O`."""
    tiles = placement.tiles.items()
    return ", ".join(f"{format_square(square, orientation)} = {tile.letter or '–'}" for square, tile in tiles)


def _words(words: tuple[str, ...] | tuple[e.ScoredWord, ...], orientation: Orientation) -> str:
    return ", ".join(word if isinstance(word, str) else word_text(word, orientation) for word in words)


def word_text(word: e.ScoredWord, orientation: Orientation) -> str:
    """A word with its first square: `KoT H8`; a small letter is a blank."""
    return f"{word.word} {format_coordinate(*parse_coordinate(word.at, Orientation.LETTERED_ROWS), orientation)}"


def words_text(words: tuple[e.ScoredWord, ...], orientation: Orientation) -> str:
    """The words of a move, each with its first square."""
    return _words(words, orientation) or text("(no word)")


def move_text(words: tuple[e.ScoredWord, ...], orientation: Orientation) -> str:
    """The words of a move in a column, the square of the main word before it: `H8 KoT, ET`."""
    if not words:
        return text("(no word)")
    square = format_coordinate(*parse_coordinate(words[0].at, Orientation.LETTERED_ROWS), orientation)
    return f"{square} {', '.join(word.word for word in words)}"


def points_text(points: int) -> str:
    """A number of points in words."""
    return count("{n} point", "{n} points", points)


def names_text(players: BySeat[str], seats: Iterable[Seat]) -> str:
    """The names of some seats."""
    return ", ".join(players[seat] for seat in seats)


def scores_text(final: BySeat[int]) -> str:
    """A result as people write it: `380 : 412`."""
    return " : ".join(map(str, final))


def duration_text(millis: int) -> str:
    """Minutes and seconds, `24:05`; from an hour on `1:02:03`."""
    minutes, seconds = divmod(max(0, millis) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_text(left: int) -> str:
    """The time on a clock, in milliseconds: a begun second counts whole, so that 0:00 means that the time is up."""
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def lexicon_text(pin: LexiconPin) -> str:
    """The list that judges. Any list but the federation's, which only its owners can import, says that it is another one."""
    if pin.name.startswith("osps"):
        return text("Lexicon: {name} {edition}", name=pin.name, edition=pin.edition)
    return text("Lexicon: {name} {edition} (this is not OSPS)", name=pin.name, edition=pin.edition)


def list_text(pin: LexiconPin) -> str:
    """The list that judges, where the line has a title already."""
    named = f"{pin.name} {pin.edition}"
    return named if pin.name.startswith("osps") else f"{named} {text('(this is not OSPS)')}"


def ending_text(result: GameResult, players: BySeat[str]) -> str:
    """The ending of a game in words."""
    return text(ENDINGS[result.ending], names=names_text(players, result.forfeited))


def winners_text(winners: tuple[Seat, ...], players: BySeat[str]) -> str:
    """The winner, or the players of a draw."""
    names = names_text(players, winners)
    if not winners:
        return text("No player wins.")
    return text("A draw between {names}.", names=names) if len(winners) > 1 else text("The winner: {name}.", name=names)


def measure_text(measure: m.Measure, context: EventContext) -> str:
    """A measure with its player and figures: `Anna, penalty points: 10 points`."""
    seat = getattr(measure, "seat", None)
    sentence = f"{text(MEASURES[str(measure.__struct_config__.tag)])}{_figures(measure, context.orientation)}"
    return f"{context.players[seat]}, {sentence}" if isinstance(seat, Seat) else sentence


def _figures(measure: m.Measure, orientation: Orientation) -> str:
    match measure:
        case m.Deduct(points=points) | m.SettleScore(points=points):
            return f": {points_text(points)}"
        case m.AdjustClock(millis=millis):
            sign = "−" if millis < 0 else "+"
            return f": {sign}" + count("{n} second", "{n} seconds", abs(millis) // 1000)
        case m.CorrectTiles(tiles=tiles):
            return f": {_letters(tiles, orientation)}"
        case _:
            return ""
