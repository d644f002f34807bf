"""The shares of a seed: the server and the page of every player give one, each committed to before it is shown.

A player who gives 32 random bytes, to which no other party could fit its own, knows that the seed was not chosen. So the server
fixes its share when a table is opened and shows the hash; pages show the hashes of theirs; only then do pages give what they have
committed to. The share of the server is published with the seed, after the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import UNSET

from mostek.app.lobby import LobbyTable
from mostek.app.ports import TableSetup
from mostek.app.seals import GivenShare, Sealing, ShareCommitments
from mostek.core.players import Seat
from mostek.engine.random_draws import commitment, secret_seed
from mostek.referee.commands import Venue

_BETWEEN, _NONE = ".", "-"


def joined(server: str, seats: Sequence[str | None]) -> str:
    """The seed that is made of shares.

    Args:
        server: The share of the server.
        seats: The shares of the pages, seat by seat; `None` where none was given.

    Returns:
        A text that `parts` splits again.

    Example:
        >>> joined("5e", ["a1", None])
        '5e.a1.-'

    """
    return _BETWEEN.join((server, *(_NONE if share is None else share for share in seats)))


def parts(seed: str) -> tuple[str, tuple[str | None, ...]]:
    """The share of the server and those of the seats in a seed; the opposite of `joined`."""
    server, *seats = seed.split(_BETWEEN)
    return server, tuple(None if share == _NONE else share for share in seats)


def setup_of(table: LobbyTable) -> TableSetup:
    """The setup of the game that begins at a table: its seed is made of the shares that were given there."""
    people = sum(place.bot is None for place in table.places)
    bots: Sequence[str] = [place.bot for place in table.places if place.bot]
    return TableSetup(people, ", ".join(bots), _seed(table), "lettered_rows")


def _seed(table: LobbyTable) -> str | None:
    if table.proposal.venue is not Venue.ONLINE:  # people draw: nothing comes from a seed
        return None
    if table.secret is None:  # opened by an earlier version, so no page has seen a commitment
        return secret_seed()
    return joined(table.secret, [place.share for place in table.places])


def commitments(setup: TableSetup) -> ShareCommitments | None:
    """The commitments to the shares of a seed; `None` for a seed that is not made of shares."""
    if not isinstance(setup.seed, str) or _BETWEEN not in setup.seed:
        return None
    server, seats = parts(setup.seed)
    return ShareCommitments(commitment(server), tuple(None if share is None else commitment(share) for share in seats))


class ShareProof(StrEnum):
    """The finding about the shares of a seed. The faults come first."""

    UNKNOWN = "unknown"
    """A page gave a share, but the game has no commitments to any."""
    OTHER_SERVER = "other_server"
    """The server is committed to another share than the one whose hash the page saw before it gave its own."""
    OTHER_SEAT = "other_seat"
    """So is a seat."""
    OTHER_SEED = "other_seed"
    """The seed is not made of the committed shares."""
    NOT_IN_SEED = "not_in_seed"
    """The share of the page is not in the seed."""
    SECRET = "secret"
    """The seed is not published yet."""
    SERVER_ALONE = "server_alone"
    """No page gave a share."""
    LATER = "later"
    """Somebody committed to a share after the page had given its own."""
    NOT_MINE = "not_mine"
    """The page of the receipt gave none."""
    PARTLY = "partly"
    """Some people gave none."""
    WHOLE = "whole"
    """Every person gave one."""


FAULTS = frozenset(
    {
        ShareProof.UNKNOWN,
        ShareProof.OTHER_SERVER,
        ShareProof.OTHER_SEAT,
        ShareProof.OTHER_SEED,
        ShareProof.NOT_IN_SEED,
    }
)
"""The findings to which no honest server and page can lead."""


@dataclass(frozen=True, slots=True)
class SharesFound:
    """The finding about the shares of a seed, with the seats that it concerns."""

    proof: ShareProof
    given: tuple[Seat, ...] = ()
    """The seats whose pages gave a share."""
    seats: tuple[Seat, ...] = ()
    """The seats of a fault or a doubt."""


def verify_shares(
    sealing: Sealing, people: int, seed: str | None, own: GivenShare | None = None, has_receipt: bool = False
) -> SharesFound:
    """Compare the shares of a seed with the commitments to them, and with what a page knows.

    Args:
        sealing: The first line's commitments.
        people: The number of people who began the game.
        seed: The published seed; `None` while it is secret.
        own: What the page of a player has given and seen; `None` if that is unknown.
        has_receipt: Whether a receipt is there, which says nothing of a share if `own` is missing.

    Returns:
        The first fault, otherwise the first doubt, otherwise that every person gave a share.

    """
    due = sealing.shares
    if due is UNSET:
        return SharesFound(ShareProof.SERVER_ALONE if own is None else ShareProof.UNKNOWN)
    given = tuple(Seat(number) for number, each in enumerate(due.seats, 1) if each is not None)
    seen = _seen(due, own) if own is not None else None
    if seen is not None and seen.proof in FAULTS:
        return seen
    if seed is None:
        return SharesFound(ShareProof.SECRET, given)
    server, shares = parts(seed)
    if commitment(server) != due.server or [_committed(share) for share in shares] != list(due.seats):
        return SharesFound(ShareProof.OTHER_SEED, given)
    if own is not None and (own.seat > len(shares) or shares[own.seat - 1] != own.share):
        return SharesFound(ShareProof.NOT_IN_SEED, given, (own.seat,))
    if not given:
        return SharesFound(ShareProof.SERVER_ALONE)
    if seen is not None:
        return SharesFound(seen.proof, given, seen.seats)
    if has_receipt and own is None:
        return SharesFound(ShareProof.NOT_MINE, given)
    return SharesFound(ShareProof.WHOLE if len(given) >= people else ShareProof.PARTLY, given)


def _committed(share: str | None) -> str | None:
    return None if share is None else commitment(share)


def _seen(due: ShareCommitments, own: GivenShare) -> SharesFound | None:
    """The fault or doubt that follows from the commitments that a page had seen."""
    if own.server != due.server:
        return SharesFound(ShareProof.OTHER_SERVER)
    if len(own.seats) != len(due.seats):
        return SharesFound(ShareProof.OTHER_SEAT)
    changed = tuple(Seat(n) for n, (saw, has) in enumerate(zip(own.seats, due.seats, strict=True), 1) if saw != has)
    if not changed:
        return None
    # Where nobody is asked whether they are ready, others come and go after the page has given its share.
    is_fault = own.complete or own.seat in changed
    return SharesFound(ShareProof.OTHER_SEAT if is_fault else ShareProof.LATER, seats=changed)
