"""Import a tournament held elsewhere: the commands that recreate it, and the differences in its results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, time
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.tournament_origins import FIGURES, origin_of, with_written
from mostek.app.tournament_packages import read_event
from mostek.app.tournament_records import own_record, recorded
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.messages import count, text
from mostek.messages.tournament import say
from mostek.messages.tournament_files import say_file_fault, say_file_note
from mostek.rules.rulebook import TieBreak
from mostek.tournament.classification import Standing
from mostek.tournament.commands import (
    AwardForfeit,
    CheckIn,
    Command,
    CreateTournament,
    EnterResult,
    PairRound,
    RecordOrigin,
    RegisterEntrant,
    Withdraw,
)
from mostek.tournament.credits import DRAW, WIN, CreditKind
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.file_formats import size_fault, write_tournament
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, UnreadableTournamentError
from mostek.tournament.origin import SOURCE
from mostek.tournament.pairing.values import BY_HAND
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import EventRating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    cleaned,
    round_count,
)
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.settings import ByeSettings, PlanError, ScalpRule, Settings, plan_of, settings_of
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import ForfeitCause, OwnCredit, Played, Source, Tournament


class Difference(Struct, frozen=True):
    """A figure of the file that differs from our computation."""

    number: int
    figure: str
    stated: int
    reckoned: int | None


class Imported(Struct, frozen=True):
    """The result of an import."""

    steps: tuple[Step, ...]
    state: Tournament
    differences: tuple[Difference, ...]
    compared: Mapping[str, int]
    """By figure, of how many players the file states it."""
    settings: Mapping[str, Any]
    """The settings with which the figures agree."""
    notes: tuple[FileNote, ...] = ()
    """For the person who imports the file."""


class ImportRefusedError(ValueError):
    """Our desk refuses a command of an imported event."""

    def __init__(self, command: Command, refused: DeskRefusal) -> None:
        super().__init__(refused.reason)
        self.command = command
        self.refused = refused


def imported(
    written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any] | None = None
) -> Imported:
    """Import an event as our desk would have run it. Raises `ImportRefusedError`, or `TournamentFileError` for too many players.

    Whether the clause on a favourite by more than 50 held is not said in files, so that rule is taken by which the scalps agree.
    """
    if fault := size_fault(written):
        raise fault
    clean, notes = cleaned(_without_round_to_come(written))
    chosen = dict(settings or {})
    clean = with_winners(clean, chosen)
    found = _run(clean, at, name, chosen)
    if "scalps" not in chosen and any(each.figure == "scalps" for each in found.differences):
        rules = (ScalpRule.PLAIN, ScalpRule.OVER_FIFTY)
        tried = (found, *(_run(clean, at, name, {**chosen, "scalps": rule}) for rule in rules))
        found = min(tried, key=lambda each: len(each.differences))
    found = replace(found, notes=(*clean.notes, *notes, *_namesakes(clean)))
    return _with_origin(found, clean, at)


def _without_round_to_come(written: RecordedTournament) -> RecordedTournament:
    """A pairing program receives byes of the next round before it pairs the games; a desk pairs both at once."""
    last = _last_paired(written)
    early = [row for row in written.results if row.round > last and row.kind is ResultKind.BYE]
    if not early:
        return written
    called = {player.number: player.name for player in written.players}
    people = ", ".join(dict.fromkeys(called[row.host] for row in early))
    note = FileNote(NoteKind.ROUND_TO_COME, {"round": last + 1, "people": people})
    results = tuple(row for row in written.results if row not in early)
    return replace(written, results=results, notes=(*written.notes, note))


def _last_paired(written: RecordedTournament) -> int:
    return round_count(row for row in written.results if row.guest)


def commands_of(written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any]) -> Iterator[Command]:
    """The commands that recreate the event by the template of the file, or that of the federation: entries, then rounds.

    Raises `TournamentFileError` for a round without a game before one that has some, which no desk could pair.
    """
    started = datetime.combine(written.first_day or at.date(), time())
    divisions = divisions_of(written)
    stated: dict[str, Any] = {"rounds": written.rounds} if written.rounds else {}
    if written.results:
        stated["plan"] = _plan(written, settings)
    if len(divisions) > 1:
        stated["divisions"] = list(divisions)
    ratings = [player.rating for player in written.players if player.rating is not None]
    if not all(map(RatingScale.PFS.holds, ratings)) and all(map(RatingScale.WESPA.holds, ratings)):
        stated["rating_scale"] = RatingScale.WESPA  # the file does not say which of the large scales it is
    scale = RatingScale({**stated, **written.settings, **settings}.get("rating_scale", RatingScale.PFS))
    yield CreateTournament(
        at=started,
        name=written.name or name,
        template=written.template or "pfs",
        starts_on=started.date(),
        ends_on=written.last_day if written.last_day and written.last_day > started.date() else None,
        seed=name,
        city=written.city,
        organisers=(written.organiser,) if written.organiser else (),
        arbiter=written.arbiter,
        settings={**stated, **written.settings, **settings},
    )
    bye = settings_of(written.template or "pfs", {**stated, **written.settings, **settings}).bye
    division_of = {number: name for name, members in divisions.items() for number in members}
    _check_rounds(written, division_of)
    players = sorted(written.players, key=lambda player: player.number)
    for player in players:
        yield RegisterEntrant(
            at=started,
            person=_person(player, scale),
            division=division_of[player.number],
            channel=Channel.FILE,
            number=player.number,
        )
    if written.results:
        yield CheckIn(at=started, numbers=tuple(player.number for player in players))
    unfinished: set[str] = set()
    decides = any(map(is_won, written.results))
    for number in range(1, round_count(written.results) + 1):
        for name, members in divisions.items():
            rows = tuple(row for row in written.round(number) if row.host in members)
            yield from _round(number, name, rows, started, bye, is_ahead=name in unfinished, decides=decides)
            if any(row.guest and _is_to_come(row) for row in rows):
                unfinished.add(name)
    for player in written.players:
        if player.has_left:
            yield Withdraw(at=started, number=player.number)


def _check_rounds(written: RecordedTournament, division_of: Mapping[int, str]) -> None:
    held: dict[str, set[int]] = {}
    for row in written.results:
        if row.guest or row.kind is ResultKind.BYE:
            held.setdefault(division_of[row.host], set()).add(row.round)
    for name, rounds in held.items():
        if missing := sorted(set(range(1, max(rounds) + 1)) - rounds):
            raise TournamentFileError(FileFault.EMPTY_ROUND, text=" ".join(filter(None, (name, str(missing[0])))))


def _plan(written: RecordedTournament, settings: Mapping[str, Any]) -> str:
    """The rounds of the file by hand, for no file says how they were paired; those to come by the plan of the template."""
    played = _last_paired(written)
    rounds = settings.get("rounds") or written.rounds
    plan = settings_of(written.template or "pfs", {}).plan.value
    if not plan or not isinstance(rounds, int) or rounds <= played:
        return BY_HAND
    try:
        rest = plan_of(plan, rounds)[played:]
    except PlanError:
        return BY_HAND
    stages = [(BY_HAND, played), *((system, len(list(same))) for system, same in groupby(rest))]
    return " ".join(f"{system}:{count}" for system, count in stages)


def divisions_of(written: RecordedTournament) -> Mapping[str, frozenset[int]]:
    """The categories as divisions, if all players play within their own; otherwise one division without a name."""
    if any(player.division for player in written.players):
        named: dict[str, set[int]] = {}
        for player in written.players:
            named.setdefault(player.division, set()).add(player.number)
        return {name: frozenset(members) for name, members in named.items()}
    categories: dict[str, set[int]] = {}
    for player in written.players:
        categories.setdefault(player.category, set()).add(player.number)
    category_of = {number: name for name, members in categories.items() for number in members}
    crossed = any(row.guest and category_of[row.host] != category_of[row.guest] for row in written.results)
    if crossed or not written.results or len(categories) < 2:
        return {"": frozenset(category_of)}
    return {name: frozenset(members) for name, members in categories.items()}


def compared(written: RecordedTournament) -> dict[str, int]:
    """By figure, of how many players the file states it: nothing else can be compared."""
    stated = {name: sum(getattr(player, name) is not None for player in written.players) for name in FIGURES}
    return {name: players for name, players in stated.items() if players}


def differences(written: RecordedTournament, state: Tournament) -> tuple[Difference, ...]:
    """The differences between the file's points, scalps or places and ours."""
    standings = {row.number: row for name in state.divisions for row in standings_of(state, name)}
    ratings = {number: rating for name in state.divisions for number, rating in ratings_of(state, name).items()}
    return tuple(
        difference
        for player in written.players
        for difference in _differences(player, standings.get(player.number), ratings.get(player.number))
    )


