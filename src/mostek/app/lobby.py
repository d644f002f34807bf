"""A table of the lobby: its proposal, seats, officials and status."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import count
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from mostek.core.errors import SentenceError
from mostek.core.players import RULING_ROLES, Role, Seat, Unsighted, Viewer
from mostek.core.result import GameResult
from mostek.lexicon import DEFAULT, LexiconPin
from mostek.referee.commands import STEPS, Check, CreateGame, Steps, Venue
from mostek.rules.loading import book_of, rulebook
from mostek.rules.rulebook import Authority, CheckMode, ClockMode, Recording, Rulebook

Name = Annotated[str, Meta(max_length=64)]
LONGEST = 24 * 60 * 60 * 1000
"""The longest time of a player, in milliseconds."""
MOST = 100
"""The largest value of other figures in changes of a rulebook: the number of tiles."""
BOTS_RACK = 7
"""The largest rack that the search supports."""
_TIMES = ("clock.millis", "order.absence")
_MINUTE, _HOUR, _DAY = 60_000, 60 * 60_000, 24 * 60 * 60_000
_WAITS = {
    "move.record_wait": (_MINUTE // 6, _HOUR),
    "order.call_wait": (_MINUTE, _HOUR),
    "order.gone_wait": (_MINUTE, _DAY),
    "order.break_wait": (_DAY, 60 * _DAY),
    "order.idle_wait": (_DAY, 14 * _DAY),
}
"""The shortest and longest waits of a table on the server, in milliseconds: nobody loses a game by blinking."""
ABANDONED = _DAY
"""The milliseconds after which a table without a game is closed."""
DESERTED = _HOUR
"""The milliseconds after its opening from which a table without a game is closed as soon as no person sits at it."""
HOST_GONE = _DAY
"""The milliseconds without a visit after which those who sit at an open table may close it for its host."""
READY_WAIT = _MINUTE
"""The milliseconds after which a player who is ready may free the seats of those who are not."""
FirstCheck = Literal["set", "clock", "equipment"]
"""The checks that both players can be asked to confirm before the first draw."""
USUAL = 20 * 60 * 1000
"""The default time of a player, in milliseconds, if neither the rulebook nor the table sets one."""


class ProposalError(SentenceError, ValueError):
    """A proposal that cannot be played."""


class Proposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table that a person wants to open."""

    rulebook: Name = "gen"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    millis: Annotated[int, Meta(ge=10_000, le=LONGEST)] | None = None
    """The time of a player or of a turn in milliseconds; `None` for the rulebook's."""
    lexicon: Name = DEFAULT
    """`NAME` for its newest edition, or `NAME@EDITION`."""
    steps: Literal["swift", "by_hand", "at_table"] = "swift"
    checked: bool = False
    """Whether the words of a move are checked before it is laid: for friendly games only (GEN; S66)."""
    window: Annotated[int, Meta(ge=5, le=600)] | None = 60
    """The seconds after which a move without an objection is recorded automatically; `None` for never."""
    bots: Annotated[tuple[Name, ...], Meta(max_length=3)] = ()
    """The bots in the last seats."""
    public: bool = True
    """Whether the table is in the public list; otherwise only people with its address can join."""
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    """The delay of spectators in seconds."""
    venue: Venue = Venue.ONLINE
    """The owner of bag and racks: the server, or the people at a real board, who tell what they draw."""
    checks: Annotated[tuple[FirstCheck, ...], Meta(max_length=3)] = ()
    """What both players confirm before the first draw, at a real board."""
    absent: Annotated[tuple[Seat, ...], Meta(max_length=4)] = ()
    """The players who are late when the round begins (PFS-6.3)."""
    full_record: bool = False
    """Whether racks are written down before each move (PFS-1.3.2a), at a real board."""
    changes: Mapping[str, str | int | bool] = {}
    """The values that differ from the rulebook."""
    officials: Annotated[tuple[Seat, ...], Meta(max_length=4)] = ()
    """The players who are arbiters of the event as well (PFS-4.4.2d)."""
    starter: Seat | None = None
    """The player who starts, where the pairing of a tournament decides it (PFS-2.1a)."""
    scorer: Seat | None = None
    """The player who keeps the record for all, where the rulebook has one record (GEN-3a)."""
    tournament: Name = ""
    """The tournament of this server whose table this is; its seats are opened by the codes of its players."""
    officials_see_racks: bool = True
    """Whether officials see the racks. One who joins a game that its host plays sees them only if all players agree."""

    @property
    def asks(self) -> bool:
        """Whether people say that they are ready before the game: online, where a clock starts by itself."""
        return self.venue is Venue.ONLINE and self.book.clock.mode.value is not ClockMode.NONE

    @property
    def book(self) -> Rulebook:
        """The rulebook with the changes. Raises `ProposalError`."""
        try:
            return book_of(self.rulebook, self.changes)
        except (LookupError, ValueError) as error:
            raise ProposalError("There is no such rulebook or change: {why}", why=error) from None

    def check(self) -> None:
        """Raise `ProposalError` for a proposal that cannot be played."""
        book = self.book
        low, high = book.seats.minimum.value, book.seats.maximum.value
        if not low <= self.seats <= high:
            raise ProposalError(
                "By {rulebook} {low} to {high} people play.", rulebook=self.rulebook, low=low, high=high
            )
        if len(self.bots) >= self.seats:
            raise ProposalError("At least one seat is for a person.")
        if self.checked and not is_friendly(rulebook(self.rulebook)):
            raise ProposalError("Words are checked automatically in friendly games only.")
        self._check_figures(book)
        self._check_venue(book)
        if self.bots:
            self.check_bots()
        if self.starter is not None and not self.tournament:
            raise ProposalError("Only the pairing of a tournament says who starts.")
        if self.millis is not None and book.clock.mode.value is ClockMode.NONE:
            raise ProposalError("This rulebook knows no clock.")

    def _check_figures(self, book: Rulebook) -> None:
        """Check the figures: the rulebook accepts any, a table on the server limits them."""
        for path, value in self.changes.items():
            least, most = _WAITS.get(path, (0, LONGEST if path in _TIMES else MOST))
            if isinstance(value, int) and not least <= value <= most:
                raise ProposalError("{path} can be {least} to {most} here.", path=path, least=least, most=most)
        if book.move.rack_size.value * self.seats > MOST:
            raise ProposalError("There are not enough tiles for racks of that size.")

    def _check_venue(self, book: Rulebook) -> None:
        """Check what only people with tiles in their hands can do, and only by a rulebook that says how."""
        if self.venue is Venue.ONLINE and (self.checks or self.full_record):
            raise ProposalError("Without tiles in people's hands there is no set to check and no rack to write down.")
        clockless = book.clock.mode.value is ClockMode.NONE
        if Check.CLOCK in self.checks and clockless:
            raise ProposalError("This rulebook knows no clock.")
        if self.absent and (clockless or not book.order.procedures.value):
            raise ProposalError("This rulebook does not say what happens when a player is late.")
        if self.officials and not book.order.procedures.value:
            raise ProposalError("Only the federation's rules of order know players who are arbiters of the event.")
        if self.scorer is not None and book.move.recording.value is Recording.BOTH:
            raise ProposalError("By this rulebook every player keeps a record, so there is no one scorer.")
        for seats in (self.absent, self.officials, () if self.scorer is None else (self.scorer,)):
            self._check_seats(seats)

    def _check_seats(self, seats: tuple[Seat, ...]) -> None:
        """Check the seats that are named for something only a person can be."""
        if any(seat > self.seats for seat in seats) or len(set(seats)) < len(seats):
            raise ProposalError("There is no such seat.")
        if any(seat > self.seats - len(self.bots) for seat in seats):
            raise ProposalError("A bot is never late, is no arbiter and keeps no record for others.")

    @property
    def _has_slip(self) -> bool:
        return self.book.challenge.check.value is CheckMode.SLIP

    @property
    def _steps(self) -> Steps:
        """The automatic steps; a slip is written, confirmed and judged by people (PFS-4.7.10-aux)."""
        steps = STEPS[self.steps]
        return msgspec.structs.replace(steps, check=False) if self._has_slip else steps

    def check_bots(self) -> None:
        """Raise `ProposalError` if bots cannot play at this table."""
        if self.venue is Venue.TABLE:
            raise ProposalError("Bots have no hands: at a real board people play.")
        if self._has_slip:
            raise ProposalError("Bots write no slip: where an assistant arbiter checks words, people play.")
        if self.book.move.rack_size.value > BOTS_RACK:
            raise ProposalError("Bots play with at most {most} tiles on the rack.", most=BOTS_RACK)

    def creation(self, players: tuple[str, ...], pin: LexiconPin, commitment: str, arbiter: bool) -> CreateGame:
        """The command that creates the game; `arbiter` says whether an official is there who rules."""
        changes, millis = timed(self.book, self.millis)
        return CreateGame(
            rulebook=self.rulebook,
            players=players,
            steps=self._steps,
            lexicon=pin,
            millis=millis,
            changes={**self.changes, **changes},
            venue=self.venue,
            checks=tuple(map(Check, self.checks)),
            absent=self.absent,
            full_record=self.full_record,
            commitment=commitment if self.venue is Venue.ONLINE else None,
            arbiter=arbiter,
            officials=self.officials,
            scorer=self.scorer,
            starter=self.starter,
        )


