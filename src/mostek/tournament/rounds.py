"""Rounds: the task of pairing the next one, pairing and unpairing it, added tables, the start of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.classification import Standing
from mostek.tournament.creation import Decided, open_settings
from mostek.tournament.credits import Credit, CreditKind
from mostek.tournament.cups import cup_of, is_cup, is_cup_next, is_round_due, laid_line, places_in_cup
from mostek.tournament.entrants import Team
from mostek.tournament.events import (
    ArrivalNoted,
    PairRuleSet,
    RoundPaired,
    RoundStarted,
    RoundUnpaired,
    TableAdded,
)
from mostek.tournament.ladder import rungs
from mostek.tournament.matches import (
    TeamMatch,
    boards_of,
    going_on,
    match_rounds,
    matches_of,
    tallies,
)
from mostek.tournament.pairing.bracket import current
from mostek.tournament.pairing.system import pair, systems
from mostek.tournament.pairing.values import (
    BY_HAND,
    Contender,
    Cup,
    Pairing,
    PairingError,
    PairingFault,
    PairingTask,
    Stakes,
    system_names,
)
from mostek.tournament.pending import absentees, missing_now, unconfirmed_teams
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import classified, team_table_of
from mostek.tournament.state import LONG_RUNS_AVOIDED, Division, PairRule, Round, Tournament
from mostek.tournament.teams import MatchTally


def task_of(
    state: Tournament,
    division: str,
    system: str,
    seed: str,
    tables: tuple[tuple[int, ...], ...] = (),
) -> PairingTask:
    """The task of pairing: the present players by standings or seeding, and what the director has said."""
    there = state.divisions[division]
    settings = state.settings
    is_circle = systems()[system].circle
    circle = _circle(there, system) if is_circle else ()
    weighs = systems()[system].weighs_prizes
    field = field_of(state, there)
    players = contenders(state, division)
    task = PairingTask(
        system=system,
        round=len(circle) + 1 if is_circle else len(there.rounds) + 1,
        contenders=players,
        seed=seed,
        field=_seats_of(circle[0], field) if circle else field,
        teammates=settings.teammates.chosen,
        starters=settings.starters.chosen,
        forced=_pairs(state, PairRule.FORCED, division),
        forbidden=_pairs(state, PairRule.FORBIDDEN, division),
        tables=tables,
        byes_allowed=settings.bye.allowed.chosen,
        table_size=settings.table.size.chosen,
        inner=settings.gibson.inner.chosen if weighs else settings.match.inner.chosen,
        stakes=_stakes(state, division) if weighs else None,
        cup=_cup(state, division, players) if systems()[system].eliminates or is_cup_next(state, division) else None,
    )
    if systems()[system].by_rungs:
        return _of_ladder(state, division, task)
    return _of_teams(state, division, task) if systems()[system].by_teams else task


def _of_ladder(state: Tournament, division: str, task: PairingTask) -> PairingTask:
    """The task of pairing a ladder: who is there from the highest rung down; met are two of whom one met the other last."""
    credits = credits_of(state, division)
    place = {number: rung for rung, number in enumerate(rungs(state, division, credits, task.field))}
    ordered = sorted(task.contenders, key=lambda each: place[each.number])
    last: dict[int, set[int]] = {each.number: set() for each in ordered}
    for number in last:
        for row in [row for row in credits.get(number, ()) if row.opponents][-1:]:
            for other in last.keys() & set(row.opponents):
                last[number].add(other)
                last[other].add(number)
    return replace(
        task,
        contenders=tuple(replace(each, met=dict.fromkeys(sorted(last[each.number]), 1)) for each in ordered),
    )


def _of_teams(state: Tournament, division: str, task: PairingTask) -> PairingTask:
    """The task of pairing team with team: the line-ups, the matches so far, and the match that goes on."""
    setting = state.settings.match
    inner = setting.inner.chosen
    begun = going_on(state, division)
    task = replace(
        task, inner=inner, shift=len(begun), tables=tuple(table.players for table in begun[0].tables) if begun else ()
    )
    if setting.boards.value is None:
        return task
    boards = boards_of(state, division)
    task = replace(
        task,
        contenders=tuple(replace(each, board=boards.get(each.number, 0)) for each in task.contenders),
        rivals=_rivals(state, division, frozenset(boards)),
    )
    if not systems()[inner].circle:
        return task
    met = [rounds for rounds in match_rounds(state, division) if systems()[rounds[0].system].by_teams]
    field = tuple(min(team.members) for team in state.teams_of(division) if team.members)
    return replace(task, field=field, round=len(met) + (not begun))


def _rivals(state: Tournament, division: str, playing: frozenset[int]) -> tuple[Contender, ...]:
    """The teams that can play, best first; before the first match by the mean rating of their first members."""
    credits = credits_of(state, division)
    place = {row.name: row.place for row in team_table_of(state, division).rows}
    teams = [team for team in state.teams_of(division) if not playing.isdisjoint(team.members)]
    matches = matches_of(state, division, credits)
    won = tallies(state, matches)
    boards = state.settings.match.boards.chosen

    def strength(team: Team) -> tuple[int, Fraction, int]:
        ratings = [state.entrants[number].person.rating for number in team.members[:boards]]
        return place[team.name], -Fraction(sum(ratings), len(ratings)), min(team.members)

    return tuple(_rival(state, team, matches, won) for team in sorted(teams, key=strength))


def _rival(state: Tournament, team: Team, matches: Sequence[TeamMatch], won: Mapping[str, MatchTally]) -> Contender:
    own = [each for each in matches if team.name in (each.home, each.guest) and each.guest]
    met = Counter(each.guest if each.home == team.name else each.home for each in own)
    lowest = {other.name: min(other.members) for other in state.teams_of(team.division) if other.members}
    tally = won.get(team.name, MatchTally())
    return Contender(
        number=min(team.members),
        half_points=tally.points,
        met={lowest[name]: times for name, times in met.items()},
        starts=sum(each.home == team.name for each in own),
        games=len(own),
        byes=tally.byes,
        team=team.name,
    )


def _cup(state: Tournament, division: str, players: tuple[Contender, ...]) -> Cup:
    """The knock-out so far; one that begins now takes the best of the standings."""
    cup = cup_of(state, division, credits_of(state, division))
    if cup.rounds:
        return cup
    places = places_in_cup(state, division, len(players))
    return replace(cup, seeds=tuple(each.number for each in players[:places]))


def _stakes(state: Tournament, division: str) -> Stakes | None:
    # Loaded here because few systems need it.
    from mostek.tournament.awards import stakes_of

    return stakes_of(state, division)


def contenders(state: Tournament, division: str) -> tuple[Contender, ...]:
    """The players present, best first; equals in the order of seeding, a latecomer before those whose place they take."""
    # Loaded here because entering a result needs none of it.
    from mostek.tournament.latecomers import virtual_credits, with_virtual

    credits, virtual = credits_of(state, division), virtual_credits(state, division)
    seeding = {number: place for place, number in enumerate(field_of(state, state.divisions[division]))}
    standings = classified(state, division, with_virtual(credits, virtual))
    present = [each for each in standings if state.entrants[each.number].is_present]
    last = len(state.entrants) + 1
    present.sort(key=lambda each: (each.place or last, each.number not in virtual, seeding[each.number]))
    return tuple(
        _contender(state, standing, credits.get(standing.number, ()), virtual.get(standing.number))
        for standing in present
    )


def field_of(state: Tournament, division: Division) -> tuple[int, ...]:
    """The order of seeding: by rating, equals by starting number; later entries stand behind.

    Who has entered and never came is not in it: a round robin would keep a place in the circle for them.
    """
    fixed = set(division.field)
    new = [each for each in state.entrants_of(division.name) if each.is_present and each.number not in fixed]
    new.sort(key=lambda entrant: (-entrant.person.rating, entrant.number))
    return (*division.field, *(entrant.number for entrant in new))


def _circle(division: Division, system: str) -> tuple[Round, ...]:
    """The rounds of the round robin that is being played: the last ones in a row that were paired so."""
    last = division.rounds[::-1]
    return tuple(takewhile(lambda played: played.system == system, last))[::-1]


def _seats_of(first: Round, field: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the circle as they were in its first round; with an odd number a latecomer takes the empty one."""
    there = {number for table in (*(table.players for table in first.tables), first.byes) for number in table}
    seats = tuple(number for number in field if number in there)
    late = tuple(number for number in field if number not in there and number not in first.missed)
    return seats + late[: len(seats) % 2]