def _run(written: RecordedTournament, at: datetime, name: str, settings: Mapping[str, Any]) -> Imported:
    desk = Desk(UnsavedLog())
    for command in commands_of(written, at, name, settings):
        done = desk.do(command)
        if isinstance(done, DeskRefusal):
            raise ImportRefusedError(command, done)
    return Imported(desk.steps, desk.state, differences(written, desk.state), compared(written), settings)


def _with_origin(found: Imported, written: RecordedTournament, at: datetime) -> Imported:
    """The import with a step that records what the file says besides: the second one, so that no undo meets it first."""
    origin, left_out = origin_of(written, own_record(found.state, *found.state.divisions))
    if SOURCE in origin.extras:
        untouched = recorded(replace(found.state, origin=origin), *found.state.divisions, form=origin.format)
        origin = with_written(origin, write_tournament(untouched, origin.format))
    desk = Desk(UnsavedLog(found.steps[:1]))
    command = RecordOrigin(at=found.steps[0].command.at, origin=origin)
    if isinstance(done := desk.do(command), DeskRefusal):
        raise ImportRefusedError(command, done)
    steps = (*desk.steps, *found.steps[1:])
    notes = [FileNote(NoteKind.NOT_HELD, {"what": ", ".join(left_out[:_SHOWN])})] if left_out else []
    return replace(
        found, steps=steps, state=replace(found.state, origin=desk.state.origin), notes=(*found.notes, *notes)
    )


