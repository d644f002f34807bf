"""The reasons why players have their tables: the pairing of a round is explained once, whoever asks, and one round at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

from mostek.app.pairing_explanations import explanation, paired_event
from mostek.app.shown_names import shown_name
from mostek.live.tournament_session import TournamentSession
from mostek.messages import pairing_reasons as words
from mostek.tournament.events import RoundPaired
from mostek.tournament.pairing.explain import Explanation


class PairingReasons(Struct, frozen=True, kw_only=True):
    """The reasons for the table of a player, in sentences; other people are called as the public pages call them."""

    round: int
    summary: tuple[str, ...]
    """What the system does."""
    table: tuple[str, ...]
    """What it means for the own table, or the bye; empty where it cannot be worked out, or for a table that was added."""


_KEPT = 64
"""The rounds whose explanations are kept; one of 300 players takes seconds to work out."""

_Key = tuple[str, RoundPaired]


class RoundReasons:
    """The explanations of rounds that players have asked about."""

    def __init__(self) -> None:
        self._found: OrderedDict[_Key, Explanation | None] = OrderedDict()
        self._working = asyncio.Lock()  # a second question waits: it is often the same, and then the answer is there

    async def of(self, session: TournamentSession, division: str, number: int) -> Explanation | None:
        """The reasons for a pairing; `None` where it cannot be worked out."""
        desk = session.desk
        key = session.hosted.id, paired_event(desk.steps, division, number)
        async with self._working:
            if key not in self._found:
                before = await asyncio.to_thread(desk.before_round, division, number)
                self._found[key] = await asyncio.to_thread(explanation, before, key[1])
                while len(self._found) > _KEPT:
                    self._found.popitem(last=False)
            self._found.move_to_end(key)
            return self._found[key]


def reasons_for(found: Explanation | None, session: TournamentSession, own: int, number: int) -> PairingReasons:
    """The reasons for the table of one player in a round, in the language that is spoken."""
    if found is None:
        return PairingReasons(round=number, summary=(), table=())
    names = _names(session, own)
    tables = [
        list(words.of_table(each, names, found.system))
        for each in found.tables
        if any(seat.number == own for seat in each.seats)
    ]
    byes = [list(words.of_bye(each, names, found.system)) for each in found.byes if own == each.seat.number]
    return PairingReasons(
        round=number,
        summary=tuple(words.summary(found)),
        table=tuple(sentence for each in (*tables, *byes) for sentence in each),
    )


def _names(session: TournamentSession, own: int) -> Callable[[int], str]:
    """A player reads the own name, and others as the public pages call them."""

    def name(number: int) -> str:
        person = session.state.entrants[number].person
        called = person.name if number == own else shown_name(person, number, session.hosted.audience)
        return f"{number} {called}".strip()

    return name
