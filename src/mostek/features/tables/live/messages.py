"""The messages on the socket of a table, in both directions. `docs/protocol/live.json` is their generated schema.

Every event of a viewer's stream has a number, counted from 1 for that viewer, so that an event hidden from a viewer leaves no
gap. An update holds the events after `after` and the view's fields that they have changed; a page that has not seen `after` asks
for the stream from its own last number. A frame of the server holds messages in an array, in their order; a frame of a
page holds one message.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.seals import Hex64, PageKey
from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.messages.options import OptionsInWords
from mostek.notation.coordinates import Orientation
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.referee.state import Turn
from mostek.referee.views import View

Count = Annotated[int, Meta(ge=0, lt=2**53)]


class Phrase(StrEnum):
    """The only phrases that players can send each other; the rules limit talking to the needs of the game (PFS-6.6.1)."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    YOUR_TURN = "your_turn"
    PLEASE_RECORD = "please_record"
    ONE_MOMENT = "one_moment"
    WELL_PLAYED = "well_played"
    THANK_YOU = "thank_you"
    GOODBYE = "goodbye"


class FromPage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Common base of the messages of a page. Each states the `help` that it may give."""


class Subscribe(FromPage, frozen=True, tag="subscribe"):
    """Request the stream after the last number that the page has; 0 for none. May be repeated.

    With `language` every event comes with its sentence. To change language or orientation, subscribe again from 0.
    """

    help: ClassVar[Help] = Help.REFEREE
    after: Count = 0
    language: Annotated[str, Meta(pattern=r"^[a-z]{2,3}\Z")] | None = None
    """The language of sentences and refusals; without one of the catalogue's languages events come without sentences."""
    orientation: Orientation = Orientation.LETTERED_ROWS
    """The notation of squares in the sentences."""
    whole: bool = False
    """Whether quiet events also have a sentence."""


class Ack(FromPage, frozen=True, tag="ack"):
    """The stream has arrived up to this number. A clock that waits for the move starts.

    To be sent at once by a player's page when a snapshot or an update says that the player's own clock runs; the answer to a
    ping says as much of everything else.
    """

    help: ClassVar[Help] = Help.NONE
    n: Count


class Pong(FromPage, frozen=True, tag="pong"):
    """A ping has arrived."""

    help: ClassVar[Help] = Help.NONE
    ping: Count


class Do(FromPage, frozen=True, tag="do"):
    """A command. A repeated `id` gets the same answer, but takes effect once.

    `seen` is the number of the stream that the person saw when deciding. `seat` of the command must be the person's own; its
    time and role are the server's to fill in. A `lay_tiles` may state `play` ("H8 KOT") and `orientation` instead of
    `placement`, as on a line of `mostek referee`.
    """

    help: ClassVar[Help] = Help.REFEREE
    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Count
    command: Command


class WrittenDo(FromPage, frozen=True, tag="do"):
    """A `Do` whose command is in the other spelling; only its game can read it."""

    help: ClassVar[Help] = Help.REFEREE
    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Count
    command: dict[str, Any]


class AskOptions(FromPage, frozen=True, tag="ask_options"):
    """Request all options of the viewer, allowed and refused, with reasons.

    `seen` is the number of the stream that the page shows; it acknowledges the position. A page that has not seen the last
    event gets no answer, because the options follow after every update.
    """

    help: ClassVar[Help] = Help.REFEREE
    seen: Count


class Say(FromPage, frozen=True, tag="say"):
    """Say a phrase to the others at the table."""

    help: ClassVar[Help] = Help.NONE
    phrase: Phrase


class Weigh(FromPage, frozen=True, tag="weigh"):
    """Ask for the score of tentative tiles, if the table announces scores automatically.

    `seen` is as in `AskOptions`: the score of tiles on an earlier position is not told.
    """

    help: ClassVar[Help] = Help.NONE
    placement: Placement
    seen: Count


class Countersign(FromPage, frozen=True, tag="countersign"):
    """A player's page has checked and stored the signed head of that line, and signs it with its own key.

    The signature is ECDSA with P-256 and SHA-256, as WebCrypto makes it, of `app.seals.countersigned_statement`.
    """

    help: ClassVar[Help] = Help.NONE
    lines: Count
    key: PageKey
    signature: Hex64