def timed(book: Rulebook, wanted: int | None) -> tuple[Mapping[str, int], int | None]:
    """The requested time in milliseconds: a change of the rulebook if it fixes another, otherwise its free value.

    Where the rulebook leaves it open and the caller states none, it is `USUAL`.
    """
    fixed = book.clock.millis.value
    if book.clock.mode.value is ClockMode.NONE:
        return {}, None
    if not fixed:
        return {}, USUAL if wanted is None else wanted
    return {} if wanted in (None, fixed) else {"clock.millis": wanted or 0}, None


FORGOTTEN = "—"
"""The name shown for a person whose data was erased."""


class TableStatus(StrEnum):
    """The status of a table."""

    OPEN = "open"
    """Not every seat is taken."""
    PLAYING = "playing"
    OVER = "over"
    """The game has a result."""
    CLOSED = "closed"
    """The table was closed without a game."""


class TableFault(StrEnum):
    """The reasons why an action at a table is impossible."""

    UNKNOWN = "unknown"
    NOT_OPEN = "not_open"
    NOT_PLAYING = "not_playing"
    NOT_OVER = "not_over"
    NO_SUCH_SEAT = "no_such_seat"
    OWN_DEVICES = "own_devices"
    SEAT_TAKEN = "seat_taken"
    FULL = "full"
    NOT_SITTING = "not_sitting"
    NOT_HOST = "not_host"
    NOT_INVITED = "not_invited"
    NOT_ARBITER = "not_arbiter"
    NO_INVITATION = "no_invitation"
    INVITATION_USED = "invitation_used"
    INVITATION_WITHDRAWN = "invitation_withdrawn"
    INVITATION_EXPIRED = "invitation_expired"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    LOOKALIKE = "lookalike"
    OFFICIAL = "official"
    PLAYER = "player"
    NO_SUCH_ROLE = "no_such_role"
    PRESENT = "present"
    RACKS = "racks"
    BEGUN = "begun"
    NOT_ASKED = "not_asked"
    NOT_OVERDUE = "not_overdue"
    COMMITTED = "committed"
    NO_COMMITMENT = "no_commitment"
    SHARE_TOO_EARLY = "share_too_early"
    SHARE_DIFFERS = "share_differs"
    OF_TOURNAMENT = "of_tournament"


