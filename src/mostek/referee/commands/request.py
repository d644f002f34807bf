"""What all commands share: when they are given, and by whom."""

from __future__ import annotations

from msgspec import Struct

from mostek.core.players import Role
from mostek.core.tags import tag
from mostek.referee.figures import Time


class Request(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=tag
):
    """What all commands share. `at` is the server's time in milliseconds; `None` is the time of the last event."""

    at: Time | None = None
    by: Role = Role.PLAYER
    """As what the person asks. Who carries the command here has checked that the person is that, and sits in `seat`."""