PageMessage = Subscribe | Ack | Pong | Do | AskOptions | Say | Weigh | Countersign


class ToPage(Struct, frozen=True, tag_field="type", omit_defaults=False):
    """Common base of the messages of the server."""


class ClockFace(Struct, frozen=True):
    """The clocks at the moment of sending; a page counts on from the moment of receiving."""

    left: BySeat[Millis]
    """The time left for each player, in milliseconds."""
    running: Seat | None
    held: bool
    """Whether the running time waits until its player has the position (or until that player's allowance is used up)."""


class Sentence(Struct, frozen=True):
    """An event in words. The field `clause` of the event has its clause."""

    text: str
    quiet: bool
    """Whether the board, the clocks or another sentence shows the event, so that only the whole log needs it."""


class Snapshot(ToPage, frozen=True, tag="snapshot"):
    """The answer to `Subscribe`: the whole view after event `n`, and the events that the page lacks."""

    n: int
    view: View
    events: tuple[Event, ...]
    clock: ClockFace | None
    time: int
    """The server's time in milliseconds since 1970."""
    sentences: tuple[Sentence | None, ...] = ()
    """One sentence for each event, null for a quiet one; empty if the page has not requested sentences."""
    ending: str = ""
    """Why the game is over and who has won; empty before that, and where the page has requested no sentences."""


class Update(ToPage, frozen=True, tag="update"):
    """The events after number `after` up to `n`, and the changed fields of the view.

    `changes` has the fields of the view that are different now. `turns` replaces the score sheet's rows from `turns_from` on.
    """

    after: int
    n: int
    events: tuple[Event, ...]
    changes: Mapping[str, Any]
    turns_from: int
    turns: tuple[Turn, ...]
    clock: ClockFace | None
    time: int
    sentences: tuple[Sentence | None, ...] = ()
    """The sentences of the events, as in `Snapshot`."""
    ending: str = ""
    """As in `Snapshot`, where `changes` has a result."""


class OptionsMessage(ToPage, frozen=True, tag="options"):
    """The viewer's possible actions after the event `n`. The server sends `allowed` after each update."""

    n: int
    options: OptionsInWords
    """In the language of the page."""


class Refusal(Struct, frozen=True):
    """The reason for a refused command, in the person's language."""

    reason: str
    clause: str
    """The clause of the reason; empty if the reason is not a rule but the state of the network."""
    message: str


class Answer(ToPage, frozen=True, tag="answer"):
    """A command was carried out, with the stream at `n`, or refused."""

    id: str
    n: int
    refused: Refusal | None


class Ping(ToPage, frozen=True, tag="ping"):
    """A ping, to be answered at once. `lag` is the measured round trip of this page in milliseconds."""

    ping: int
    lag: int | None
    time: int


class Sitter(Struct, frozen=True):
    """A person at the table, or the bot that plays there."""

    seat: Seat
    name: str
    bot: str | None
    connected: bool
    lag: int | None
    """The measured round trip of the player in milliseconds."""


class Presence(ToPage, frozen=True, tag="presence"):
    """The people who are connected."""

    sitters: tuple[Sitter, ...]
    watchers: int
    """The number of spectators' pages, without officials."""


class PhraseMessage(ToPage, frozen=True, tag="said"):
    """A player said a phrase."""

    seat: Seat
    phrase: Phrase


class Weighed(ToPage, frozen=True, tag="weighed"):
    """The answer to `Weigh`. `points` is null if the tiles do not form a play, or if players count the score themselves."""

    placement: Placement
    points: int | None


class ClockMessage(ToPage, frozen=True, tag="clock"):
    """A clock that waited for its player has started; there is no event."""

    clock: ClockFace
    time: int


class HeadMessage(ToPage, frozen=True, tag="head"):
    """The server has signed the public log up to a line: to players, after each turn and at the end.

    `signature` is Ed25519 by `key` of `app.seals.head_statement`. `seal` hides the hash of the line until the end of the game.
    """

    key: str
    lines: int
    seal: str
    signature: str


class ProblemMessage(ToPage, frozen=True, tag="problem"):
    """A message could not be read, or the stream cannot continue; a sentence in the person's language."""

    code: str
    message: str
