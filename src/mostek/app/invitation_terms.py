"""An invitation to a table: for one role, for so many people, until a moment, and no longer than its host wants."""

from __future__ import annotations

from msgspec import Struct

from mostek.app.lobby import TableError, TableFault
from mostek.core.players import Role

HOUR = 60 * 60 * 1000
"""An hour in milliseconds."""
USUAL_HOURS = 7 * 24
"""The hours for which an invitation is valid unless its host says otherwise."""
MOST_HOURS = 30 * 24
"""The longest that an invitation can be valid, in hours."""
MOST_USES = 100
"""The largest number of people for one invitation."""
MOST_OPEN = 50
"""The largest number of open invitations of a table."""


class StoredInvitation(Struct, frozen=True, kw_only=True):
    """An invitation with its state. Times are milliseconds since 1970; the secret of the link is not stored.

    Example:
        >>> given = StoredInvitation(id="3f", table="t", role=Role.PLAYER, created=0, uses=1, used=0, until=1000)
        >>> given.fault(999), given.fault(1000)
        (None, <TableFault.INVITATION_EXPIRED: 'invitation_expired'>)

    """

    id: str
    """By this the host names it; it is no secret, and opens nothing."""
    table: str
    role: Role
    created: int
    uses: int | None
    """How many people it is for; `None` for any number."""
    used: int
    """How many people have used it."""
    until: int | None
    """The moment from which it is not valid; `None` for an invitation of an earlier mostek."""
    withdrawn: bool = False

    def fault(self, now: int) -> TableFault | None:
        """The reason for which it cannot be used any more by another person; `None` while it can."""
        if self.withdrawn:
            return TableFault.INVITATION_WITHDRAWN
        if self.uses is not None and self.used >= self.uses:
            return TableFault.INVITATION_USED
        if self.until is not None and now >= self.until:
            return TableFault.INVITATION_EXPIRED
        return None

    def check(self, now: int) -> None:
        """Raise `TableError` for an invitation that cannot be used any more."""
        fault = self.fault(now)
        if fault is not None:
            raise TableError(fault)


def uses_of(role: Role, wanted: int) -> int | None:
    """The number of people for an invitation; spectators are not counted, because the address of the table is enough."""
    return None if role is Role.SPECTATOR else wanted
