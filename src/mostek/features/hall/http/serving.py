"""The service of the hall: it runs rounds online and the streams of tournaments while the server runs."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.feature import FeatureService
from mostek.features.hall.http.players import player_page
from mostek.features.hall.http.stream import PREFIX, TournamentStream
from mostek.features.hall.online_rounds import OnlineRounds
from mostek.features.tables.http.cards import live_tables
from mostek.server.http.services import Services
from mostek.server.http.tournaments.access import Access
from mostek.store.round_games import RoundGameStore


class Hall(FeatureService):
    """Hosted tournaments for many hands: their streams, and the rounds that are played on the server."""

    def __init__(self, services: Services) -> None:
        sessions = live_tables(services).sessions
        stored = RoundGameStore(services.database)
        self.online = OnlineRounds(services.halls, services.hosted, stored, services.tables, sessions)
        self._stream = TournamentStream(services, services.people, services.admission, services.config)
        self.streams = (PREFIX, self._stream)
        self._services = services
        services.halls.changed, sessions.finished = self.online.tournament_changed, self.online.game_finished

    async def start(self) -> None:
        """Begin to look at tournaments."""
        self.online.start()

    async def close(self) -> None:
        """Look no more."""
        self.online.stop()

    def sign_off(self, person: str) -> None:
        """End the streams of a person who has logged out or was erased."""
        self._stream.sign_off(person)

    def call_pages_back(self) -> None:
        """Let the pages of all people come back."""
        self._stream.call_pages_back()

    async def moved_elsewhere(self, tournament: str, url: str) -> None:
        """Another computer has taken the tournament over: its games are played there."""
        await self.online.gone_elsewhere(tournament, url)

    async def player_answers(self, code: str, found: Access) -> Mapping[str, object]:
        """The page of the player with that code."""
        return {f"/players/{code}": player_page(self._services, found)}