def _contender(state: Tournament, standing: Standing, credits: Iterable[Credit], virtual: Credit | None) -> Contender:
    entrant = state.entrants[standing.number]
    met: Counter[int] = Counter()
    starts = games = byes = run = 0
    for credit in credits:
        if credit.opponents:
            met.update(credit.opponents)
            games += 1
            starts += credit.starts
            run = max(run, 0) + 1 if credit.starts else min(run, 0) - 1
        byes += credit.kind is CreditKind.BYE or (credit.kind is CreditKind.FORFEIT and credit.half_points > 0)
    return Contender(
        number=standing.number,
        half_points=standing.half_points,
        virtual_half_points=virtual.half_points if virtual else 0,
        virtual_game_points=virtual.own if virtual else 0,
        met=met,
        starts=starts,
        games=games,
        run=run if state.edition >= LONG_RUNS_AVOIDED else 0,
        byes=byes,
        team=entrant.team,
        board=entrant.board,
    )


def _pairs(state: Tournament, rule: PairRule, division: str) -> frozenset[frozenset[int]]:
    return frozenset(
        pair
        for pair, said in state.pair_rules.items()
        if said is rule and all(state.entrants[number].division == division for number in pair)
    )


def pair_round(state: Tournament, command: c.PairRound) -> Decided:
    """Pair the next round by the plan, by another system, or as the director says."""
    fault = next(_pairing_faults(state, command.division, is_ahead=_rests_on_no_result(state, command)), None)
    if fault:
        return fault
    there = state.divisions[command.division]
    number = len(there.rounds) + 1
    system = BY_HAND if command.tables else command.system or state.system_of(number)
    if system not in system_names():
        return refuse(DeskReason.NOT_WELL_FORMED, why=f"no system {system!r}; known: {', '.join(system_names())}")
    if systems()[system].laid_out and not command.tables:
        return refuse(DeskReason.TABLES_NEEDED, state.settings.plan.clause, "plan", round=number)
    if systems()[system].laid_out and (fault := _laid_out_fault(state, command.tables)):
        return fault
    seed = command.seed or f"{state.seed}/{command.division}/{number}"
    try:
        task = task_of(state, command.division, system, seed, command.tables)
        pairing = pair(task)
    except PairingError as error:
        setting = "bye.allowed" if error.fault.value == "odd_without_bye" else ""
        return refuse(DeskReason.UNPAIRABLE, "S80", setting, fault=error.fault, about=list(error.about))
    seated = {player for table in pairing.tables for player in table} | set(pairing.byes)
    missed = tuple(sorted(each.number for each in state.entrants_of(command.division) if each.number not in seated))
    if fault := _credits_fault(command, number, pairing.byes, missed):
        return fault
    paired = RoundPaired(
        division=command.division,
        round=number,
        system=system,
        seed=seed,
        tables=pairing.tables,
        byes=pairing.byes,
        missed=missed,
        field=field_of(state, there),
        at=command.at,
        bracket=_bracket(task, pairing),
        credits=command.credits,
    )
    forced = [pair for pair, rule in state.pair_rules.items() if rule is PairRule.FORCED and pair <= seated]
    return (paired, *(PairRuleSet(pair=_ordered(pair), rule=None) for pair in forced))


