"""Commands as programs write them: those of the referee, with a few conveniences."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mostek.cli.lines import ErrorCode, LineError, not_a_request
from mostek.cli.positions import misfit_names, read_play, read_position, read_rulebook
from mostek.core import position
from mostek.core.board import Board
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES, Alphabet
from mostek.lexicon import LexiconPin
from mostek.messages import text
from mostek.notation import commands
from mostek.notation.wire import WireError, decode_command, encode
from mostek.referee.commands import STEPS, Command, CreateGame, StartPosition, Steps

T = TypeVar("T")


class CgpPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of `create_game` as CGP. The first rack and score of the line belong to the seat on turn."""

    cgp: str
    on_turn: Seat = Seat.FIRST


def read_command(request: dict[str, Any]) -> Command:
    """A command in full. Raises `LineError`."""
    try:
        return decode_command(encode(request))
    except WireError as error:
        raise not_a_request(str(error)) from None


def read_in_game(request: dict[str, Any], board: Board, alphabet: Alphabet) -> Command:
    """A command in either spelling of a placement, see `notation.commands`. Raises `LineError`."""
    try:
        return commands.read_command(request, board, alphabet, read_play)
    except commands.MisfitError as error:
        squares = ", ".join(misfit_names(error.squares, board, error.orientation))
        reason = text("The word plays through squares where no such tile lies: {squares}.", squares=squares)
        raise LineError(ErrorCode.PLAY, reason) from None
    except WireError as error:
        raise not_a_request(str(error)) from None


def read_creation(request: dict[str, Any], rulebook: str, pin: LexiconPin | None) -> CreateGame:
    """A `create_game`: it may leave out the rulebook and the lexicon, and give its position as CGP. Raises `LineError`."""
    full = {"rulebook": rulebook} | request
    if pin is not None and full.get("lexicon") is None:
        full["lexicon"] = pin
    if isinstance(steps := full.get("steps"), str):
        full["steps"] = _steps(steps)
    given = full.get("position")
    written = _convert(given, CgpPosition) if isinstance(given, dict) and "cgp" in given else None
    command = read_command(full | {"position": None} if written else full)
    assert isinstance(command, CreateGame)
    if pin is not None and command.lexicon != pin:
        reason = text("The game names another lexicon than {name} {edition}, which is open.", **pin._asdict())
        raise LineError(ErrorCode.LEXICON, reason)
    return replace(command, position=_position(written, command)) if written else command


def _steps(name: str) -> Steps:
    if name not in STEPS:
        known = ", ".join(STEPS)
        raise LineError(ErrorCode.REQUEST, text("There are no steps {name!r}; known: {known}.", name=name, known=known))
    return STEPS[name]


def _position(written: CgpPosition, command: CreateGame) -> StartPosition:
    tiles = command.tile_set or read_rulebook(command.rulebook).tile_set.value
    given, _ = read_position(written.cgp, tiles)
    seats = len(command.players)
    _check_seats(given, seats, written.on_turn)
    racks = [given.rack(place) for place in range(len(given.racks))] or [NO_TILES] * seats
    scores = given.scores or (0,) * seats
    turned = [(seat - written.on_turn) % seats for seat in range(1, seats + 1)]
    return StartPosition(
        board=Placement(dict(given.board.tiles())),
        racks=BySeat(racks[place] for place in turned),
        scores=BySeat(scores[place] for place in turned),
        on_turn=written.on_turn,
    )


def _check_seats(given: position.Position, seats: int, on_turn: Seat) -> None:
    if not seats or on_turn > seats or len(given.racks) not in (0, seats):
        raise LineError(ErrorCode.POSITION, text("The position does not have a rack for each player of the game."))


def _convert(value: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise not_a_request(str(error)) from None
