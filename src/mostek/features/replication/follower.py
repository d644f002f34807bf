"""One follower brings the copy of a tournament up to date, a piece at a time; the line between the two can break at any moment.

The copy says what it has, who has the log gives what follows, the copy checks that and keeps it. So no other note of what has
arrived could be wrong after a kill, and a piece that comes twice changes nothing. Who publishes pushes: the log is here, and the
copy behind a link. A second computer pulls: the log is behind a link, and the copy here.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from mostek.app.log_copies import REMEDIES, SENTENCES, CopyError, CopyFault
from mostek.app.ports import LogError
from mostek.app.signatures import Signer
from mostek.app.tournaments import Desk
from mostek.features.desk.store.tournament_merging import copy_file
from mostek.features.replication.log import LogCopy, LogSource, checked_copy, next_piece
from mostek.features.replication.model import (
    LONGEST_WAIT,
    CopyReceipt,
    FollowHall,
    JournalEnd,
    KeyGrant,
    ShownCopy,
    decode_piece,
    encode_piece,
)
from mostek.features.replication.notes import FOLDER, HALL, FollowedGames, StandbyNote, standby_note
from mostek.messages import explained, text
from mostek.store.connect_proxy import ConnectProxy
from mostek.store.hall_client import TIMEOUT, AnsweredError, HallClient, UnreachableError, origin_of, token_of
from mostek.store.line_file import replace_whole
from mostek.store.outward import OutwardReach, is_public_origin
from mostek.store.signing_key import signer_of
from mostek.store.tokens import now
from mostek.tournament.merging.copies import Relation, common_steps, relation

PUBLISH, STANDBY = "publish", "standby"
"""The first words of the links for the two: `https://example.org/publish/TOKEN`."""
HEARTBEAT = 45.0
"""The seconds after which a public copy is told that there is nothing new."""
_LOOK = 1.0
"""The seconds between two looks at the file."""
_ASK = "Ask who runs the server for a new link."
Held = TypeVar("Held")


class FollowStage(StrEnum):
    """How a copy stands."""

    SENDING = "sending"
    """More is to come."""
    CURRENT = "current"
    """The copy has everything."""
    BROKEN = "broken"
    """The line is broken, or the server is busy; it is tried again."""
    REFUSED = "refused"
    """Nothing more is taken until a person does something."""
    STOPPED = "stopped"


class FollowNews(Struct, frozen=True, kw_only=True):
    """The outcome of a step."""

    stage: FollowStage
    url: str = ""
    """The public page."""
    steps: int = 0
    """The steps that the copy has."""
    of: int = 0
    """The steps of the log, where it is here."""
    at: int = 0
    """When the copy last had everything, in milliseconds since 1970; 0 if it never had."""
    wait: float = 0.0
    """The seconds until the next step."""
    code: str = ""
    """Why nothing is taken, for programs."""
    sentence: str = ""
    """The same in words."""
    remedy: str = ""
    """What to do next."""


class Follower(ABC, Generic[Held]):
    """A copy of a log that grows, on another computer than the log."""

    kind: ClassVar[str]
    """The first word of the link."""
    no_link: ClassVar[CopyFault]
    """The fault of what is no such link."""
    waits: ClassVar[tuple[float, float]]
    """The seconds before the first try after a break, from which they double, and the most."""
    faulty_disk: ClassVar[tuple[FollowStage, float]]
    """The stage after a disk of this computer has failed, and the seconds until the next try."""

    def __init__(self, data: Path, link: str, reach: OutwardReach, proxy: ConnectProxy | None) -> None:
        """Raises `CopyError` for what is no link of the kind, for an address that is out of reach, or without signatures."""
        token, signer = token_of(link, self.kind), signer_of(data)
        if token is None:
            raise CopyError(self.no_link, url=link[:80])
        if signer is None:
            raise CopyError(CopyFault.UNSIGNED)
        check_reach(link, reach)
        self.token: str = token
        self.signer: Signer = signer
        self.client = HallClient(origin_of(link), reach=reach, proxy=proxy)
        self.words = LinkWords(self.client.origin, reach)
        self.news = FollowNews(stage=FollowStage.SENDING)
        self._failures = 0

    def step(self, wait: float = 0.0) -> FollowNews:
        """Bring the copy what comes next, for which this waits; it never raises."""
        try:
            held = self.held()
            piece = self.piece_after(held, wait)
            self.news = self.described(held if piece is None else self.take(piece))
            self._failures = 0
        except (UnreachableError, AnsweredError, CopyError, LogError) as error:
            self.news = self._interrupted(error)
        return self.news

    @abstractmethod
    def held(self) -> Held:
        """Ask the copy for its end."""

    @abstractmethod
    def piece_after(self, held: Held, wait: float) -> bytes | None:
        """The signed piece that follows; `None` if there is nothing to say."""

    @abstractmethod
    def take(self, piece: bytes) -> Held:
        """Let the copy check a piece and keep it. Returns its end then."""

    @abstractmethod
    def described(self, held: Held) -> FollowNews:
        """The news that the copy has this."""

    def _interrupted(self, error: Exception) -> FollowNews:
        first, longest = self.waits
        stage, wait, code = FollowStage.REFUSED, longest, ""
        match error:
            case UnreachableError():
                stage, wait = FollowStage.BROKEN, min(longest, first * 2.0 ** min(self._failures, 10))
                wait, self._failures = max(error.retry_after, wait), self._failures + 1
            case AnsweredError():
                code = error.code
            case CopyError():
                code = error.fault.value
            case _:
                stage, wait = self.faulty_disk
        sentence, remedy = self.words.explain_error(error)
        return msgspec.structs.replace(self.news, stage=stage, wait=wait, code=code, sentence=sentence, remedy=remedy)


class Publisher(Follower[CopyReceipt]):
    """The publication of one file by one link."""

    kind, no_link = PUBLISH, CopyFault.NOT_A_LINK
    waits = 2.0, 60.0
    faulty_disk = FollowStage.REFUSED, 60.0

    def __init__(
        self,
        path: Path,
        link: str,
        grants: tuple[KeyGrant, ...] = (),
        reach: OutwardReach = OutwardReach.ANYWHERE,
        proxy: ConnectProxy | None = None,
    ) -> None:
        """`reach` says for whom it is published, and `proxy` is the way to public addresses. Raises `CopyError`."""
        super().__init__(path.parent.parent, link, reach, proxy)
        self.shown = ShownCopy()
        """The needs of the copy beside the log, now."""
        self._path, self._grants = path, grants
        self._source: tuple[tuple[int, int, int], LogSource] | None = None
        self._receipt: CopyReceipt | None = None
        self._sent: ShownCopy | None = None
        self._answered = 0.0

    def held(self) -> CopyReceipt:
        """The last answer of the copy; after a break it is asked again."""
        if self._receipt is None:
            self._receipt = self._answer("GET", None)
        return self._receipt

    def piece_after(self, held: CopyReceipt, wait: float) -> bytes | None:
        """The steps that the copy lacks; now and then an empty piece, which says that this is everything."""
        source, is_shown = self._read(), self._sent == self.shown
        if held.head == source.head and is_shown and monotonic() - self._answered < HEARTBEAT:
            return None
        try:
            header, lines, journal = next_piece(source, held, None if is_shown else self.shown, self._grants)
        except CopyError:
            raise self._apart(held) from None
        return encode_piece(header, lines, journal, self.signer, self.token)

    def take(self, piece: bytes) -> CopyReceipt:
        """Send a piece."""
        self._receipt = self._answer("POST", piece)
        self._sent, self._answered = self.shown, monotonic()
        return self._receipt

    def described(self, held: CopyReceipt) -> FollowNews:
        """The news with the public page."""
        source = self._read()
        is_current = held.head == source.head
        return FollowNews(
            stage=FollowStage.CURRENT if is_current else FollowStage.SENDING,
            url=self.words.address(held.url),
            steps=held.steps,
            of=source.steps,
            at=held.at if is_current else now(),
            wait=_LOOK * is_current,
        )

    def _interrupted(self, error: Exception) -> FollowNews:
        self._receipt = None
        return super()._interrupted(error)

    def _answer(self, method: str, piece: bytes | None) -> CopyReceipt:
        answer = self.client.ask(method, f"/copies/{self.token}", piece, TIMEOUT if piece is None else 60.0)
        try:
            return msgspec.json.decode(answer, type=CopyReceipt)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UnreachableError(self.client.origin) from None

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

    def _apart(self, held: CopyReceipt) -> CopyError:
        """The reason for steps that only the copy has: the file is an older one, or both went on."""
        theirs = copy_file(self._path, self.client.ask("GET", f"/copies/{self.token}/file", None, 60.0)).copy
        ours = copy_file(self._path, self._path.read_bytes()).copy
        common, found = common_steps(ours, theirs), relation(ours, theirs)
        if found is Relation.OTHER_EVENT:
            return CopyError(CopyFault.OTHER_EVENT, name=held.name)
        if common == len(theirs.steps):
            return CopyError(CopyFault.REWRITTEN)
        if found is Relation.B_IS_LONGER:
            return CopyError(CopyFault.OLDER, ours=len(ours.steps), have=len(theirs.steps))
        return CopyError(
            CopyFault.FORK, common=common, theirs=len(theirs.steps) - common, ours=len(ours.steps) - common
        )


class HallFollower(Follower[FollowHall]):
    """A tournament of another computer that this one follows."""

    kind, no_link = STANDBY, CopyFault.NOT_A_STANDBY
    waits = 1.0, LONGEST_WAIT
    faulty_disk = FollowStage.BROKEN, 2.0

    def __init__(self, data: Path, link: str) -> None:
        """Raises `CopyError` for what is no link for a second computer, or without signatures; `LogError`."""
        super().__init__(data, link, OutwardReach.ANYWHERE, None)
        self.data, self.link = data, link.strip()
        self.folder = data / FOLDER / sha256(self.token.encode()).hexdigest()[:16]
        self.path = self.folder / "log.jsonl"
        self.games = FollowedGames(self.folder / "games")
        """The games of rounds online, as far as they have come."""
        self.note = standby_note(self.folder / HALL) or StandbyNote(link=self.link)
        self.copy: LogCopy | None = None
        """The copy; `None` before the first answer."""
        self._desk: Desk | None = None
        self._has_more = False
        if self.path.exists():
            self.copy, self._desk = checked_copy(self.path)
        self.news = msgspec.structs.replace(self.news, steps=self.steps, at=self.note.at)

    @property
    def steps(self) -> int:
        """The steps that are here."""
        return 0 if self.copy is None else len(self.copy.read())

    @property
    def title(self) -> str:
        """The name of the tournament."""
        return "" if self._desk is None else self._desk.state.name

    def step(self, wait: float = LONGEST_WAIT) -> FollowNews:
        """Ask the hall for what comes next, wait for it, and take it all. It never raises."""
        while super().step(wait).stage is FollowStage.SENDING:
            wait = 0.0
        return self.news

    def held(self) -> FollowHall:
        """The end of everything that is on this disk."""
        return FollowHall(
            key=self.signer.public,
            head="" if self.copy is None else self.copy.head,
            journal=JournalEnd() if self.copy is None else self.copy.journal_end,
            hall="" if self.note.hall is None else self.note.hall.digest,
            games=self.games.marks,
        )

    def piece_after(self, held: FollowHall, wait: float) -> bytes | None:
        """The answer of the hall, which may be that nothing is new."""
        question = msgspec.structs.replace(held, wait=wait)
        return self.client.ask("POST", f"/standby/{self.token}/next", question, wait + 20.0)

    def take(self, piece: bytes) -> FollowHall:
        """Put a piece on the disk: the lines, the games and the rights."""
        new = decode_piece(piece, self.token)
        if self.copy is None or self._desk is None:
            self.copy, self._desk = LogCopy.begin(self.path, new)
        elif new.lines or new.journal:
            self._desk = self.copy.take(self._desk, new)
        self.games.take(new.header.games, new.header.untied)
        self._has_more = new.header.more_games
        hall = new.header.hall or self.note.hall
        is_new, self.note = hall is not self.note.hall, StandbyNote(link=self.link, at=now(), hall=hall)
        if is_new:
            self.save()
        with suppress(OSError):
            os.utime(self.folder / HALL)  # when everything was here, also after a kill
        return self.held()

    def described(self, held: FollowHall) -> FollowNews:
        """The news of what is here."""
        stage = FollowStage.SENDING if self._has_more else FollowStage.CURRENT
        return FollowNews(stage=stage, steps=self.steps, at=self.note.at)

    def save(self) -> None:
        """Store the rights of the hall, for the owner of this computer alone. Raises `SaveError`."""
        replace_whole(self.folder / HALL, msgspec.json.encode(self.note))


class LinkWords:
    """The words about an answer: those of the server for the user of this computer, only our own for others."""

    def __init__(self, origin: str, reach: OutwardReach = OutwardReach.ANYWHERE) -> None:
        self._origin, self._is_own = origin, reach is OutwardReach.ANYWHERE

    def explain_error(self, error: Exception) -> tuple[str, str]:
        """The sentence, and the next step, after an error of a client, a copy or a file; others are raised again."""
        match error:
            case UnreachableError():
                return self._unreachable(error)
            case AnsweredError():
                return self._answered(error)
            case CopyError(fault=CopyFault.OTHER_EVENT) if not self._is_own:
                return explained(error.sentence, {"name": "…"}), remedy_of(error)
            case CopyError():
                return explained(error.sentence, error.params), remedy_of(error)
            case LogError():
                return explained(error.sentence, error.params), ""
            case _:
                raise error

    def address(self, url: str) -> str:
        """The address of the public page, if it is one of that server."""
        return url if self._is_own or url.startswith(f"{self._origin}/e/") else ""

    def _unreachable(self, error: UnreachableError) -> tuple[str, str]:
        """For others it is the same for every reason."""
        plain = text("The server {url} cannot be reached.", url=self._origin)
        return (error.detail or plain, "") if self._is_own else (plain, text(REMEDIES[CopyFault.NOT_PUBLIC]))

    def _answered(self, error: AnsweredError) -> tuple[str, str]:
        if self._is_own:
            return error.detail, str(error.problem.get("remedy", ""))
        fault = own_fault(error)
        if fault is None:
            return text("The server {url} does not take this tournament.", url=self._origin), text(_ASK)
        return text(SENTENCES[fault]), text(REMEDIES.get(fault, _ASK))


def own_fault(error: AnsweredError) -> CopyFault | None:
    """The reason in a refusal, where our own sentence is complete; the rest may be anything."""
    known = {fault.value: fault for fault, sentence in SENTENCES.items() if "{" not in sentence}
    return known.get(error.code)


def remedy_of(error: CopyError) -> str:
    """The next step after a refusal, in words; nothing where nothing can be done."""
    return explained(REMEDIES[error.fault], error.params) if error.fault in REMEDIES else ""


def check_reach(link: str, reach: OutwardReach) -> None:
    """Refuse a link to which only the user of this computer may publish. Raises `CopyError`."""
    if reach is OutwardReach.PUBLIC and not is_public_origin(origin_of(link)):
        raise CopyError(CopyFault.NOT_PUBLIC, url=origin_of(link)[:80])


def take_back(link: str) -> tuple[CopyReceipt, bytes, bytes]:
    """The state, the file and the journal of a public copy, whole, for its owner.

    Raises `CopyError`, `AnsweredError`, `UnreachableError`.
    """
    token = token_of(link, PUBLISH)
    if token is None:
        raise CopyError(CopyFault.NOT_A_LINK, url=link[:80])
    client = HallClient(origin_of(link))
    state = msgspec.json.decode(client.ask("GET", f"/copies/{token}"), type=CopyReceipt)
    data = client.ask("GET", f"/copies/{token}/file", None, 60.0)
    return state, data, client.ask("GET", f"/copies/{token}/journal", None, 60.0)
