"""A tournament as public pages show it: the parts that several pages need, each computed once for a version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from enum import StrEnum
from functools import cache
from urllib.parse import urlencode

from msgspec import Struct

from mostek.app.hosted_tournaments import Announcement, Audience
from mostek.app.online_play import OnlinePlay, is_online
from mostek.app.published_tournament import published
from mostek.app.tournament_cards import Light, light_of
from mostek.app.tournaments import epoch
from mostek.documents.people import home_of, name_parts
from mostek.messages import text
from mostek.messages.outcome_words import note_of
from mostek.messages.tournament_words import halves, place_text, signed, system_name
from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credits
from mostek.tournament.pending import round_end
from mostek.tournament.scoring import credits_of, outcome_at
from mostek.tournament.standings import classified
from mostek.tournament.state import Round, Table, Tournament


class RoundStage(StrEnum):
    """The stages of a round."""

    PAIRED = "paired"
    PLAYING = "playing"
    COMPLETE = "complete"


class PersonShown(Struct, frozen=True):
    """A player in a list, with the part of the name in bold by which lists are sorted."""

    number: int
    before: str
    surname: str
    after: str
    home: str
    href: str


class LightShown(Struct, frozen=True):
    """The state of a table as a sign and a word: no reader needs the colour."""

    kind: str
    sign: str
    word: str


class SeatShown(Struct, frozen=True):
    """A player at a table."""

    person: PersonShown
    points: str
    """The match points before the round."""
    score: str
    won: bool


class TableShown(Struct, frozen=True):
    """A table of a round."""

    key: str
    """For the script: division, round and number."""
    number: int
    seats: tuple[SeatShown, ...]
    light: LightShown
    note: str
    game: str
    """The address of its game, if that is played on the server and may be watched."""


class RoundShown(Struct, frozen=True):
    """A round of a division, without its tables."""

    division: str
    number: int
    rounds: int
    stage: RoundStage
    system: str
    tables: int
    results: int
    started: str
    ends: str
    ends_at: int | None
    """In milliseconds since 1970."""
    href: str


class StandingShown(Struct, frozen=True):
    """A row of the classification."""

    key: str
    """For the script: division and starting number."""
    place: str
    person: PersonShown
    match_points: str
    game_points: int
    spread: str


_SIGNS = {Light.NOT_YET: "○", Light.PLAYING: "▶", Light.ADJOURNED: "‖", Light.IN: "✓"}
"""The lights that the public sees."""


def lights() -> dict[str, tuple[str, str]]:
    """Sign and word of each light."""
    words = {
        Light.NOT_YET: text("not started"),
        Light.PLAYING: text("playing"),
        Light.ADJOURNED: text("adjourned"),
        Light.IN: text("result"),
    }
    return {light.value: (sign, words[light]) for light, sign in _SIGNS.items()}


class CopyAge(Struct, frozen=True):
    """How fresh a copy is."""

    time: str
    """When it last had everything."""
    at: int
    """The same in milliseconds since 1970."""
    is_quiet: bool
    """Whether nothing has come from the hall for a while."""


class ShownEvent(Struct, frozen=True, kw_only=True):
    """A version of a tournament with all that its public pages are made of. It travels to the worker that makes them."""

    id: str
    url: str
    """The address of the server."""
    state: Tournament
    audience: Audience
    announcements: tuple[Announcement, ...]
    changed_at: datetime
    online: OnlinePlay
    copied: CopyAge | None = None
    """How fresh this copy is; `None` for a tournament that is run here."""
    moved: str | None = None
    """The address at which the tournament goes on; `None` if it is here."""


class EventView:
    """The data of the public pages of a tournament, in one language."""

    def __init__(self, event: ShownEvent, lang: str | None = None) -> None:
        """View a tournament as the public may know it, in the current language.

        Args:
            event: the tournament.
            lang: the language that the reader has chosen in the address; the links of its pages keep it.
        """
        shown = published(event.state, event.audience)
        self.id = event.id
        self.url = event.url
        self.visibility = event.audience.visibility
        self.announcements = event.announcements
        self.changed_at = event.changed_at
        self.lang = lang
        self.copied = event.copied
        self.moved = event.moved
        self.online = event.online
        self.unnamed = shown.unnamed
        self.concealed = shown.concealed
        self._state = shown.state
        self.credits: Callable[[str, int | None], Credits] = cache(self._credits)
        self.standings: Callable[[str, int | None], tuple[Standing, ...]] = cache(self._standings)
        """The classification of a division; before a round, or now."""

    @property
    def state(self) -> Tournament:
        """The tournament, without anything private."""
        return self._state

    @property
    def divisions(self) -> tuple[str, ...]:
        """The divisions in which anybody has entered."""
        return tuple(name for name in self._state.divisions if any(self._state.entrants_of(name)))

    @property
    def last_round(self) -> int:
        """The number of the round that was paired last; 0 before the first one."""
        return max((len(each.rounds) for each in self._state.divisions.values()), default=0)

    @property
    def current_round(self) -> int:
        """The number of the round that is played; 0 before the first one."""
        return max((each.current.number for each in self._state.divisions.values() if each.current), default=0)

    def link(self, path: str = "", **query: object) -> str:
        """The address of a page of the event."""
        given = {name: value for name, value in query.items() if value not in (None, "", 0)}
        if self.lang is not None and "lang" not in query:
            given["lang"] = self.lang
        return f"/e/{self.id}{f'/{path}' if path else ''}{f'?{urlencode(given)}' if given else ''}"

    def person(self, number: int) -> PersonShown:
        """A player, with a link to the card."""
        entrant = self._state.entrants[number]
        return PersonShown(number, *name_parts(entrant.person), home_of(entrant), self.link(f"p/{number}"))

    def name(self, number: int) -> str:
        """The name of a player."""
        return self._state.entrants[number].person.name

    def rounds_now(self, division: str | None = None) -> Iterator[RoundShown]:
        """The round of each division that is played."""
        for name in self.divisions if division is None else (division,):
            if played := self._state.divisions[name].current:
                yield self.round(name, played)

    def round(self, division: str, played: Round) -> RoundShown:
        """A round in figures."""
        end = round_end(self._state, played)
        return RoundShown(
            division=division,
            number=played.number,
            rounds=max(self._state.rounds_planned, played.number),
            stage=stage_of(played),
            system=system_name(played.system),
            tables=len(played.tables),
            results=sum(table.result is not None for table in played.tables),
            started=_clock(played.started_at),
            ends=_clock(end),
            ends_at=None if end is None else epoch(end),
            href=self.link(f"r/{played.number}"),
        )

    def table(self, division: str, played: Round, table: Table) -> TableShown:
        """A table with its players and its result."""
        points = {each.number: halves(each.half_points) for each in self.standings(division, played.number)}
        light = light_of(played, table)
        outcome = outcome_at(self._state, division, played.number, table)
        return TableShown(
            key=f"{division}|{played.number}|{table.number}",
            number=table.number,
            seats=tuple(
                SeatShown(
                    person=self.person(number),
                    points=points.get(number, "0"),
                    score=str(outcome.scores[seat]) if outcome.scores else "",
                    won=seat == outcome.winner,
                )
                for seat, number in enumerate(table.players)
            ),
            light=LightShown(light.value, *lights()[light.value]),
            note=note_of(outcome),
            game=self._game(division, played, table),
        )

    def _game(self, division: str, played: Round, table: Table) -> str:
        if not (self.online.watched and is_online(table, self.online)):
            return ""
        return self.link(f"game/{played.number}/{table.number}", division=division)

    def top(self, division: str, most: int) -> tuple[StandingShown, ...]:
        """The first rows of the classification."""
        return tuple(self.row(division, each) for each in self.standings(division, None)[:most])

    def row(self, division: str, standing: Standing) -> StandingShown:
        """A row of the classification."""
        return StandingShown(
            key=f"{division}|{standing.number}",
            place=place_text(standing.place),
            person=self.person(standing.number),
            match_points=halves(standing.half_points),
            game_points=standing.game_points,
            spread=signed(standing.spread),
        )

    def _credits(self, division: str, before: int | None) -> Credits:
        return credits_of(self._state, division, before)

    def _standings(self, division: str, before: int | None) -> tuple[Standing, ...]:
        return classified(self._state, division, self.credits(division, before), before)


def stage_of(played: Round) -> RoundStage:
    """The stage of a round. A desk that starts no clock has begun with its first result."""
    if played.is_complete:
        return RoundStage.COMPLETE
    begun = played.started_at is not None or any(table.result is not None for table in played.tables)
    return RoundStage.PLAYING if begun else RoundStage.PAIRED


def _clock(when: datetime | None) -> str:
    return "" if when is None else f"{when:%H:%M}"
