"""One rule a command: who may give it, who judges it, when it is worth a trial, and what is tried for the options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, TypeVar

from mostek.core.players import Role, Seat
from mostek.core.tiles import BLANK
from mostek.referee import commands as c
from mostek.referee.course import Course
from mostek.referee.refusals import Refused
from mostek.referee.state import Game, Over, Thinking
from mostek.rules.rulebook import Authority, Rulebook

Probe = tuple[str, c.Command]
"""Which of several things the command is about, `""` if there is one only; and the command.

Where several have the same name, it is enough that one of them is allowed.
"""
Probes = Callable[[Game, Seat], Iterable[Probe]]
"""The commands to try for a player."""
Occasion = Callable[[Game, Seat, Rulebook], bool]
"""A test whether a command is possible in the current game."""

PLAYER = frozenset({Role.PLAYER})
ARBITER = frozenset({Role.ARBITER})
HOST = frozenset({Role.HOST})

TURN: Final = ("flagged", "racks", "bag", "clock", "solo")
"""What a command reads that needs the turn, or ends it (`turns.turn_fault`, `turns.close_turn`)."""


ANY_REASON: Final = "?"
"""A reason for a trial, where one is needed; the person will give a better one."""

_Judge = TypeVar("_Judge", bound=Callable[[Course, Any], Refused | None])


@dataclass(slots=True)
class CommandRule:
    """All that the referee knows of one type of command. It decorates the judge."""

    command: type[c.Command]
    _: KW_ONLY
    roles: frozenset[Role] = PLAYER
    """The roles that may give it; the arbiter stands for any authority."""
    undisturbed: bool = False
    """Whether it is possible while the arbiter is awaited, or during a break."""
    of_time: bool = False
    """Whether it is about time itself: it is judged before a flag falls, and later events take their date from it."""
    phases: tuple[type[Any], ...] = (object,)
    """The phases in which a player can give it."""
    when: Occasion | None = None
    """A further condition for a player."""
    choices: Mapping[str, Occasion] = field(default_factory=dict)
    """Further conditions for some of the choices."""
    by_hand: frozenset[str] = frozenset()
    """The choices about things that only a real table has: a set, a bag to count, a place (PFS-2.2, 6.5)."""
    reads: tuple[str, ...] = ()
    """What its answer to a player depends on in a plain turn: fields of the game, or names of `options.FACTS`."""
    probes: Probes | None = None
    """The commands to try for a player, if one may give it."""
    beside: Callable[[Game, Role, str], Iterable[Probe]] | None = None
    """The commands to try for a person beside the table; the text is a clause that a ruling may cite."""
    in_place: Callable[[Game, Seat, Role], Iterable[Probe]] | None = None
    """The commands to try for a person beside the table in the place of a player."""
    judge: Callable[[Course, Any], Refused | None] = field(init=False)

    def __call__(self, judge: _Judge) -> _Judge:
        """Declare a function the judge of this command."""
        assert self.command not in JUDGED, f"{self.command.__name__} has two judges"
        self.judge = judge
        JUDGED[self.command] = self
        return judge

    def is_open(self, game: Game, seat: Seat, book: Rulebook) -> bool:
        """Whether it is worth asking the judge about such a command of the player in `seat`."""
        return isinstance(game.phase, self.phases) and (self.when is None or self.when(game, seat, book))

    def is_choice_open(self, game: Game, seat: Seat, book: Rulebook, choice: str) -> bool:
        """Whether it is worth asking about this choice of a command that `is_open`."""
        occasion = self.choices.get(choice)
        return occasion is None or occasion(game, seat, book)

    def needs_hands(self, game: Game, choice: str) -> bool:
        """Whether nobody at this table has in their hands what the command is about: online there is no set, bag or place.

        A check that a game requires is offered at any table, because play waits for it (PFS-1.1.1a, 1.1.2, 1.2).
        """
        return choice in self.by_hand and game.venue is not c.Venue.TABLE and choice not in game.checks


JUDGED: Final[dict[type[c.Command], CommandRule]] = {}
"""The rules as their modules are imported; `decide.RULES` has them all, in order."""


def plain(kind: Callable[..., c.Command]) -> Probes:
    """The commands without arguments."""
    return lambda game, seat: (("", kind(seat=seat)),)


def never(game: Game, seat: Seat, book: Rulebook) -> bool:
    """On no occasion."""
    return False


def thinks(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether the player is on turn and has time."""
    return game.on_turn is seat and not game.flagged[seat]


def plans(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether the player has prepared a move."""
    return isinstance(game.phase, Thinking) and game.phase.seat is seat and game.phase.plan is not None


def follows(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether another player is on turn, or nobody."""
    return game.on_turn is not seat


def has_not_begun(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether no turn has been opened yet."""
    return not game.started


def has_order(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether the federation's rules of order are in force."""
    return book.order.procedures.value


def can_call(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether somebody is there who can be called to rule."""
    return game.arbiter and book.order.authority.value is not Authority.NOBODY


def can_have_surplus(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether a rack can hold too many tiles; online only if the game was taken up so."""
    at_table = game.venue is c.Venue.TABLE or any(len(rack) > book.move.rack_size.value for rack in game.racks)
    return at_table and book.order.procedures.value


def can_leave(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether somebody may leave the board."""
    return isinstance(game.phase, Thinking) and book.order.procedures.value


def can_agree_to_end(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether players may end the game by themselves."""
    return game.started and book.end.by_agreement.value and not isinstance(game.phase, Over)


def waits(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether play waits for the arbiter, or for the end of a break."""
    return game.interruption is not None and game.interruption.awaiting


def blank_lies(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether a blank can lie on the board: not all of them are known to be elsewhere."""
    elsewhere: int = game.bag.count(BLANK) + sum(part.count(BLANK) for part in (*game.racks, *game.set_aside))
    return elsewhere < game.tiles.count(BLANK)
