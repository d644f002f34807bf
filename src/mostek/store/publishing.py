"""The log of a game as everybody may read it: what was told to the arbiter alone is not in it (PFS-6.6.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from mostek.referee.commands import Irregularity
from mostek.store.chain import BEGINNING, body_of, written

_REPORT = b'{"command":{"type":"report_irregularity"'
_NUMBER = re.compile(rb'^\{"n":(\d+)')
_AFTER = re.compile(rb',"after":(\d+),"events":(\d+)\}$')


def for_everybody(log: bytes) -> bytes:
    """The lines of a log as if nobody had told the arbiter of a suspicion: numbered and chained without it.

    It changes nothing in the game, and no draw depends on it (`app.games.public`), so the game is proven as before. On a server
    nothing else ever happens by such a command (`server.hall.orders.is_secret`), so it has one event.
    """
    lines = log.splitlines(keepends=True)
    told = list(_told(lines))
    return log if len(told) == len(lines) else written(BEGINNING, told)[0]


def _told(lines: list[bytes]) -> Iterator[bytes]:
    """The bodies of the lines that stay."""
    hidden = 0
    following = iter(lines)
    for line in following:
        body = body_of(line)
        if _is_for_arbiter(body):
            next(following, None)
            hidden += 1
        else:
            yield _numbered(body, hidden)


def _is_for_arbiter(body: bytes) -> bool:
    if not body.startswith(_REPORT):
        return False
    asked = msgspec.json.decode(body)
    return bool(asked["command"]["what"] == Irregularity.SUSPICION and asked["events"] == 1)


def _numbered(body: bytes, hidden: int) -> bytes:
    """The line with the number that it has when so many events before it are not there."""
    if not hidden:
        return body
    body = _NUMBER.sub(lambda found: b'{"n":%d' % (int(found[1]) - hidden), body)
    return _AFTER.sub(lambda found: b',"after":%d,"events":%d}' % (int(found[1]) - hidden, int(found[2])), body)
