"""The options that a screen is drawn from must be what the judge says."""

from __future__ import annotations

import random

from mostek.core.players import Role, Viewer
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee.options import Option, allowed_options, options
from properties.invariants import with_other_tiles

_BESIDE = (c.Confirm, c.StateRack, c.StartClock, c.StopClock, c.HandInSlip, c.CorrectSlip)
"""What somebody beside the table may do in the place of a player."""
BESIDE_TABLE = (Role.ARBITER, Role.JURY, Role.TEACHER, Role.ASSISTANT, Role.RECORDER, Role.SPECTATOR, Role.HOST)
"""Who else may look at options."""
_UNASKED = (
    c.CreateGame,
    c.CheckTime,
    c.CreditTime,
    c.RevealSeed,
    c.NotePresence,
    c.NoteArbiter,
    c.EndIdleGame,
)
"""Nobody is asked about these: they are the server's."""


BY_HAND = {
    ("confirm", "set"),
    ("confirm", "clock"),
    ("confirm", "equipment"),
    ("stop_clock", "counting"),
    ("dispute_places", ""),
    ("count_tiles", ""),
    ("state_set", ""),
    ("lay_square", ""),
    *(("claim_surplus", f"{seat} accident") for seat in range(1, 5)),
}
"""What people can do only with a set, a bag and places at a table of their own."""


def agrees(game: Game, command: c.Command, now: int) -> None:
    """A command that the judge accepts must stand among the options of whoever gave it."""
    if isinstance(command, _UNASKED):
        return
    who = person(command)
    kind, choice = str(command.__struct_config__.tag), choice_of(command)
    offered = options(game, who, now)
    if game.venue is c.Venue.ONLINE and (kind, choice) in BY_HAND:
        return
    if not any(_is(option, kind, choice) for option in offered.allowed):
        said = [option for option in offered.refused if option.command == kind]
        raise AssertionError(f"accepted, but no option of {who!r}: {command}\nsaid: {said}")


def misses_nothing(game: Game, who: Viewer, now: int | None = None) -> None:
    """What is not tried at all, because it cannot be allowed as the game stands, must never be allowed."""
    assert allowed_options(game, who, now).allowed == options(game, who, now).allowed, f"missed, asked by {who!r}"


def offers_nothing_by_hand(game: Game, who: Viewer, now: int | None = None) -> None:
    """An online game offers no step that needs hands, but for a check that it was created with: play waits for that."""
    if game.venue is c.Venue.ONLINE:
        required = {("confirm", str(check)) for check in game.checks}
        offered = {(option.command, option.choice) for option in options(game, who, now).allowed}
        assert not offered & (BY_HAND - required), f"{who!r} has no hands here"


def tells_nothing(game: Game, rng: random.Random) -> None:
    """The options of a player are the same whatever the tiles are that the player does not see."""
    for seat in game.seats:
        other = with_other_tiles(game, seat, rng)
        if other is not None:
            assert options(game, seat) == options(other, seat), f"the options of {seat!r} tell a secret"


def _is(option: Option, kind: str, choice: str) -> bool:
    return option.command == kind and option.choice == choice


def person(command: c.Command) -> Viewer:
    """Who gives a command: a player in a seat, or somebody beside the table."""
    if command.by is not Role.PLAYER:
        return command.by
    seat: Viewer = getattr(command, "seat", Role.SPECTATOR)
    return seat


def choice_of(command: c.Command) -> str:
    """Which of several things a command is about, as the options name it."""
    beside = f"{int(command.seat)} " if isinstance(command, _BESIDE) and command.by is not Role.PLAYER else ""
    match command:
        case c.StopClock(reason=reason):
            inner = str(reason)
        case c.ClaimAbsence(of=of):
            inner = str(int(of))
        case c.ClaimSurplus(of=of, accident=accident):
            inner = f"{int(of)} accident" if accident else str(int(of))
        case c.StateRack(turn=turn) if not beside:
            inner = "now" if turn is None else "before"
        case c.Confirm(what=what):
            inner = str(what)
        case c.ChoosePlace(place=place):
            inner = str(place)
        case c.CorrectScore(turn=turn):
            inner = str(turn)
        case c.Rule(measure=measure):
            inner = str(measure.__struct_config__.tag)
        case c.ReverseRuling(ruling=number):
            inner = str(number)
        case _:
            inner = ""
    return f"{beside}{inner}".strip()