class TableError(ValueError):
    """An action at a table is impossible. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: TableFault, /, **params: object) -> None:
        self.fault = fault
        self.sentence = SENTENCES[fault]
        self.params = params
        super().__init__(self.sentence.format(**params))


SENTENCES = {
    TableFault.UNKNOWN: "There is no such table.",
    TableFault.NOT_OPEN: "The seats of this table can no longer change.",
    TableFault.NOT_PLAYING: "At this table no game is being played.",
    TableFault.NOT_OVER: "The game at this table is not over yet.",
    TableFault.NO_SUCH_SEAT: "This table has no seat {seat}.",
    TableFault.OWN_DEVICES: "Only at a real board do several people play on one device.",
    TableFault.SEAT_TAKEN: "Another person has just taken that seat.",
    TableFault.FULL: "Every seat of this table is taken.",
    TableFault.NOT_SITTING: "You do not sit at this table.",
    TableFault.NOT_HOST: "Only the person who opened the table can do that.",
    TableFault.NOT_ARBITER: "Only the arbiter of this table gets the report on its game.",
    TableFault.NOT_INVITED: "Only invited people can sit down at this table.",
    TableFault.NO_INVITATION: "There is no such invitation.",
    TableFault.INVITATION_USED: "This invitation has been used. Ask the host of the table for another one.",
    TableFault.INVITATION_WITHDRAWN: "The host of the table has withdrawn this invitation.",
    TableFault.INVITATION_EXPIRED: "This invitation has expired. Ask the host of the table for another one.",
    TableFault.TOO_MANY_INVITATIONS: "This table has {most} open invitations, and no more are possible. Withdraw some first.",
    TableFault.LOOKALIKE: "Your name looks like {name}, a name at this table. Change yours first.",
    TableFault.OFFICIAL: "You are an official of this table, and an official does not play at it.",
    TableFault.PLAYER: "You play at this table, and a player cannot be its official.",
    TableFault.NO_SUCH_ROLE: "The rulebook of this table does not know that role.",
    TableFault.PRESENT: "The player in that seat is at the table.",
    TableFault.BEGUN: "A game has begun at this table, so the table cannot be deleted; the players end the game.",
    TableFault.NOT_ASKED: "At this table nobody is asked now whether the game can begin.",
    TableFault.NOT_OVERDUE: "A seat is freed by a player who has been ready for a minute, when its player is not ready.",
    TableFault.COMMITTED: "Another page of yours takes part in the draw already. Confirm the start again to draw anew.",
    TableFault.NO_COMMITMENT: "Your page has not announced a share of the draw, so none is awaited from it.",
    TableFault.SHARE_TOO_EARLY: "The shares of the draw are collected when everybody has confirmed the start.",
    TableFault.SHARE_DIFFERS: "This is not the share of the draw that your page announced.",
    TableFault.OF_TOURNAMENT: "This is a table of a tournament: its officials decide who plays here.",
    TableFault.RACKS: "Nobody who writes down the racks can join during a game. Invite that person before the game.",
}
"""Messages to people. They do not come from the rules, so they cite no clause."""


class TakenSeat(Struct, frozen=True):
    """A seat taken by a person or a bot; a person whose data was erased leaves neither."""

    seat: Seat
    person: str | None
    name: str
    bot: str | None
    ready: int | None = None
    """The moment at which the person said that the game can begin; `None` before."""
    commitment: str | None = None
    """The commitment to the share of the seed that the person's page will give before the game; `None` without one."""
    share: str | None = None
    """That share, as soon as the page has given it: a secret until the end of the game."""

    def name_beside(self, taken: Collection[str]) -> str:
        """The name at a table where others have those names, distinct from them."""
        return distinct(self.name, taken)