def _rests_on_no_result(state: Tournament, command: c.PairRound) -> bool:
    """Whether a round may be paired though games before it are open: its tables are laid out, or are those of a circle."""
    there = state.divisions.get(command.division)
    if command.tables or not command.ahead or there is None or not state.rounds_planned:
        return command.ahead and bool(command.tables)
    system = systems().get(command.system or state.system_of(len(there.rounds) + 1))
    return system is not None and system.circle


def _bracket(task: PairingTask, pairing: Pairing) -> tuple[int, ...]:
    """The line of the knock-out that a round plays; empty where it plays none."""
    present = frozenset(contender.number for contender in task.contenders)
    if task.cup is None:
        return ()
    if systems()[task.system].laid_out:
        return laid_line(task.cup, present, pairing)
    stage = current(task.cup, present) if systems()[task.system].eliminates else None
    return stage.line if stage else ()


def unpair_round(state: Tournament, command: c.UnpairRound) -> Decided:
    """Take the last pairing back; results that came in already are lost only if that is said."""
    played = _last(state, command.division)
    if isinstance(played, DeskRefusal):
        return played
    entered = sum(table.result is not None or bool(table.reports) for table in played.tables)
    if entered and not command.discard_results:
        return refuse(DeskReason.RESULTS_WOULD_BE_LOST, round=played.number, found=entered)
    if entered and not command.reason:
        return refuse(DeskReason.REASON_NEEDED, round=played.number)
    return (RoundUnpaired(division=command.division, round=played.number, reason=command.reason),)


