"""The object that serves replication while the server runs."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from mostek.app.hosted_tournaments import HostedTournament
from mostek.app.player_codes import PlayerCode
from mostek.feature import FeatureService
from mostek.features.replication.followed_halls import FollowedHalls, FollowedRounds
from mostek.features.replication.public_copies import PublicCopies
from mostek.features.replication.publishing import Publishing
from mostek.features.replication.store.copy_links import CopyLinkStore
from mostek.features.replication.store.game_copies import GameCopyStore
from mostek.server.http.services import Services
from mostek.store.round_games import RoundGameStore


class Replication(FeatureService):
    """Tournaments on other computers: those published from here, those published here, and those followed from here."""

    def __init__(self, services: Services) -> None:
        config, hosted, halls = services.config, services.hosted, services.halls
        rounds = FollowedRounds(halls, RoundGameStore(services.database), GameCopyStore(services.database))
        services.stored_games.writing = rounds.writing
        links = CopyLinkStore(services.database)
        self.copies = PublicCopies(config, links, hosted, halls)
        self.followed = FollowedHalls(config, links, hosted, rounds, services.signer)
        self.publishing = Publishing(config, hosted, halls)

    async def start(self) -> None:
        """Go on with what was published when the server stopped."""
        await self.publishing.start()

    async def forget_tournament(self, hosted: HostedTournament) -> None:
        """Send nothing more of a tournament, and forget its link."""
        await self.publishing.forget(hosted)

    async def knows_player(self, code: PlayerCode) -> bool:
        """Whether the hall has sent the code of a player, with the copy of its tournament."""
        return await self.copies.knows(code)

    async def close(self) -> None:
        """End what is sent; the links stay noted."""
        await self.publishing.stop_all()


WithReplication: TypeAlias = NamedDependency[Replication]
