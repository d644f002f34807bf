"""The messages on the socket of a table, in both directions. `docs/protocol/live.json` is their generated schema.

Every event of a viewer's stream has a number, counted from 1 for that viewer, so that an event hidden from a viewer leaves no
gap. An update holds the events after `after` and the view's fields that they have changed; a page that has not seen `after` asks
for the stream from its own last number. A frame of the server holds messages in an array, in their order; a frame of a
page holds one message.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.notation.coordinates import Orientation
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.referee.options import Options
from mostek.referee.state import Turn
from mostek.referee.views import View

Count = Annotated[int, Meta(ge=0, lt=2**53)]


class Phrase(StrEnum):
    """The only things that players can say to each other; talking is for what the game needs (PFS-6.6.1)."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    YOUR_TURN = "your_turn"
    PLEASE_RECORD = "please_record"
    ONE_MOMENT = "one_moment"
    WELL_PLAYED = "well_played"
    THANK_YOU = "thank_you"
    GOODBYE = "goodbye"


class FromPage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages of a page share: nothing but their name."""


class Subscribe(FromPage, frozen=True, tag="subscribe"):
    """Request the stream after the number that the page has seen; 0 if it has seen nothing. May be repeated.

    With `language` every event comes with its sentence. To change language or orientation, subscribe again from 0.
    """

    after: Count = 0
    language: Literal["pl", "en"] | None = None
    """The language of the sentences, and of refusals; without it events come alone."""
    orientation: Orientation = Orientation.LETTERED_ROWS
    """How the sentences name squares."""
    whole: bool = False
    """Whether quiet events have a sentence, too."""


class Ack(FromPage, frozen=True, tag="ack"):
    """The stream has arrived up to this number. A clock that waits for the move starts by this.

    To be sent at once by a player's page when a snapshot or an update says that the player's own clock runs; the answer to a
    ping says as much of everything else.
    """

    n: Count


class Pong(FromPage, frozen=True, tag="pong"):
    """A ping has arrived."""

    ping: Count


class Do(FromPage, frozen=True, tag="do"):
    """A command. Sent again with the same `id` it is answered again and not done again.

    `seen` is the number of the stream that the person saw when deciding. `seat` of the command must be the person's own; its
    time and role are the server's to fill in. A `lay_tiles` may state `play` ("H8 KOT") and `orientation` instead of
    `placement`, as on a line of `mostek referee`.
    """

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Count
    command: Command


class WrittenDo(FromPage, frozen=True, tag="do"):
    """A `Do` whose command is in the other spelling; only the game it is for can read it."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Count
    command: dict[str, Any]


class AskOptions(FromPage, frozen=True, tag="ask_options"):
    """Ask for everything that the viewer may do, and may not, and why."""


class Say(FromPage, frozen=True, tag="say"):
    """Say a phrase to the others at the table."""

    phrase: Phrase


class Weigh(FromPage, frozen=True, tag="weigh"):
    """Ask what tiles that lie tentatively on the board would be worth, where the table tells values by itself."""

    placement: Placement


PageMessage = Subscribe | Ack | Pong | Do | AskOptions | Say | Weigh


class ToPage(Struct, frozen=True, tag_field="type", omit_defaults=False):
    """What all messages of the server share: nothing but their name."""


class ClockFace(Struct, frozen=True):
    """What the clocks show at the moment of sending; a page counts on from the moment of receiving."""

    left: BySeat[Millis]
    """What each player has left."""
    running: Seat | None
    held: bool
    """Whether the running time waits until its player has the position (or until that player's allowance is used up)."""


class Sentence(Struct, frozen=True):
    """An event in words. The clause on which it rests is the event's own `clause`."""

    text: str
    quiet: bool
    """Whether the board, the clocks or another sentence shows the event, so that only the whole log needs it."""


class Snapshot(ToPage, frozen=True, tag="snapshot"):
    """The answer to `Subscribe`: the whole view after the event `n`, and the events that the page has not seen."""

    n: int
    view: View
    events: tuple[Event, ...]
    clock: ClockFace | None
    time: int
    """The server's time in milliseconds since 1970."""
    sentences: tuple[Sentence | None, ...] = ()
    """One for each event, null for a quiet one; none at all where the page has not requested them."""


class Update(ToPage, frozen=True, tag="update"):
    """Events after the number `after`, up to `n`, and what they have changed.

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
    """As in `Snapshot`."""


class OptionsMessage(ToPage, frozen=True, tag="options"):
    """The viewer's possible actions after the event `n`. The server sends `allowed` after each update."""

    n: int
    options: Options
    reasons: tuple[str, ...]
    """For each refused option why, in the language of the page."""


class Refusal(Struct, frozen=True):
    """Why something was not done, in the person's language."""

    reason: str
    clause: str
    """The clause that says so; empty where no rule but the state of the net is the reason."""
    message: str


class Answer(ToPage, frozen=True, tag="answer"):
    """A command was done, the stream being at `n` then, or refused."""

    id: str
    n: int
    refused: Refusal | None


class Ping(ToPage, frozen=True, tag="ping"):
    """To be answered at once. `lag` is the measured round trip of this page in milliseconds."""

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
    """Their measured round trip in milliseconds."""


class Presence(ToPage, frozen=True, tag="presence"):
    """Who is connected."""

    sitters: tuple[Sitter, ...]
    watchers: int
    """How many pages only look on; officials are none of them."""


class PhraseMessage(ToPage, frozen=True, tag="said"):
    """A player said a phrase."""

    seat: Seat
    phrase: Phrase


class Weighed(ToPage, frozen=True, tag="weighed"):
    """The answer to `Weigh`. `points` is null where the tiles do not hang together, or where players count by themselves."""

    placement: Placement
    points: int | None


class ClockMessage(ToPage, frozen=True, tag="clock"):
    """A clock that has waited for its player begins to run; nothing else has happened."""

    clock: ClockFace
    time: int


class ProblemMessage(ToPage, frozen=True, tag="problem"):
    """A message could not be taken, or the stream cannot go on; a sentence in the person's language."""

    code: str
    message: str


ServerMessage = (
    Snapshot
    | Update
    | OptionsMessage
    | Answer
    | Ping
    | Presence
    | PhraseMessage
    | Weighed
    | ClockMessage
    | ProblemMessage
)
