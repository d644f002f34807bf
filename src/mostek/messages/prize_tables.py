"""Prizes as they stand in words: a table of who gets what, and whose prize is settled."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.messages import count, text
from mostek.messages.prize_words import award_text, prize_text, reaches_text, remarks, winner
from mostek.messages.tournament_events import called
from mostek.messages.tournament_tables import WordTable
from mostek.tournament.awards import ListAwards, stakes_of
from mostek.tournament.pairing.stakes import Outlook, Prospects, outlooks
from mostek.tournament.state import Tournament

_FEW = 12


def has_results(state: Tournament, division: str) -> bool:
    """Whether a game of a division has a result, so that there is an order."""
    return any(table.result for played in state.divisions[division].rounds for table in played.tables)


def awards_words(state: Tournament, found: ListAwards) -> WordTable:
    """A list of prizes as it stands: the place, who has it, what they get, and the prize of the place alone."""
    names = called(state)
    there = found.prizes.prizes
    rows = tuple(
        (
            str(each.place),
            winner(each, names),
            award_text(state, each),
            prize_text(state, there[each.place - 1]) if each.place <= len(there) else "–",
        )
        for each in found.awards
    )
    heads = (text("place"), text("name"), text("gets"), text("prize of the place"))
    return WordTable(heads=heads, rows=rows, right=(0,), notes=tuple(remarks(state, found, names)))


def outlooks_now(state: Tournament, division: str) -> Mapping[int, Outlook]:
    """The prospects of each player; nothing before anything was played, or when no round is left."""
    stakes = stakes_of(state, division) if state.closed_on is None else None
    return outlooks(stakes) if stakes and stakes.rounds_left else {}


def outlook_lines(state: Tournament, found: Mapping[int, Outlook]) -> list[str]:
    """The players whose prizes are settled, those who are racing, and the number of those who are out."""
    by_kind: dict[Prospects, list[Outlook]] = {kind: [] for kind in Prospects}
    for each in found.values():
        by_kind[each.prospects].append(each)
    lines = [text("The prize of no player is settled yet.")]
    if settled := by_kind[Prospects.SETTLED]:
        lines = [text("The prize is settled: {people}.", people=_people(state, settled))]
    if racing := by_kind[Prospects.RACING]:
        lines.append(text("Still racing for a prize: {people}.", people=_people(state, racing)))
    if out := by_kind[Prospects.OUT]:
        lines.append(
            count("{n} player cannot win a prize any more.", "{n} players cannot win a prize any more.", len(out))
        )
    return lines


def _people(state: Tournament, found: list[Outlook]) -> str:
    names = called(state)
    shown = ", ".join(f"{names(each.number)} ({reaches_text(each)})" for each in found[:_FEW])
    return f"{shown} … (+{len(found) - _FEW})" if len(found) > _FEW else shown