def _differences(player: RecordedPlayer, standing: Standing | None, rating: EventRating | None) -> Iterator[Difference]:
    for figure, reckoned in (
        ("place", standing.place if standing else None),
        ("half_points", standing.half_points if standing else None),
        ("game_points", standing.game_points if standing else None),
        ("spread", standing.spread if standing else None),
        ("scalps", rating.scalps if rating else None),
    ):
        stated = getattr(player, figure)
        if stated is not None and stated != reckoned:
            yield Difference(player.number, figure, stated, reckoned)


def _person(player: RecordedPlayer, scale: RatingScale) -> Person:
    return Person(
        name=player.name,
        first=player.first,
        last=player.last,
        city=player.city,
        club=player.team,
        category=player.category,
        rating=scale.bounds.unrated if player.rating is None else player.rating,
    )


def _round(
    number: int,
    division: str,
    rows: tuple[RecordedResult, ...],
    at: datetime,
    bye: ByeSettings,
    *,
    is_ahead: bool,
    decides: bool,
) -> Iterator[Command]:
    """The tables of a round with their results; a row with neither opponent nor bye had no player.

    A game without a score is still to be played; a round after it was paired ahead.
    """
    games = [row for row in rows if row.guest]
    byes = [(row.host,) for row in rows if row.kind is ResultKind.BYE]
    seats = [(row.host, row.guest) for row in games]
    if not seats and not byes:
        return
    own = tuple(each for row in rows if not row.guest for each in _own_credit(row, bye))
    yield PairRound(at=at, division=division, tables=(*seats, *byes), ahead=is_ahead, credits=own)
    for table, row in enumerate(games, 1):
        if not _is_to_come(row):
            yield _result(number, division, table, row, at, decides=decides)


def _own_credit(row: RecordedResult, bye: ByeSettings) -> Iterator[OwnCredit]:
    """The points of a round without an opponent, where they are not those of the event's bye."""
    if row.kind is ResultKind.FORFEIT:
        own, other = row.host_score or 0, row.guest_score or 0
        halves = row.half_points or 0
        yield OwnCredit(number=row.host, kind=CreditKind.FORFEIT, half_points=halves, own=own, other=other)
    if row.kind is ResultKind.BYE:
        usual = OwnCredit(
            number=row.host,
            kind=CreditKind.BYE,
            half_points=bye.half_points.chosen,
            own=bye.own.chosen,
            other=bye.other.chosen,
        )
        found = replace(
            usual,
            half_points=usual.half_points if row.half_points is None else row.half_points,
            own=usual.own if row.host_score is None else row.host_score,
            other=usual.other if row.guest_score is None else row.guest_score,
        )
        if found != usual:
            yield found


def _is_to_come(row: RecordedResult) -> bool:
    return row.kind is ResultKind.NOT_PLAYED and row.host_score is None


