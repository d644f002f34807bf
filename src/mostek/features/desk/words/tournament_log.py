"""The log of a tournament in sentences: each step told by the tournament as it was then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from mostek.messages import count, text
from mostek.messages.tournament import say_warnings
from mostek.messages.tournament_events import called, person, told
from mostek.messages.tournament_words import place_text
from mostek.tournament import warnings as core
from mostek.tournament.classification import Key
from mostek.tournament.commands import Undo
from mostek.tournament.decide import Step, in_force
from mostek.tournament.evolve import evolve
from mostek.tournament.pairing.values import PairingError
from mostek.tournament.pending import late_tables
from mostek.tournament.preview import Consequences
from mostek.tournament.settings import spread_cap
from mostek.tournament.state import Tournament

if TYPE_CHECKING:
    from mostek.tournament.incentives import Counting, Incentive


def log_rows(steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Each step as plain data, described by the tournament as it was then."""
    standing = {id(step) for step in in_force(steps)}
    states: list[Tournament | None] = [None]
    for number, step in enumerate(steps, 1):
        before = states[-1]
        if isinstance(step.command, Undo):
            states.pop()
            after = states[-1]
        else:
            after = before
            for event in step.events:
                after = evolve(after, event)
            states.append(after)
        assert after is not None, "the founding is never undone"
        yield {
            "step": number,
            "at": step.command.at,
            "by": step.command.by,
            "command": msgspec.to_builtins(step.command)["type"],
            "types": [msgspec.to_builtins(event)["type"] for event in step.events],
            "said": list(told(step.events, before, after)),
            "undone": not isinstance(step.command, Undo) and id(step) not in standing,
        }


def late_rows(state: Tournament, division: str, at: datetime) -> Iterator[dict[str, Any]]:
    """Each late player of a division at that moment, as plain data with a word for the status."""
    for table, each in late_tables(state, division, at).items():
        for number, left in each.left.items():
            awaited, lost = number in each.awaited, number in each.lost
            status = text("lost by forfeit (PFS-6.3.4a)") if lost else text("awaited") if awaited else text("there")
            yield {
                "division": division,
                "table": table,
                "number": number,
                "seconds_left": int(left.total_seconds()),
                "awaited": awaited,
                "lost": lost,
                "status": status,
            }


def minutes_text(seconds: int) -> str:
    """A time as minutes and seconds: `4:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


_MANY = 20


def changed(found: Consequences, after: Tournament) -> Iterator[str]:
    """A line for everything that is otherwise afterwards."""
    names = called(after)
    for place in found.places[:_MANY]:
        yield _moved(names(place.number), place.before, place.after)
    if len(found.places) > _MANY:
        left = len(found.places) - _MANY
        yield count("… and {n} place more", "… and {n} places more", left)
    for team in found.teams:
        yield _moved(team.name, team.before, team.after)
    for forfeit in found.forfeits:
        yield text(
            "Round {round}, table {table}: the forfeit is worth {after} instead of {before} (PFS-7.2a).",
            round=forfeit.round,
            table=forfeit.table,
            before=forfeit.before,
            after=forfeit.after,
        )
    if found.standing_rounds:
        rounds = ", ".join(str(number) for _, number in found.standing_rounds)
        yield text("Rounds {rounds} were paired by the earlier standings, and stay as they are.", rounds=rounds)


def _moved(who: str, before: int | None, after: int | None) -> str:
    return text("{who}: place {before} → {after}", who=who, before=place_text(before), after=place_text(after))


def standing_warnings(state: Tournament, at: datetime) -> list[dict[str, Any]]:
    """Everything to beware of now, as plain data with its sentence."""
    return in_words(core.warnings_of(state, at.date()), state)


def in_words(warned: Iterable[core.Warned], state: Tournament) -> list[dict[str, Any]]:
    """Warnings of the core as plain data with their sentences."""
    return [msgspec.to_builtins(each) for each in say_warnings(warned, called(state))]


def last_round_warnings(state: Tournament, division: str) -> Iterator[dict[str, Any]]:
    """Warnings, before the last round is paired, of leaders who would do better to stay away from it or to lose it."""
    rounds = state.divisions[division].rounds
    if not state.settings.last_round_check.value or len(rounds) + 1 != state.rounds_planned:
        return
    for each in _found(state, division):
        sentence = text(REWARDS[each.reward.value], who=person(state, each.number))
        yield {"code": "last_round_rewards", "clause": "S80", "setting": "plan", "message": sentence, "about": []}


def _counting(state: Tournament, division: str) -> Counting:
    """How the last round counts: by the keys of the event, and its cap of a margin."""
    from mostek.tournament.incentives import Counting

    settings = state.settings
    order = [key for key in settings.keys.chosen if key in (Key.SPREAD, Key.GAME_POINTS)]
    cap = spread_cap(settings, division, state.rounds_planned)
    return Counting(cap, by_spread=order[:1] == [Key.SPREAD])


REWARDS = {
    "withdrawing_secures": "{who} would be sure of a prize by staying away from the last round, and is not by playing.",
    "withdrawing_saves": "{who} can fall less far by staying away from the last round than by playing.",
    "withdrawing_pays": "{who} does better on average by staying away from the last round.",
    "losing_pays": "{who} does better on average by losing the last round.",
}
"""What is wrong with a last round."""


def _found(state: Tournament, division: str) -> tuple[Incentive, ...]:
    from mostek.tournament.incentives import incentives
    from mostek.tournament.pairing.system import systems
    from mostek.tournament.rounds import task_of
    from mostek.tournament.standings import prize_places, standings_of

    number = len(state.divisions[division].rounds) + 1
    system = state.system_of(number)
    if not systems()[system].weighs_last_round:
        return ()
    points = {each.number: (each.game_points, each.spread) for each in standings_of(state, division)}
    try:
        task = task_of(state, division, system, f"{state.seed}/{division}/{number}")
        return incentives(task, points, prizes=prize_places(state, division), counting=_counting(state, division))
    except PairingError:
        return ()