def distinct(name: str, taken: Collection[str]) -> str:
    """The name of a person at a table where others have names: two people are never mistaken for each other.

    Args:
        name: The name of the person or bot who sits down.
        taken: The names at the table.

    Returns:
        The name, with a number where somebody has it already; capital letters make no difference.

    Example:
        >>> distinct("Ala", ["ala", "Ola"])
        'Ala (2)'

    """
    used = {each.casefold() for each in taken}
    numbered = (f"{name} ({number})" for number in count(2))
    return name if name.casefold() not in used else next(each for each in numbered if each.casefold() not in used)


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A table with its host, players and officials. Times are milliseconds since 1970."""

    id: str
    host: str | None
    """The person who opened the table; `None` if their data was erased."""
    proposal: Proposal
    status: TableStatus
    created: int
    begun: int | None
    ended: int | None
    places: tuple[TakenSeat, ...]
    """The taken seats, in order."""
    officials: Mapping[str, Role]
    """The officials: person → role."""
    names: Mapping[str, str] = {}
    """The names of the officials: person → name."""
    unsighted: frozenset[str] = frozenset()
    """The officials who do not see the racks."""
    asking: frozenset[str] = frozenset()
    """The officials who came during the game: until all players have consented they may no more than spectators."""
    header: bytes | None
    """The first line of the game's log, with the secret seed."""
    secret: str | None = None
    """The server's share of the seed, fixed when the table was opened; `None` once the game has begun, at a real board, and at a
    table that was opened by an earlier version."""
    awaited: int | None = None
    """The moment since which nothing but shares of the seed is awaited."""
    result: GameResult | None
    rematch: str | None
    """The table at which these people play again."""
    last: int | None = None
    """The moment of the last event of a game in progress; `None` if it has just begun."""

    @property
    def is_deserted(self) -> bool:
        """Whether no person sits at the table."""
        return all(place.person is None for place in self.places)

    def closes_at(self) -> int | None:
        """The moment at which the table closes by itself: an open one, or a game in which nothing happens any more."""
        if self.status is TableStatus.OPEN:
            return self.created + (DESERTED if self.is_deserted else ABANDONED)
        if self.status is TableStatus.PLAYING and self.last is not None:
            return self.last + self.proposal.book.order.idle_wait.value
        return None

    def warns(self, now: int) -> int | None:
        """The moment at which the table closes by itself, if players should know now: a game only from a day before."""
        ends = self.closes_at()
        far = self.status is TableStatus.PLAYING and ends is not None and ends - now > _DAY
        return None if far else ends

    @property
    def free(self) -> tuple[Seat, ...]:
        """The free seats."""
        taken = {place.seat for place in self.places}
        return tuple(seat for seat in tuple(Seat)[: self.proposal.seats] if seat not in taken)

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken."""
        return not self.free

    @property
    def unready(self) -> tuple[Seat, ...]:
        """The players for whom the game waits: where a clock starts by itself, all people say first that they are ready.

        Bots are always ready. No question is put where one person plays alone with bots or without a clock, or where people have
        the tiles in their own hands; and nobody waits here for those who are late by the proposal (PFS-6.3).
        """
        if not self.asks_people:
            return ()
        people, late = self.people, self.proposal.absent
        return tuple(place.seat for place in people if place.ready is None and place.seat not in late)

    @property
    def people(self) -> tuple[TakenSeat, ...]:
        """The seats that people have taken."""
        return tuple(place for place in self.places if place.bot is None)

    @property
    def asks_people(self) -> bool:
        """Whether people say here that they are ready before the game: several where a clock starts by itself."""
        return len(self.people) > 1 and self.proposal.asks

    @property
    def unshared(self) -> tuple[Seat, ...]:
        """The players whose pages owe their share of the seed now.

        Where people are asked whether they are ready, no share is taken before all commitments are there. Elsewhere each page
        gives its share as soon as it has a seat, because the game does not wait for people who are away.
        """
        if self.proposal.asks and (not self.is_complete or self.unready):
            return ()
        return tuple(place.seat for place in self.places if place.commitment is not None and place.share is None)

    @property
    def takes_shares(self) -> bool:
        """Whether pages may commit to shares of the seed."""
        return self.status is TableStatus.OPEN and self.secret is not None

    @property
    def asks_ready(self) -> bool:
        """Whether every seat is taken and the game waits for people, to say that they are ready, or for their pages."""
        return self.status is TableStatus.OPEN and self.is_complete and bool(self.unready or self.unshared)

    @property
    def awaits_shares(self) -> bool:
        """Whether the game waits for nothing but shares of the seed."""
        return self.asks_ready and not self.unready

    @property
    def can_begin(self) -> bool:
        """Whether every seat is taken, everybody is ready and no page owes its share of the seed."""
        return self.status is TableStatus.OPEN and self.is_complete and not self.unready and not self.unshared

    def may_free(self, person: str | None, seat: Seat, now: int) -> bool:
        """Whether a person may free a seat, because they have waited a minute for its player or for that player's page."""
        own = next((place for place in self.places if person and place.person == person), None)
        if own is None or not self.asks_ready:
            return False
        unready, unshared = self.unready, self.unshared
        since = own.ready if unready else self.awaited if own.seat not in unshared else None
        return seat in (unready or unshared) and since is not None and now - since >= READY_WAIT

    @property
    def takes_bots(self) -> bool:
        """Whether a bot can have a free seat: the last one without a person is for a person."""
        if self.status is not TableStatus.OPEN or self.is_complete:
            return False
        if len(self.free) == 1 and all(place.bot for place in self.places):
            return False
        try:
            self.proposal.check_bots()
        except ProposalError:
            return False
        return True

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        """The seats of a person: several where people at a real board share that person's device."""
        return tuple(place.seat for place in self.places if person and place.person == person)

    def seat_of(self, person: str | None) -> Seat | None:
        """The first seat of a person; `None` without one."""
        return next(iter(self.seats_of(person)), None)

    def viewer_of(self, person: str | None, seat: Seat | None = None) -> Viewer:
        """A person as a viewer: a player, an official, or a spectator.

        Args:
            person: The person; `None` without a name.
            seat: The one of the person's seats that is meant. A seat of somebody else gives no more than no seat.

        """
        seats = self.seats_of(person)
        if seats:
            return seat if seat in seats else seats[0]
        role = Role.SPECTATOR if person in self.asking else self.officials.get(person or "", Role.SPECTATOR)
        return Unsighted(role) if person in self.unsighted and role in RULING_ROLES else role

    @property
    def is_ruled(self) -> bool:
        """Whether an official is there who rules by the authority of the rulebook."""
        return any(role in RULING_ROLES for role in self.acting.values())

    @property
    def is_ruled_with_sight(self) -> bool:
        """Whether one of those who rule sees the racks."""
        return any(role in RULING_ROLES and each not in self.unsighted for each, role in self.acting.items())

    @property
    def acting(self) -> Mapping[str, Role]:
        """The officials without those who wait for the consent of the players."""
        return {each: role for each, role in self.officials.items() if each not in self.asking}

    @property
    def to_consent(self) -> frozenset[str]:
        """The officials for whom the players may still do something by consent: rule, or see the racks."""
        blind = frozenset(each for each in self.unsighted if self.officials.get(each) in RULING_ROLES)
        return blind | self.asking

    @property
    def asks_consent(self) -> bool:
        """Whether an official who joins now needs the consent of all players, because they play already."""
        return self.status is TableStatus.PLAYING