def _result(number: int, division: str, table: int, row: RecordedResult, at: datetime, *, decides: bool) -> Command:
    """The command for a result; `decides` says whether some equal game of the event was won, so that the others need an order."""
    host, guest = row.host_score or 0, row.guest_score or 0
    awarded = AwardForfeit(at=at, division=division, round=number, table=table, winner=None, cause=ForfeitCause.LEFT)
    match row.kind:
        case ResultKind.FORFEIT if host != guest:
            winner = row.host if host > guest else row.guest
            return replace(awarded, winner=winner, points=max(host, guest))
        case ResultKind.FORFEIT | ResultKind.NOT_PLAYED:
            return awarded
        case _:
            rated = row.kind is not ResultKind.UNSCORED
            words = row.last_words or (order_of_last_words(row) if is_equal(row) and decides else ())
            only_order = bool(words) and not row.last_words
            played = Played((host, guest), words, rated, Source.FILE, only_order=only_order)
            return EnterResult(at=at, division=division, round=number, table=table, result=played, confirmed=True)


def _namesakes(written: RecordedTournament) -> list[FileNote]:
    """A note on each two people whom only a number or a rating tells apart."""
    called = Counter((player.name, player.city, player.team) for player in written.players)
    return [FileNote(NoteKind.TOLD_APART, {"name": name}) for (name, _, _), times in called.items() if times > 1]


_SHOWN = 10


def tournament_of_file(data: bytes, at: datetime) -> Imported:
    """Read a tournament of another program and run it again on our desk.

    Args:
        data: a file in a format that `import` reads, or a .zip with the files of one event.
        at: now, in the hall.

    Returns:
        The import.

    Raises:
        UnreadableTournamentError: with the fault and its place, or because the event is larger than any may be.
    """
    name = text("Tournament")
    try:
        return imported(read_event(data, name), at, name)
    except TournamentFileError as error:
        raise UnreadableTournamentError(say_file_fault(error)) from None
    except ImportRefusedError as error:
        raise UnreadableTournamentError(refused_import(error)) from None


def import_notes(found: Imported) -> tuple[str, ...]:
    """The notes of an import for its director: on the file, and the figures that differ."""
    return (*map(say_file_note, found.notes), *(line.strip() for line in difference_lines(found)))


FIGURE_NAMES = {
    "place": "place",
    "half_points": "match points in halves",
    "game_points": "game points",
    "spread": "spread",
    "scalps": "scalps",
}
"""What a figure of a file is called."""
_SHOWN_FIGURES = 10
_SHOWN_NAME = 60


def difference_lines(found: Imported) -> list[str]:
    """The figures of the file that are others by our reckoning, the first ones by name; nothing if there are none."""
    there = found.differences
    if not there:
        return []
    lines = [
        count(
            "{n} figure of the file is another by our reckoning:",
            "{n} figures of the file are others by our reckoning:",
            len(there),
        )
    ]
    lines += [
        "  "
        + text(
            "{number}. {name}: {figure} {stated}, reckoned {reckoned}",
            number=each.number,
            name=found.state.entrants[each.number].person.name,
            figure=text(FIGURE_NAMES[each.figure]),
            stated=each.stated,
            reckoned="–" if each.reckoned is None else each.reckoned,
        )
        for each in there[:_SHOWN_FIGURES]
    ]
    if len(there) > _SHOWN_FIGURES:
        lines.append("  " + text("and {n} more (see --json)", n=len(there) - _SHOWN_FIGURES))
    return lines


def refused_import(error: ImportRefusedError) -> str:
    """The reason why our desk does not import an event, with the person whom a refused entry is about."""
    why = say(error.refused)
    if isinstance(error.command, RegisterEntrant):
        why = f"{error.command.number}. {error.command.person.name[:_SHOWN_NAME]}: {why}"
    return text("The desk cannot import this tournament: {why}", why=why)


_SHOWN_GAMES = 5
_HALVES = (None, 0, DRAW, WIN)


