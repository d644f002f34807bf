"""The reasons for a pairing in sentences, worked out from the tournament as it was before, for a terminal and for pages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from mostek.messages import pairing_reasons as words
from mostek.messages.tournament_events import called
from mostek.tournament.decide import Step, in_force
from mostek.tournament.events import RoundPaired
from mostek.tournament.pairing.explain import Explanation
from mostek.tournament.pairing.system import explain, systems
from mostek.tournament.pairing.values import Pairing, PairingError
from mostek.tournament.rounds import task_of
from mostek.tournament.state import Tournament


class PairingSentences(Struct, frozen=True):
    """The reasons for a pairing in sentences."""

    summary: tuple[str, ...]
    matches: tuple[tuple[str, ...], ...]
    """In team matches: for each match, why team meets team."""
    tables: tuple[tuple[str, ...], ...]
    """For each table, in their order."""
    byes: tuple[tuple[str, ...], ...]
    check: tuple[str, ...]
    """What the check has found, and what it has proved."""


def paired_event(steps: Sequence[Step], division: str, number: int) -> RoundPaired:
    """The event with which a round was paired, as it stands in the log."""
    return next(
        event
        for step in reversed(in_force(tuple(steps)))
        for event in step.events
        if isinstance(event, RoundPaired) and event.division == division and event.round == number
    )


def explanation(before: Tournament | None, paired: RoundPaired) -> Explanation | None:
    """The reasons for a pairing, worked out from the tournament as it was before."""
    if before is None:
        return None
    laid_out = (*paired.tables, *((each,) for each in paired.byes)) if systems()[paired.system].laid_out else ()
    try:
        task = task_of(before, paired.division, paired.system, paired.seed, laid_out)
        return explain(task, Pairing(paired.tables, paired.byes))
    except PairingError:
        return None


def in_sentences(found: Explanation, state: Tournament) -> PairingSentences:
    """An explanation in the language that is spoken.

    Args:
        found: the explanation.
        state: the tournament, for the names.

    Returns:
        The sentences, by what they are about.
    """
    names = called(state)
    return PairingSentences(
        summary=tuple(words.summary(found, names)),
        matches=tuple(map(tuple, words.of_matches(found))),
        tables=tuple(tuple(words.of_table(each, names, found.system)) for each in found.tables),
        byes=tuple(tuple(words.of_bye(each, names, found.system)) for each in found.byes),
        check=tuple(words.checked(found, names)),
    )
