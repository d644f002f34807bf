"""The codes by which players open their own page: made from the secret of the tournament, so that a second server makes the same.

A code names the tournament, the player and 128 bits that cannot be guessed. The short code is for typing; its tries are limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from hmac import compare_digest, new

from msgspec import Struct

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not confused when read aloud."""
_LONG, _SHORT = 26, 6
_FORM = re.compile(rf"(?P<tournament>[{_SIGNS}]{{1,20}})-(?P<number>[1-9][0-9]{{0,5}})-(?P<mark>[{_SIGNS}]{{{_LONG}}})")


class PlayerCode(Struct, frozen=True):
    """A code that has the form of one; whether it is one, `is_right` says."""

    tournament: str
    number: int
    mark: str

    def is_right(self, secret: str, generation: int) -> bool:
        """Whether it was made from this secret, and not withdrawn since."""
        return compare_digest(self.mark, _mark(secret, self.number, generation, _LONG))


def code_of(tournament: str, secret: str, number: int, generation: int) -> str:
    """The code of a player.

    Args:
        tournament: the id of the tournament on its server.
        secret: the secret of the tournament, in hexadecimal digits.
        number: the starting number of the player.
        generation: how many codes of this player were withdrawn.

    Returns:
        The code, as it stands in the address of the player's page.

    Example:
        >>> read_code(code_of("k7m3", "00ff", 12, 0)).is_right("00ff", 0)
        True
        >>> read_code(code_of("k7m3", "00ff", 12, 0)).is_right("00ff", 1)
        False
    """
    return f"{tournament}-{number}-{_mark(secret, number, generation, _LONG)}"


def short_code_of(secret: str, number: int, generation: int) -> str:
    """The short code of a player, for typing beside the number."""
    return _mark(secret, number, generation, _SHORT)


def is_short_code(said: str, secret: str, number: int, generation: int) -> bool:
    """Whether a person has typed the short code of this player, however it is written."""
    typed = "".join(said.lower().split()).replace("-", "")
    return compare_digest(typed.encode(), short_code_of(secret, number, generation).encode())


def code_digests(tournament: str, secret: str, numbers: Iterable[int], withdrawn: Mapping[int, int]) -> dict[str, str]:
    """By what a public copy recognises the codes of players, without being able to make one.

    Args:
        tournament: the id of the tournament on its server.
        secret: the secret of the tournament.
        numbers: the starting numbers.
        withdrawn: how many codes of a player were withdrawn.

    Returns:
        The SHA-256 of the secret part of each code, which has 128 bits.
    """
    codes = (read_code(code_of(tournament, secret, number, withdrawn.get(number, 0))) for number in numbers)
    return {str(code.number): code_digest(code.mark) for code in codes if code is not None}


def code_digest(mark: str) -> str:
    """By what a public copy recognises the secret part of a code."""
    return sha256(f"mostek code\n{mark}".encode()).hexdigest()


def read_code(typed: str) -> PlayerCode | None:
    """The code in a part of an address; `None` if it has not the form of one."""
    match = _FORM.fullmatch(typed)
    return PlayerCode(match["tournament"], int(match["number"]), match["mark"]) if match else None


def _mark(secret: str, number: int, generation: int, length: int) -> str:
    digest = new(bytes.fromhex(secret), f"mostek player {number} {generation} {length}".encode(), sha256).digest()
    value, signs = int.from_bytes(digest, "big"), []
    for _ in range(length):
        value, sign = divmod(value, len(_SIGNS))
        signs.append(_SIGNS[sign])
    return "".join(signs)