def with_winners(written: RecordedTournament, chosen: Mapping[str, Any]) -> RecordedTournament:
    """An event whose equal games have their winners, and the reading of the rules by which they can have some.

    Args:
        written: the event as its file states it.
        chosen: the settings of whoever imports it; a reading chosen there stands.

    Returns:
        The event, with a note on these games; as it was where there are none, and where a setting is none.
    """
    equal = [row for row in written.results if is_equal(row)]
    if not equal:
        return written
    try:
        settings = settings_of(written.template or "pfs", {**written.settings, **chosen})
        has_draws = settings.has_draws
    except (LookupError, ValueError):
        return written  # the desk refuses these settings, and says which
    told, doubtful = (
        _told_by_match_points(written, settings) if all(row.half_points is None for row in equal) else ({}, [])
    )
    results = tuple(replace(row, half_points=told.get(_key(row), row.half_points)) for row in written.results)
    won = [row for row in results if is_won(row)]
    notes = [FileNote(NoteKind.EQUAL_AND_OPEN, {"games": _named(written, doubtful)})] if doubtful else []
    readings: dict[str, Any] = {}
    if won and has_draws and "readings" not in chosen:
        notes.append(FileNote(NoteKind.WON_BY_LAST_WORD, {"games": _named(written, won)}))
        readings = {"readings": {**(settings.readings.value or {}), "end.tie_break": TieBreak.LAST_TURN.value}}
    return replace(written, results=results, settings={**written.settings, **readings}, notes=(*written.notes, *notes))


def is_equal(row: RecordedResult) -> bool:
    """Whether a row is a game that was played and is equal in points."""
    played = row.kind in (ResultKind.GAME, ResultKind.UNSCORED)
    return bool(row.guest) and played and row.host_score is not None and row.host_score == row.guest_score


def is_won(row: RecordedResult) -> bool:
    """Whether a row is an equal game that one side has won."""
    return is_equal(row) and row.half_points in (0, WIN)


def order_of_last_words(row: RecordedResult) -> tuple[int, int]:
    """The order of the last words of an equal game, where their worth is unknown."""
    halves = DRAW if row.half_points is None else row.half_points
    return (1, 0) if halves > DRAW else (0, 1) if halves < DRAW else (0, 0)


def _told_by_match_points(
    written: RecordedTournament, settings: Settings
) -> tuple[dict[tuple[int, int], int], list[RecordedResult]]:
    """The host's match points of the equal games that were won, and the equal games that fit no match points of their players."""
    left = _left_for_equal_games(written, settings)
    equal = [row for row in written.results if is_equal(row)]
    games: defaultdict[int, dict[tuple[int, int], RecordedResult]] = defaultdict(dict)
    for row in equal:
        games[row.host][_key(row)] = games[row.guest][_key(row)] = row
    told: dict[tuple[int, int], int] = {}
    sure_of = [number for number in left if len(games[number]) == 1]
    while sure_of:
        if len(games[number := sure_of.pop()]) != 1:
            continue
        (row,) = games[number].values()
        halves = told[_key(row)] = left[number] if number == row.host else WIN - left[number]
        for side, worth in ((row.host, halves), (row.guest, WIN - halves)):
            del games[side][_key(row)]
            if side in left:
                left[side] -= worth
                sure_of.append(side)
    wrong = {number for number, halves in left.items() if halves != DRAW * len(games[number])}
    doubtful = [row for row in equal if told.get(_key(row)) not in _HALVES or wrong & {row.host, row.guest}]
    sure = told.keys() - {_key(row) for row in doubtful}
    return {key: told[key] for key in sure if told[key] != DRAW}, doubtful


def _left_for_equal_games(written: RecordedTournament, settings: Settings) -> dict[int, int]:
    """By player whose match points the file states, what remains of them for the equal games."""
    left = {player.number: player.half_points for player in written.players if player.half_points is not None}
    bye = settings.bye.half_points.chosen
    for row in written.results:
        for number in (row.host, row.guest):
            if number in left and not is_equal(row):
                left[number] -= _halves_of(row, number, bye)
    return left


def _halves_of(row: RecordedResult, number: int, bye: int) -> int:
    if row.guest:
        return row.halves_of(number)
    if row.half_points is not None:
        return row.half_points
    return bye if row.kind is ResultKind.BYE else 0


def _key(row: RecordedResult) -> tuple[int, int]:
    return row.round, row.host


def _named(written: RecordedTournament, rows: list[RecordedResult]) -> str:
    called = {player.number: player.name for player in written.players}
    games = [f"{row.round}: {called[row.host]} – {called[row.guest]}" for row in rows[:_SHOWN_GAMES]]
    return "; ".join(games) + (" …" if len(rows) > _SHOWN_GAMES else "")
