"""Send what a public copy lacks of a tournament, a piece at a time; every end of the line can break at any moment.

The copy itself says what has arrived, so no note here can be wrong after a kill.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Audience
from mostek.app.log_copies import REMEDIES, SENTENCES, CopyError, CopyFault
from mostek.app.ports import LogError, SaveError
from mostek.features.desk.store.tournament_merging import copy_file
from mostek.features.replication.log_copy import LogSource, next_piece
from mostek.features.replication.model import CopyReceipt, KeyGrant, ShownCopy, encode_piece
from mostek.messages import explained, text
from mostek.store.connect_proxy import ConnectProxy
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError, origin_of, token_of
from mostek.store.line_file import replace_whole
from mostek.store.outward import OutwardReach, is_public_origin
from mostek.store.signing_key import signer_of
from mostek.store.tokens import now
from mostek.tournament.merging.copies import Relation, common_steps, relation

LINK = "publish"
"""The first word of a link for publishing: `https://example.org/publish/TOKEN`."""
HEARTBEAT = 45.0
"""The seconds after which a copy is told that there is nothing new."""
_LOOK = 1.0
"""The seconds between two looks at the file."""
_LONGEST_WAIT = 60.0
_ASK = "Ask who runs the server for a new link."


class PublishStage(StrEnum):
    """How a publication stands."""

    SENDING = "sending"
    CURRENT = "current"
    """The copy has everything."""
    BROKEN = "broken"
    """The line is broken, or the server is busy; it is tried again."""
    REFUSED = "refused"
    """The copy takes nothing more until a person does something."""
    STOPPED = "stopped"


class PublishNews(Struct, frozen=True, kw_only=True):
    """The outcome of a step of publishing."""

    stage: PublishStage
    url: str = ""
    """The public page."""
    steps: int = 0
    """The steps that the copy has."""
    of: int = 0
    """The steps of the file."""
    at: int = 0
    """When the copy last answered, in milliseconds since 1970; 0 if it has not yet."""
    wait: float = 0.0
    """The seconds until the next step."""
    sentence: str = ""
    """Why, in words, where the copy takes nothing."""
    remedy: str = ""
    """What to do next."""


class Publisher:
    """The publication of one file by one link."""

    def __init__(
        self,
        path: Path,
        link: str,
        grants: tuple[KeyGrant, ...] = (),
        reach: OutwardReach = OutwardReach.ANYWHERE,
        proxy: ConnectProxy | None = None,
    ) -> None:
        """`reach` says for whom it is published, and `proxy` is the way to public addresses.

        Raises `CopyError` for what is no link for publishing, for an address that is out of reach, or without signatures.
        """
        token = token_of(link, LINK)
        signer = signer_of(path.parent.parent)
        if token is None:
            raise CopyError(CopyFault.NOT_A_LINK, url=link[:80])
        if signer is None:
            raise CopyError(CopyFault.UNSIGNED)
        check_reach(link, reach)
        self._path, self._token, self._signer, self._grants = path, token, signer, grants
        self._client = HallClient(origin_of(link), reach=reach, proxy=proxy)
        self._words = _Words(self._client.origin, reach)
        self._source: tuple[tuple[int, int, int], LogSource] | None = None
        self._state: CopyReceipt | None = None
        self._shown: ShownCopy | None = None
        self._answered = 0.0
        self._failures = 0
        self.news = PublishNews(stage=PublishStage.SENDING)

    def step(self, shown: ShownCopy) -> PublishNews:
        """Do the next thing: ask what the copy has, send a piece, or nothing. It never raises."""
        try:
            self.news = self._stepped(shown)
            self._failures = 0
        except UnreachableError as error:
            self._state = None
            self._failures += 1
            wait = max(error.retry_after, min(_LONGEST_WAIT, 2.0 ** min(self._failures, 10)))
            sentence, remedy = self._words.unreachable(error)
            self.news = self._changed(stage=PublishStage.BROKEN, wait=wait, sentence=sentence, remedy=remedy)
        except AnsweredError as error:
            self._refused(*self._words.answered(error))
        except CopyError as error:
            self._refused(*self._words.fault(error))
        except (LogError, SaveError) as error:
            self._refused(explained(error.sentence, error.params), "")
        return self.news

    def _changed(self, **values: object) -> PublishNews:
        return msgspec.structs.replace(self.news, **values)

    def _refused(self, sentence: str, remedy: str) -> None:
        self._state = None
        self.news = self._changed(stage=PublishStage.REFUSED, wait=_LONGEST_WAIT, sentence=sentence, remedy=remedy)

    def _stepped(self, shown: ShownCopy) -> PublishNews:
        if self._state is None:
            self._state = self._decoded(self._client.ask("GET", f"/copies/{self._token}"))
        source = self._read()
        has_all = self._state.head == source.head and self._shown == shown
        if has_all and monotonic() - self._answered < HEARTBEAT:
            return self._said(source, PublishStage.CURRENT, _LOOK)
        try:
            header, lines, journal = next_piece(
                source, self._state, None if self._shown == shown else shown, self._grants
            )
        except CopyError:
            raise self._apart() from None
        piece = encode_piece(header, lines, journal, self._signer, self._token)
        self._state = self._decoded(self._client.ask("POST", f"/copies/{self._token}", piece, 60.0))
        self._shown, self._answered = shown, monotonic()
        is_current = self._state.head == source.head
        return self._said(source, PublishStage.CURRENT if is_current else PublishStage.SENDING, _LOOK * is_current)

    def _said(self, source: LogSource, stage: PublishStage, wait: float) -> PublishNews:
        assert self._state is not None, "the copy has answered"
        return PublishNews(
            stage=stage,
            url=self._words.address(self._state.url),
            steps=self._state.steps,
            of=source.steps,
            at=now() if not wait or stage is PublishStage.SENDING else self._state.at,
            wait=wait,
        )

    def _decoded(self, data: bytes) -> CopyReceipt:
        try:
            return msgspec.json.decode(data, type=CopyReceipt)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UnreachableError(self._client.origin) from None

    def _read(self) -> LogSource:
        """The file, read again only if it has changed."""
        try:
            found = self._path.stat()
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=self._path, why=error.strerror) from None
        stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
        if self._source is None or self._source[0] != stamp:
            self._source = stamp, LogSource.of(self._path)
        return self._source[1]

    def _apart(self) -> CopyError:
        """The reason for steps that only the copy has: the file is an older one, or both went on."""
        theirs = copy_file(self._path, self._client.ask("GET", f"/copies/{self._token}/file", None, 60.0)).copy
        ours = copy_file(self._path, self._path.read_bytes()).copy
        common, found = common_steps(ours, theirs), relation(ours, theirs)
        if found is Relation.OTHER_EVENT:
            return CopyError(CopyFault.OTHER_EVENT, name=self._state.name if self._state else "")
        if common == len(theirs.steps):
            return CopyError(CopyFault.REWRITTEN)
        if found is Relation.B_IS_LONGER:
            return CopyError(CopyFault.OLDER, ours=len(ours.steps), have=len(theirs.steps))
        return CopyError(
            CopyFault.FORK, common=common, theirs=len(theirs.steps) - common, ours=len(ours.steps) - common
        )


class _Words:
    """The words about an answer: those of the server for the user of this computer, only our own for others."""

    def __init__(self, origin: str, reach: OutwardReach) -> None:
        self._origin, self._is_own = origin, reach is OutwardReach.ANYWHERE

    def unreachable(self, error: UnreachableError) -> tuple[str, str]:
        """The sentence and the next step where nothing arrives; the same for others for every reason."""
        plain = text("The server {url} cannot be reached.", url=self._origin)
        return (error.detail or plain, "") if self._is_own else (plain, text(REMEDIES[CopyFault.NOT_PUBLIC]))

    def answered(self, error: AnsweredError) -> tuple[str, str]:
        """The sentence and the next step after a refusal."""
        if self._is_own:
            return error.detail, str(error.problem.get("remedy", ""))
        fault = own_fault(error)
        if fault is None:
            return text("The server {url} does not take this tournament.", url=self._origin), text(_ASK)
        return text(SENTENCES[fault]), text(REMEDIES.get(fault, _ASK))

    def fault(self, error: CopyError) -> tuple[str, str]:
        """The sentence and the next step where what the copy has does not fit."""
        if self._is_own or error.fault is not CopyFault.OTHER_EVENT:
            return explained(error.sentence, error.params), remedy_of(error)
        return explained(error.sentence, {"name": "…"}), remedy_of(error)

    def address(self, url: str) -> str:
        """The address of the public page, if it is one of that server."""
        return url if self._is_own or url.startswith(f"{self._origin}/e/") else ""


def own_fault(error: AnsweredError) -> CopyFault | None:
    """The reason in a refusal, where our own sentence is complete; the rest may be anything."""
    known = {fault.value: fault for fault, sentence in SENTENCES.items() if "{" not in sentence}
    return known.get(error.code)


def check_reach(link: str, reach: OutwardReach) -> None:
    """Refuse a link to which only the user of this computer may publish. Raises `CopyError`."""
    if reach is OutwardReach.PUBLIC and not is_public_origin(origin_of(link)):
        raise CopyError(CopyFault.NOT_PUBLIC, url=origin_of(link)[:80])


def remedy_of(error: CopyError) -> str:
    """The next step after a refusal, in words; nothing where nothing can be done."""
    return explained(REMEDIES[error.fault], error.params) if error.fault in REMEDIES else ""


def take_back(link: str) -> tuple[CopyReceipt, bytes, bytes]:
    """The state, the file and the journal of a public copy, whole, for its owner.

    Raises `CopyError`, `AnsweredError`, `UnreachableError`.
    """
    token = token_of(link, LINK)
    if token is None:
        raise CopyError(CopyFault.NOT_A_LINK, url=link[:80])
    client = HallClient(origin_of(link))
    state = msgspec.json.decode(client.ask("GET", f"/copies/{token}"), type=CopyReceipt)
    data = client.ask("GET", f"/copies/{token}/file", None, 60.0)
    return state, data, client.ask("GET", f"/copies/{token}/journal", None, 60.0)


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
