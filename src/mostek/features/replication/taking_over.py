"""Taking over: what a second computer has followed becomes a tournament of its own, and the first computer learns it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import ConflictError, LogError
from mostek.app.tournaments import stray_step
from mostek.features.desk.store.tournament_merging import copy_file
from mostek.features.replication.follower import STANDBY, FollowStage, HallFollower
from mostek.features.replication.model import HallSnapshot, TakeHallOver
from mostek.features.replication.notes import Publication, UntoldHall, forget_untold, keep_publication, untold_halls
from mostek.store.desk_journal import journal_lines, journal_of
from mostek.store.file_names import file_stem
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError, origin_of, token_of
from mostek.store.hosted_files import NAMELESS
from mostek.store.line_file import replace_whole
from mostek.store.moved_log import moved_log, unmark_moved
from mostek.store.outward import OutwardReach
from mostek.store.shared_tournament import SharedTournament
from mostek.store.tournament_files import COPIES_FOLDER, SUFFIX
from mostek.tournament.decide import Step
from mostek.tournament.merging.copies import Relation, relation

_TRIES = 20
EARLIER = "earlier"
"""How the file of the first computer is called where both went on."""


def tell_hall(follower: HallFollower, url: str) -> None:
    """Fetch the last lines and end the first computer's writing, in one go: nothing that it has acknowledged is lost.

    Raises `UnreachableError` if it cannot be reached, `CopyError` or `AnsweredError` if it refuses.
    """
    for _ in range(_TRIES):
        news = follower.step(0.0)
        copy = follower.copy
        if news.stage is FollowStage.BROKEN:
            raise UnreachableError(follower.client.origin, detail=news.sentence)
        if news.stage is FollowStage.REFUSED or copy is None:
            raise AnsweredError(409, news.code, news.sentence, {"remedy": news.remedy})
        held = follower.held()
        body = TakeHallOver(key=held.key, head=copy.head, steps=follower.steps, url=url, games=held.games)
        try:
            follower.client.ask("POST", f"/standby/{follower.token}/take-over", body)
        except AnsweredError as error:
            if error.code != CopyFault.NOT_BEHIND.value:
                raise
            continue
        return
    raise UnreachableError(follower.client.origin)


def install(follower: HallFollower, wanted: str | None = None) -> str:
    """Put the copy among the tournaments of this computer. Returns the name of its file.

    A file of this computer of which the copy is the continuation is continued; another one of the same name stays as it is.

    Raises `SaveError`, `LogError`; `CopyError` if nothing was followed yet.
    """
    copy, hall = follower.copy, follower.note.hall
    if copy is None or hall is None:
        raise CopyError(CopyFault.NOT_STARTED)
    data = copy.data()
    stem = file_stem(wanted or hall.file) or NAMELESS
    for number in range(1, 1000):
        name = stem if number == 1 else f"{stem}-{number}"
        path = follower.data / "tournaments" / f"{name}{SUFFIX}"
        if path.exists() and not data.startswith(SharedTournament(path).data()):
            continue
        replace_whole(journal_of(path), journal_lines(copy.path))
        replace_whole(path, data)
        unmark_moved(path)
        with suppress(OSError):
            os.utime(path)  # the latest tournament is the one that commands mean
        return name
    raise LogError("{path} cannot be written: {why}.", path=stem, why="EEXIST")


def has_gone_on(follower: HallFollower, name: str) -> bool:
    """Whether this computer has taken over already: its file has every line of the copy, and is written here."""
    path = follower.data / "tournaments" / f"{name}{SUFFIX}"
    if follower.copy is None or not path.exists() or moved_log(path) is not None:
        return False
    return SharedTournament(path).data().startswith(follower.copy.data())


def is_continued(follower: HallFollower, hosted: str) -> bool:
    """Whether the copy has every line of a hosted file of this computer, so that it may take its place."""
    folder = follower.data if hosted.startswith(f"{COPIES_FOLDER}/") else follower.data / "tournaments"
    path = folder / f"{hosted}{SUFFIX}"
    return follower.copy is not None and (
        not path.exists() or follower.copy.data().startswith(SharedTournament(path).data())
    )


def keep_rights(data: Path, hall: HallSnapshot, name: str) -> None:
    """Go on with the publication of the first computer: its link, and the proof that this one follows it."""
    if hall.publication and hall.published is not None:
        publication = Publication(
            link=hall.publication, audience=hall.published, grants=hall.grants, reach=OutwardReach.ANYWHERE
        )
        keep_publication(data, name, publication)


def tell_untold(data: Path, key: str) -> Iterator[tuple[UntoldHall, str | None]]:
    """Tell every first computer that can be reached now: with each, the name of its file if that went on, too."""
    for untold in untold_halls(data):
        token = token_of(untold.link, STANDBY)
        client = HallClient(origin_of(untold.link))
        body = TakeHallOver(key=key, head=untold.head, steps=untold.steps, url=untold.url, has_gone_on=True)
        try:
            client.ask("POST", f"/standby/{token}/take-over", body)
            theirs = client.ask("GET", f"/standby/{token}/file", None, 60.0)
        except UnreachableError:  # it is not there; the next start asks again
            continue
        except AnsweredError:
            theirs = b""  # it knows of another computer, or the link was withdrawn: it is told no more
        earlier = _earlier(data, untold, theirs) if theirs else None
        forget_untold(data, untold)
        yield untold, earlier


def _earlier(data: Path, untold: UntoldHall, theirs: bytes) -> str | None:
    """Keep the file of the first computer beside ours, if both went on; if only the first one did, its steps are taken."""
    folder = data / "tournaments"
    ours = folder / f"{untold.file}{SUFFIX}"
    path = folder / f"{untold.file}-{EARLIER}{SUFFIX}"
    here, there = copy_file(ours, ours.read_bytes()).copy, copy_file(path, theirs).copy
    found = relation(here, there)
    if found is Relation.B_IS_LONGER and _take_steps(ours, there.steps):
        return None
    if found not in (Relation.FORKED, Relation.B_IS_LONGER):
        return None
    replace_whole(path, theirs)
    with suppress(OSError):
        os.utime(path, (0, 0))  # commands mean the tournament that goes on, not this file
    return path.stem


def _take_steps(path: Path, steps: tuple[Step, ...]) -> bool:
    """Go on with the steps of the first computer. Returns whether that was possible."""
    if stray_step(steps) is not None:
        return False
    log = SharedTournament(path)
    have = len(log.read())
    try:
        log.append_all(have, steps[have:])
    except ConflictError:
        return False
    return True


def unmerged(data: Path, name: str) -> str | None:
    """The name of the file of the first computer that is still to be merged with this tournament; `None` if there is none."""
    folder = data / "tournaments"
    ours, theirs = folder / f"{name}{SUFFIX}", folder / f"{name}-{EARLIER}{SUFFIX}"
    if not theirs.exists():
        return None
    try:
        found = relation(copy_file(ours, ours.read_bytes()).copy, copy_file(theirs, theirs.read_bytes()).copy)
    except (LogError, OSError):
        return None
    return theirs.stem if found is Relation.FORKED else None