def is_friendly(book: Rulebook) -> bool:
    """Whether no official rules over games by that rulebook (GEN-3a); only there words may be checked automatically (S66)."""
    return book.order.authority.value is Authority.NOBODY


def roles_at(proposal: Proposal) -> Mapping[Role, Role]:
    """The roles that a person can request at such a table, each with its meaning there.

    The arbiter is the authority that the rulebook names: a teacher, a jury (CHAL-9c, OPEN-word-3). Where it names none,
    the role does not exist (`order.authority`); an assistant stands beside an arbiter (PFS-4.7.11c).
    """
    authority = proposal.book.order.authority.value
    roles = {role: role for role in (Role.PLAYER, Role.SPECTATOR, Role.RECORDER)}
    if authority is not Authority.NOBODY:
        roles[Role.ARBITER] = Role(authority.value)
    if authority is Authority.ARBITER:
        roles[Role.ASSISTANT] = Role.ASSISTANT
    return roles


def role_at(proposal: Proposal, asked: Role) -> Role:
    """The official role of a person invited to such a table as that. Raises `TableError`."""
    role = roles_at(proposal).get(asked)
    if role is None:
        raise TableError(TableFault.NO_SUCH_ROLE)
    return role


def after_rotation(seat: Seat, seats: int) -> Seat:
    """The seat of a player in the next game: all move on by one seat, so that each starts equally often."""
    return Seat(seat - 1 or seats)
