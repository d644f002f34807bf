"""Pages that give shares of the seed, as the page of a player does."""

from __future__ import annotations

import json
import secrets
from typing import Any

from httpx import Response

from mostek.engine.random_draws import commitment
from server.http.visitors import Visitor


class Sharer:
    """A player's page at a table: it commits itself to a share, and gives it when it is due."""

    def __init__(self, visitor: Visitor, table: str, share: str | None = None) -> None:
        self.visitor, self.table = visitor, table
        self.share = share or secrets.token_hex(32)
        self.seen: dict[str, Any] | None = None
        self.times = 0

    @property
    def commitment(self) -> str:
        """What the page shows before its share."""
        return commitment(self.share)

    def card(self) -> dict[str, Any]:
        """The card of the table."""
        card: dict[str, Any] = self.visitor.get(f"/tables/{self.table}").json()
        return card

    def own(self) -> dict[str, Any]:
        """This player's seat on the card."""
        return next(seat for seat in self.card()["seats"] if seat["me"])

    def sit(self) -> Response:
        return self.visitor.post(f"/tables/{self.table}/seats", {"commitment": self.commitment})

    def ready(self, **more: Any) -> Response:
        return self.visitor.post(f"/tables/{self.table}/ready", {"commitment": self.commitment, **more})

    def give(self, share: str | None = None) -> Response:
        """Note what the card shows, and give the share."""
        card = self.card()
        if card["status"] == "open":
            seats = [seat["commitment"] for seat in card["seats"]]
            self.times += 1
            self.seen = {"seat": card["mine"], "server": card["seed"]["commitment"], "seats": seats}
            self.seen |= {"complete": card["seed"]["final"], "share": self.share, "times": self.times}
        return self.visitor.post(f"/tables/{self.table}/share", {"share": self.share if share is None else share})

    def receipt(self, heads: list[dict[str, Any]], key: str) -> bytes:
        """The receipt that this player keeps."""
        body = {"mostek": "receipt", "format": 1, "game": self.table, "key": key, "heads": heads}
        return json.dumps(body | ({"share": self.seen} if self.seen else {})).encode()
