"""The links by which tournaments of this data folder are published, in a file that only its owner can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Audience
from mostek.app.key_grants import KeyGrant
from mostek.app.ports import LogError
from mostek.store.line_file import replace_whole
from mostek.store.outward import OutwardReach

FILE = "publications.json"


class Publication(Struct, frozen=True, kw_only=True):
    """The publication of a tournament."""

    link: str
    audience: Audience = Audience()
    grants: tuple[KeyGrant, ...] = ()
    """By which the public server learns that this computer follows the one that began."""
    language: str = "pl"
    """The language of the person who has begun it, for what goes wrong later."""
    reach: OutwardReach = OutwardReach.PUBLIC
    """The addresses to which this computer goes for who has begun it."""
    is_stopped: bool = False
    """Whether a person has stopped it; it can go on at any time."""


def publications(folder: Path) -> Mapping[str, Publication]:
    """The publications of a data folder by the names of the files. Raises `LogError`."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Publication])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError):
        raise LogError("{path} cannot be read: {why}", path=path, why="JSON") from None


def keep_publication(folder: Path, name: str, publication: Publication | None) -> None:
    """Note how a tournament is published; `None` forgets it. Raises `SaveError`, `LogError`."""
    known = dict(publications(folder))
    if publication is None:
        known.pop(name, None)
    else:
        known[name] = publication
    replace_whole(folder / FILE, msgspec.json.encode(known))