def add_table(state: Tournament, command: c.AddTable) -> Decided:
    """Seat players without a game in the current round: a late entry meets the player with a bye."""
    played = _current(state, command.division)
    if isinstance(played, DeskRefusal):
        return played
    players = command.players
    if len(set(players)) != len(players) or not 2 <= len(players) <= state.settings.table.size.chosen:
        return refuse(DeskReason.PAIR_IMPOSSIBLE, state.settings.table.size.clause, "table.size", numbers=list(players))
    for number in players:
        if fault := _seat_fault(state, played, command.division, number):
            return fault
    table = len(played.tables) + 1
    return (TableAdded(division=command.division, round=played.number, table=table, players=players),)


def start_round(state: Tournament, command: c.StartRound) -> Decided:
    """The games begin now; late arrivals are reckoned from here (PFS-6.3.1, 6.3.2a)."""
    played = _current(state, command.division)
    if isinstance(played, DeskRefusal):
        return played
    if played.started_at is not None:
        return refuse(DeskReason.ROUND_STARTED, "PFS-6.3.1", round=played.number)
    for number in command.absent:
        if played.table_of(number) is None:
            return refuse(DeskReason.NOT_AT_THE_TABLE, round=played.number, number=number)
    number, absent = played.number, tuple(sorted(set(command.absent)))
    return (RoundStarted(division=command.division, round=number, at=command.at, absent=absent),)


def note_arrival(state: Tournament, command: c.NoteArrival) -> Decided:
    """A late player has come to the table of the current round (PFS-6.3.2b)."""
    entrant = state.entrants.get(command.number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=command.number)
    played = _current(state, entrant.division)
    if isinstance(played, DeskRefusal):
        return played
    if played.table_of(command.number) is None:
        return refuse(DeskReason.NOT_AT_THE_TABLE, round=played.number, number=command.number)
    number, division = command.number, entrant.division
    return (ArrivalNoted(division=division, round=played.number, number=number, at=command.at),)


def set_pair_rule(state: Tournament, command: c.SetPairRule) -> Decided:
    """Say that two people meet in the next round, or never."""
    known = [state.entrants.get(number) for number in command.pair]
    for number, entrant in zip(command.pair, known, strict=True):
        if entrant is None:
            return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    first, second = known
    if first is None or second is None or first is second or first.division != second.division:
        return refuse(DeskReason.PAIR_IMPOSSIBLE, numbers=list(command.pair))
    return (PairRuleSet(pair=command.pair, rule=command.rule),)


