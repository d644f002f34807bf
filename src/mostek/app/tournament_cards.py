"""The cards of a tournament for its pages: event, entrants, rounds, tables and standings, for one kind of viewer.

`CardBook` keeps the cards of a kind of viewer and gives those that have changed, so that a page gets a whole once and then
only changes. It is the one way by which facts of a tournament reach a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.hosted_tournaments import Audience
from mostek.app.online_play import OnlinePlay, is_online
from mostek.app.shown_names import is_named, shown_name
from mostek.tournament.entrants import Entrant, EntrantStatus
from mostek.tournament.outcomes import DecidedBy
from mostek.tournament.pairing.values import Starters
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Division, Forfeited, Played, Report, Round, Table, Tournament

HallTime: TypeAlias = str
"""A time in the hall as pages get it, without a zone: `2026-11-21T10:00:00`."""
TableKey = tuple[str, int, int]
"""Division, round and number of a table."""


class Viewing(StrEnum):
    """The kinds of viewers."""

    OFFICIAL = "official"
    PUBLIC = "public"
    """Spectators, the wall, and players."""


class Light(StrEnum):
    """The state of a table at a glance (HALL, "One table, one light")."""

    NOT_YET = "not_yet"
    """Paired, and the games have not begun."""
    AWAITED = "awaited"
    """A player is missing (PFS-6.3)."""
    PLAYING = "playing"
    ADJOURNED = "adjourned"
    """The game is played on at another time."""
    TOLD = "told"
    """One player has reported the result."""
    DISPUTED = "disputed"
    """The players report differently."""
    RULING = "ruling"
    """The arbiter was called, or rules."""
    IN = "in"
    """The result is in."""


class EventCard(Struct, frozen=True, kw_only=True):
    """The event."""

    name: str
    city: str
    starts_on: date
    ends_on: date
    organisers: tuple[str, ...]
    arbiter: str
    template: str
    rulebook: str
    rounds: int
    minutes: int | None
    """A player's time for a game."""
    turn_seconds: int | None
    """The time of a turn, where turns are timed (CHAL-4a)."""
    keys: tuple[str, ...]
    """What the classification goes by."""
    divisions: tuple[str, ...]
    draws_start: bool
    """Whether players draw letters for the start; otherwise the first of a table starts (PFS-2.1a)."""
    self_report: bool
    """Whether players report results themselves."""
    has_draws: bool
    """Whether equal points are a draw; elsewhere the last words decide (S13)."""
    closed_on: date | None


class EntrantCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player."""

    number: int
    name: str = ""
    """Empty where the starting number stands for the name."""
    division: str = ""
    city: str = ""
    club: str = ""
    category: str = ""
    team: str = ""
    rating: int | None = None
    """In hundredths."""
    status: EntrantStatus | None = None
    """For officials."""
    minor: bool | None = None
    consent: bool | None = None


class RoundCard(Struct, frozen=True, kw_only=True):
    """A round, without its tables."""

    division: str
    round: int
    system: str
    tables: int
    byes: tuple[int, ...]
    paired_at: HallTime
    started_at: HallTime | None


class RoundTableCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table."""

    division: str = ""
    round: int
    table: int
    players: tuple[int, ...]
    """The host first."""
    light: Light
    scores: tuple[int, ...] = ()
    """Game points in the order of the table, of a forfeit N:1. Spectators see them as they count: less what the arbiter has
    taken away, which is nobody else's business (PFS-7.1b)."""
    decided_by: DecidedBy | None = None
    """What decided the places; missing while nothing has."""
    places: tuple[int, ...] = ()
    """The places in the order of the table, as everybody shows them: 1 alone has won, several 1 have drawn. Empty where both
    have lost by forfeit."""
    last_words: tuple[int, ...] = ()
    """The worth of the last words, where it decided between equal points."""
    reports: Mapping[int, Report] = {}
    """For officials: what each player has reported."""
    deducted: Mapping[int, int] = {}
    """For officials: points that the arbiter has taken away."""
    absent: tuple[int, ...] = ()
    """For officials: who has not come."""
    adjourned_until: HallTime | None = None
    """When an adjourned game is played on."""
    online: bool = False
    """Whether its game is played on the server, and this viewer may go there."""

    def for_player(self, number: int) -> RoundTableCard:
        """The card as one of its players may see it: what was taken away from the other one is not told."""
        if not self.deducted:
            return self
        own = {each: points for each, points in self.deducted.items() if each == number}
        played = self.decided_by in (DecidedBy.POINTS, DecidedBy.LAST_WORDS)
        scores = tuple(
            scored - self.deducted.get(player, 0) for player, scored in zip(self.players, self.scores, strict=False)
        )
        return replace(self, deducted=own, scores=scores if played else self.scores)


class StandingCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the classification as it stands."""

    division: str = ""
    number: int
    place: int | None
    games: int = 0
    half_points: int = 0
    game_points: int = 0
    spread: int = 0


class CardChanges(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The cards that have changed, and what is no more; with everything it is a whole."""

    event: EventCard | None = None
    entrants: tuple[EntrantCard, ...] = ()
    rounds: tuple[RoundCard, ...] = ()
    tables: tuple[RoundTableCard, ...] = ()
    standings: tuple[StandingCard, ...] = ()
    gone_entrants: tuple[int, ...] = ()
    gone_rounds: tuple[tuple[str, int], ...] = ()
    """Rounds that were taken back, with their tables."""
    gone_standings: tuple[tuple[str, int], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing has changed."""
        return self == _NOTHING


_NOTHING = CardChanges()


Rows = Mapping[tuple[str, int], StandingCard]
"""The classification of all divisions, by division and starting number."""


def rows_of(state: Tournament) -> Rows:
    """The classification of every division that has begun, as it stands."""
    return {
        (name, row.number): StandingCard(
            division=name,
            number=row.number,
            place=row.place,
            games=row.games,
            half_points=row.half_points,
            game_points=row.game_points,
            spread=row.spread,
        )
        for name, division in state.divisions.items()
        if division.rounds
        for row in standings_of(state, name)
    }


class _Source(NamedTuple):
    """The facts from which the card of a table is made."""

    table: Table
    begun: bool
    absent: tuple[int, ...]
    called: bool

    def is_like(self, other: _Source) -> bool:
        """Whether the card is the same. A table is never changed, so the same one has the same content."""
        return self.table is other.table and self[1:] == other[1:]


class CardBook:
    """The cards of a tournament for one kind of viewer."""

    def __init__(self, viewing: Viewing, audience: Audience, online: OnlinePlay) -> None:
        """`online` says which tables are played on the server."""
        self._viewing = viewing
        self._audience = audience
        self._online = online
        self._event: EventCard | None = None
        self._entrants: dict[int, tuple[Entrant, EntrantCard]] = {}
        self._rounds: dict[tuple[str, int], RoundCard] = {}
        self._tables: dict[TableKey, tuple[_Source, RoundTableCard]] = {}
        self._standings: Rows = {}

    @property
    def whole(self) -> CardChanges:
        """Every card."""
        return CardChanges(
            event=self._event,
            entrants=tuple(card for _, card in self._entrants.values()),
            rounds=tuple(self._rounds.values()),
            tables=tuple(card for _, card in self._tables.values()),
            standings=tuple(self._standings.values()),
        )

    def table(self, key: TableKey) -> RoundTableCard | None:
        """The card of a table."""
        found = self._tables.get(key)
        return found and found[1]

    def take(self, state: Tournament, rows: Rows, called: Collection[TableKey] = ()) -> CardChanges:
        """Take the tournament as it stands now, and give what has changed since the last time.

        Args:
            state: the tournament.
            rows: its classification, from `rows_of`.
            called: the tables from which the arbiter is called.

        Returns:
            The cards that are new or others than before, and the keys of those that are gone.
        """
        event = event_card(state)
        changed = None if event == self._event else event
        self._event = event
        entrants = tuple(self._take_entrants(state))
        gone_entrants = tuple(number for number in self._entrants if number not in state.entrants)
        for number in gone_entrants:
            del self._entrants[number]
        rounds, tables, gone_rounds = self._take_rounds(state, called)
        standings, gone_standings = self._take_standings(rows)
        return CardChanges(
            event=changed,
            entrants=entrants,
            rounds=rounds,
            tables=tables,
            standings=standings,
            gone_entrants=gone_entrants,
            gone_rounds=gone_rounds,
            gone_standings=gone_standings,
        )

    def _take_entrants(self, state: Tournament) -> Iterator[EntrantCard]:
        for number, entrant in state.entrants.items():
            known = self._entrants.get(number)
            if known is not None and known[0] is entrant:
                continue
            card = self._entrant(entrant)
            self._entrants[number] = (entrant, card)
            if known is None or known[1] != card:
                yield card

    def _entrant(self, entrant: Entrant) -> EntrantCard:
        person = entrant.person
        is_official = self._viewing is Viewing.OFFICIAL
        name = person.name if is_official else shown_name(person, entrant.number, self._audience)
        named = is_official or is_named(person, self._audience)
        return EntrantCard(
            number=entrant.number,
            name=name,
            division=entrant.division,
            city=person.city if named else "",
            club=person.club if named else "",
            category=person.category,
            team=entrant.team,
            rating=person.rating if named else None,
            status=entrant.status if is_official else None,
            minor=person.minor if is_official else None,
            consent=person.consent if is_official else None,
        )

    def _take_rounds(
        self, state: Tournament, called: Collection[TableKey]
    ) -> tuple[tuple[RoundCard, ...], tuple[RoundTableCard, ...], tuple[tuple[str, int], ...]]:
        rounds: list[RoundCard] = []
        tables: list[RoundTableCard] = []
        present: set[tuple[str, int]] = set()
        for name, division in state.divisions.items():
            for played in division.rounds:
                key = name, played.number
                present.add(key)
                card = _round_card(name, played)
                if (before := self._rounds.get(key)) != card:
                    if before is not None and before.paired_at != card.paired_at:
                        self._forget_tables(key)  # taken back and paired anew
                    self._rounds[key] = card
                    rounds.append(card)
                tables += self._take_tables(state, division, played, called)
        gone = tuple(key for key in self._rounds if key not in present)
        for key in gone:
            del self._rounds[key]
            self._forget_tables(key)
        return tuple(rounds), tuple(tables), gone

    def _forget_tables(self, key: tuple[str, int]) -> None:
        for table in [each for each in self._tables if each[:2] == key]:
            del self._tables[table]

    def _take_tables(
        self, state: Tournament, division: Division, played: Round, called: Collection[TableKey]
    ) -> Iterator[RoundTableCard]:
        begun = played.started_at is not None
        for table in played.tables:
            key = division.name, played.number, table.number
            source = _Source(table, begun, played.absent, key in called)
            known = self._tables.get(key)
            # The worth of a forfeit rests on all results before it (PFS-7.2a).
            if known is not None and known[0].is_like(source) and not isinstance(table.result, Forfeited):
                continue
            card = self._table(state, division, played, table, key in called)
            self._tables[key] = (source, card)
            if known is None or known[1] != card:
                yield card

    def _table(
        self, state: Tournament, division: Division, played: Round, table: Table, called: bool
    ) -> RoundTableCard:
        light = light_of(played, table, called)
        is_official = self._viewing is Viewing.OFFICIAL
        if not is_official and light in _NOT_PUBLIC:
            light = Light.PLAYING if played.started_at is not None else Light.NOT_YET
        outcome = outcome_at(state, division.name, played.number, table)
        absent = tuple(number for number in sorted(played.absent_at(table)) if number not in table.arrived)
        return RoundTableCard(
            division=division.name,
            round=played.number,
            table=table.number,
            players=table.players,
            light=light,
            scores=table.result.scores if is_official and isinstance(table.result, Played) else outcome.scores,
            decided_by=None if table.result is None else outcome.by,
            places=outcome.places,
            last_words=outcome.last_words,
            reports=table.reports if is_official else {},
            deducted=table.deducted if is_official else {},
            absent=absent if is_official else (),
            adjourned_until=None if table.adjourned_until is None else table.adjourned_until.isoformat(),
            online=is_online(table, self._online) and (is_official or self._online.watched),
        )

    def _take_standings(self, rows: Rows) -> tuple[tuple[StandingCard, ...], tuple[tuple[str, int], ...]]:
        changed = tuple(card for key, card in rows.items() if self._standings.get(key) != card)
        gone = tuple(key for key in self._standings if key not in rows)
        self._standings = rows
        return changed, gone


_NOT_PUBLIC = frozenset({Light.AWAITED, Light.TOLD, Light.DISPUTED, Light.RULING})
"""Check-in, calls and disputes are never public (HALL, "Privacy")."""


def event_card(state: Tournament) -> EventCard:
    """The card of the event."""
    settings = state.settings
    return EventCard(
        name=state.name,
        city=state.city,
        starts_on=state.starts_on,
        ends_on=state.last_day,
        organisers=state.organisers,
        arbiter=state.arbiter,
        template=state.template,
        rulebook=settings.rulebook.chosen,
        rounds=state.rounds_planned,
        minutes=settings.minutes.value,
        turn_seconds=settings.turn_seconds.value,
        keys=tuple(key.value for key in settings.keys.chosen),
        divisions=tuple(state.divisions),
        draws_start=settings.starters.value is Starters.DRAWN,
        self_report=bool(settings.results.self_report.value),
        has_draws=settings.has_draws,
        closed_on=state.closed_on,
    )


def light_of(played: Round, table: Table, called: bool = False) -> Light:
    """The state of a table at a glance; what needs a person most goes first."""
    if called:
        return Light.RULING
    if table.result is not None:
        return Light.IN
    if table.is_disputed:
        return Light.DISPUTED
    if table.reports:
        return Light.TOLD
    if table.adjourned_until is not None:
        return Light.ADJOURNED
    if any(number not in table.arrived for number in played.absent_at(table)):
        return Light.AWAITED
    return Light.NOT_YET if played.started_at is None else Light.PLAYING


def _round_card(division: str, played: Round) -> RoundCard:
    return RoundCard(
        division=division,
        round=played.number,
        system=played.system,
        tables=len(played.tables),
        byes=played.byes,
        paired_at=played.paired_at.isoformat(),
        started_at=None if played.started_at is None else played.started_at.isoformat(),
    )
