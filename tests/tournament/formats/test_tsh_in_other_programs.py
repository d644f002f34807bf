"""The files of TSH after any round, read as its own reader of `.t` files reads them: lines by its grammar, sums as it adds."""

from __future__ import annotations

import re
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from mostek.app.tournament_records import exported
from mostek.tournament.credits import CreditKind
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament
from tournament.formats.test_trf_in_other_programs import ROUNDS, LivelyEvent

LINE = re.compile(r"^(.+?\S)\s+(\d+(?:[.+]\d+)*)\s*([\d\s]*);\s*([-\d\s]*)((?:;[^;]*)*)$")
"""The line of a player by the grammar of TSH: name, rating, opponents; scores; sections."""


class Line(NamedTuple):
    """A player as TSH knows one; opponent 0 is nobody."""

    opponents: tuple[int, ...]
    scores: tuple[int, ...]


def lines(state: Tournament) -> list[Line]:
    """The players of the event, by their numbers from 1."""
    text = next(file.data.decode() for file in exported(state, "tsh") if file.end.endswith(".t"))
    found = [LINE.match(line) for line in text.splitlines() if line.strip()]
    assert all(found), text
    return [
        Line(tuple(map(int, each[3].split())), tuple(map(int, each[4].split()))) for each in found if each is not None
    ]


def margin(players: list[Line], at: int) -> int:
    """The sum of the margins of a player: against nobody the own score is the margin."""
    own = players[at]
    return sum(
        score - (players[opponent - 1].scores[played] if opponent else 0)
        for played, (opponent, score) in enumerate(zip(own.opponents, own.scores, strict=True))
    )


@given(seed=st.integers(0, 100_000))
def test_after_any_round_tsh_reads_the_event_and_has_our_margins(seed: int) -> None:
    event = LivelyEvent(seed)
    event.kinds = (CreditKind.BYE, CreditKind.FORFEIT, CreditKind.ABSENT)
    for number in range(1, ROUNDS + 1):
        event.play_round()
        players = lines(event.state)
        assert len(players) == len(event.state.entrants)
        for at, own in enumerate(players):
            assert len(own.opponents) == len(own.scores) == number
            for played, opponent in enumerate(own.opponents):
                assert not opponent or players[opponent - 1].opponents[played] == at + 1, "opponents name each other"
        ours = {row.number: row.spread for row in standings_of(event.state, "")}
        assert {at: margin(players, at - 1) for at in ours} == ours
        event.disturb()