def _pairing_faults(state: Tournament, division: str, *, is_ahead: bool) -> Iterator[DeskRefusal]:
    """Every reason why the next round cannot be paired, the first one first."""
    settings = state.settings
    if division not in state.divisions:
        known = list(state.divisions)
        yield refuse(DeskReason.DIVISION_NOT_KNOWN, settings.divisions.clause, "divisions", name=division, known=known)
        return
    if missing := open_settings(settings):
        clause = getattr(settings, missing[0]).clause
        yield refuse(DeskReason.SETTINGS_OPEN, clause, missing[0], settings=list(missing))
    if is_cup(state.divisions[division]) and not is_round_due(state, division):
        yield refuse(DeskReason.UNPAIRABLE, settings.rounds.clause, "", fault=PairingFault.CUP_OVER, about=[])
    elif not is_round_due(state, division):
        yield refuse(DeskReason.ALL_ROUNDS_PAIRED, settings.rounds.clause, "rounds", rounds=state.rounds_planned)
    if settings.team.size.value and (teams := unconfirmed_teams(state, division)):
        clause = settings.team.size.clause
        yield refuse(DeskReason.TEAMS_UNCONFIRMED, clause, "team.size", teams=[team.name for team in teams])
    if not is_ahead and (missing_tables := missing_now(state, division)):
        played = missing_tables[0].round
        yield refuse(DeskReason.RESULTS_MISSING, round=played, tables=[each.table for each in missing_tables])
    if settings.forfeit.absent_removed.value and (absent := absentees(state, division)):
        clause = settings.forfeit.absent_removed.clause
        yield refuse(DeskReason.ABSENTEES, clause, "forfeit.absent_removed", numbers=list(absent))


def _credits_fault(
    command: c.PairRound, number: int, byes: tuple[int, ...], missed: tuple[int, ...]
) -> DeskRefusal | None:
    """Whether points of a round are said of somebody who has a table, of somebody twice, or by a plan that pairs by itself."""
    given = Counter(each.number for each in command.credits)
    for each in command.credits:
        if each.number not in (byes if each.kind is CreditKind.BYE else missed) or given[each.number] > 1:
            return refuse(DeskReason.NOT_FREE, round=number, number=each.number)
        if each.kind not in (CreditKind.BYE, CreditKind.FORFEIT):
            return refuse(DeskReason.NOT_WELL_FORMED, why=f"no points without an opponent for {each.kind.value!r}")
    if command.credits and not command.tables:
        return refuse(DeskReason.TABLES_NEEDED, round=number)
    return None


def _laid_out_fault(state: Tournament, tables: tuple[tuple[int, ...], ...]) -> DeskRefusal | None:
    """By hand: at least one game, and at no table more than the event has there (OPEN-game-2, GEN-1a)."""
    size = state.settings.table.size
    wrong = [table for table in tables if not 1 <= len(table) <= size.chosen]
    if wrong or all(len(table) < 2 for table in tables):
        return refuse(DeskReason.PAIR_IMPOSSIBLE, size.clause, "table.size", numbers=list(wrong[0]) if wrong else [])
    return None


def _current(state: Tournament, division: str) -> Round | DeskRefusal:
    """The round that is played."""
    last = _last(state, division)
    return last if isinstance(last, DeskRefusal) else state.divisions[division].current or last


def _last(state: Tournament, division: str) -> Round | DeskRefusal:
    """The round that was paired last."""
    there = state.divisions.get(division)
    if there is None:
        clause, known = state.settings.divisions.clause, list(state.divisions)
        return refuse(DeskReason.DIVISION_NOT_KNOWN, clause, "divisions", name=division, known=known)
    return there.rounds[-1] if there.rounds else refuse(DeskReason.NOTHING_PAIRED, division=division)


def _seat_fault(state: Tournament, played: Round, division: str, number: int) -> DeskRefusal | None:
    entrant = state.entrants.get(number)
    if entrant is None:
        return refuse(DeskReason.ENTRANT_NOT_KNOWN, number=number)
    if not entrant.is_present or entrant.division != division or played.table_of(number) is not None:
        return refuse(DeskReason.NOT_FREE, round=played.number, number=number)
    return None


def _ordered(pair: frozenset[int]) -> tuple[int, int]:
    first, second = sorted(pair)
    return first, second
