"""Evidence beside a game's log: the names of the players, and the heads of its chain that the server and players sign.

A head is never published while the game goes on: a person who knows two heads could try which tiles the lines between them name.
What is published is its *seal*, a hash under a secret of the game that stands in the first line of its log.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from mostek.core.players import Seat

Hex16 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
"""16 bytes in hexadecimal digits."""
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]
"""32 bytes in hexadecimal digits."""
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""64 bytes in hexadecimal digits: a signature."""
PageKey = Annotated[str, Meta(pattern=r"^04[0-9a-f]{128}\Z")]
"""The public key of a page: an uncompressed point of P-256."""


class ShareCommitments(Struct, frozen=True):
    """The commitments to the shares of a game's seed (`app.shares`)."""

    server: Hex32
    """The commitment to the share of the server."""
    seats: tuple[Hex32 | None, ...]
    """The commitments to the shares of the players' pages, seat by seat; `None` where none was given."""


class Sealing(Struct, frozen=True):
    """The commitments in the first line of a server's game."""

    names: tuple[Hex32, ...]
    """The commitments to the names of the players, seat by seat."""
    blind: Hex32
    """The secret of the seals, hidden until the end of the game."""
    key: Hex32 | None = None
    """The public key of the server; `None` if it signs nothing."""
    shares: ShareCommitments | UnsetType = UNSET
    """The commitments to the shares of the seed; games of earlier versions and at a real board have none."""


class StatedName(Struct, frozen=True):
    """A name with the salt of its commitment; both are deleted when the person is forgotten."""

    seat: Seat
    name: str
    salt: Hex16


class SignedHead(Struct, frozen=True):
    """The server's word that the public log had this seal after so many lines."""

    lines: Annotated[int, Meta(ge=1)]
    seal: Hex32
    signature: Hex64


class Countersignature(Struct, frozen=True):
    """The word of a player's page that it has received this seal."""

    seat: Seat
    lines: Annotated[int, Meta(ge=1)]
    seal: Hex32
    key: PageKey
    signature: Hex64


class Evidence(Struct, frozen=True):
    """The evidence beside the chain of a game."""

    names: tuple[StatedName, ...] = ()
    signed: SignedHead | None = None
    countersigned: tuple[Countersignature, ...] = ()

    def players(self, sealing: Sealing, unknown: str) -> tuple[str, ...] | None:
        """The names seat by seat; `None` if one is not the committed one. A name that is not stated is `unknown`."""
        stated = {each.seat: each for each in self.names}
        if len(stated) != len(self.names) or any(seat > len(sealing.names) for seat in stated):
            return None
        names = [stated.get(Seat(number)) for number in range(1, len(sealing.names) + 1)]
        same = (each is None or name_commitment(each) == due for each, due in zip(names, sealing.names, strict=True))
        return tuple(unknown if each is None else each.name for each in names) if all(same) else None


class GivenShare(Struct, frozen=True, forbid_unknown_fields=True):
    """The share of the seed that a player's page has given, with the commitments that it had seen before."""

    seat: Seat
    share: Hex32
    server: Hex32
    """The commitment of the server."""
    seats: Annotated[tuple[Hex32 | None, ...], Meta(max_length=4)]
    """The commitments seat by seat, `None` where there was none yet."""
    complete: bool
    """Whether no other commitment could follow, because everybody had said that they were ready."""
    times: Annotated[int, Meta(ge=1)] = 1
    """The number of shares that the page has given at this table: more than one if the start was repeated."""


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The signed heads that a player's page has stored for a game, and its share of the seed."""

    mostek: str
    """`receipt`."""
    format: int
    game: str
    key: Hex32
    """The public key of the server, as the page received it."""
    heads: Annotated[tuple[SignedHead, ...], Meta(min_length=1, max_length=1024)]
    """The seals, in order."""
    share: GivenShare | None = None
    """The share that the page has given; `None` if it gave none."""


def name_commitment(stated: StatedName) -> str:
    """The commitment to a name: the SHA-256 of its salt and the name.

    Args:
        stated: The name with its salt.

    Returns:
        64 hexadecimal digits.

    Example:
        >>> name_commitment(StatedName(Seat.FIRST, "Ala", "00" * 16))[:16]
        '611bdbf1c60e33b4'

    """
    return sha256(f"{stated.salt}{stated.name}".encode()).hexdigest()


def sealed_names(players: Mapping[Seat, str]) -> tuple[StatedName, ...]:
    """The names of players, each with a fresh salt."""
    return tuple(StatedName(seat, name, secrets.token_hex(16)) for seat, name in sorted(players.items()))


def new_sealing(
    names: Sequence[StatedName], key: str | None = None, shares: ShareCommitments | UnsetType = UNSET
) -> Sealing:
    """The commitments of a new game, with a fresh secret."""
    return Sealing(tuple(map(name_commitment, names)), secrets.token_hex(32), key, shares)


def seal_of(sealing: Sealing, game: str, lines: int, head: str) -> str:
    """The seal of a head: the head cannot be found from it without the secret of the game.

    Args:
        sealing: What the game is committed to, with its secret.
        game: The name of the game.
        lines: The number of lines up to the head, with the first.
        head: The hash of the last of them.

    Returns:
        64 hexadecimal digits.

    Example:
        >>> seal_of(Sealing((), "00" * 32), "g", 1, "9c1e")[:16]
        '0c94a1c4e474526f'

    """
    return hmac.new(bytes.fromhex(sealing.blind), f"{game}\n{lines}\n{head}".encode(), sha256).hexdigest()


def head_statement(game: str, lines: int, seal: str) -> bytes:
    """The bytes that the server signs."""
    return f"mostek head\n{game}\n{lines}\n{seal}".encode()


def countersigned_statement(game: str, lines: int, seal: str, seat: Seat) -> bytes:
    """The bytes that a player's page signs."""
    return f"mostek receipt\n{game}\n{lines}\n{seal}\n{int(seat)}".encode()
