"""`mostek referee`: a game refereed for another program, command by command."""

from __future__ import annotations

from functools import partial
from typing import Any, BinaryIO

import click
from msgspec import Struct

from mostek.app.games import LoggedGame
from mostek.cli.choices import choices
from mostek.cli.json_commands import read_command, read_creation, read_in_game
from mostek.cli.lines import (
    Answer,
    ErrorCode,
    LineError,
    answer_lines,
    decode,
    file_argument,
    jsonl_option,
    not_a_request,
)
from mostek.cli.param_types import RULEBOOK, OneOf
from mostek.cli.positions import read_rulebook
from mostek.core.board import Board, layout
from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import tile_set
from mostek.engine.random_draws import random_draws
from mostek.lexicon import Lexicon
from mostek.messages import text
from mostek.messages.refusals import say
from mostek.notation import wire
from mostek.referee import Reason, Refused, event_for, view_for
from mostek.referee.automation import awaits_verdict
from mostek.referee.commands import Command, CreateGame
from mostek.referee.course import refuse
from mostek.referee.state import Game
from mostek.rules.loading import changed
from mostek.store.game_files import MemoryLog

_NOBODY = (Role.PLAYER, Role.LEXICON, Role.HOST)
VIEWERS = (*(str(int(seat)) for seat in Seat), *(role for role in Role if role not in _NOBODY))
"""Who may look on: the seats by number, the others by role."""


class ViewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that asks for the view of a seat, or of `spectator`."""

    type: str
    viewer: Seat | str | None = None


class OptionsRequest(ViewRequest, frozen=True, forbid_unknown_fields=True):
    """A line that asks which commands a viewer may give, and which not. `at` is the server's time in milliseconds."""

    at: int | None = None


class JsonReferee:
    """One game and its referee; each line of commands is answered with what follows from it.

    With `viewer` (a seat as text, or `spectator`) the answers hold only what that viewer may learn.
    """

    def __init__(
        self, rulebook: str, lexicon: Lexicon | None, seed: int | None, viewer: str | None, state: bool
    ) -> None:
        self._rulebook = rulebook
        self._lexicon = lexicon
        self._viewer = viewer
        self._tells_state = state
        self._log = MemoryLog()
        self._table = LoggedGame(self._log, partial(random_draws, seed), lambda number, event: None)

    def answer(self, line: bytes) -> Answer:
        """The answer to a line. Raises `LineError`."""
        request = decode(line, dict[str, Any])
        if request.get("type") == "view":
            return {"view": view_for(*self._asked(decode(line, ViewRequest)))}
        if request.get("type") == "options":
            asked = decode(line, OptionsRequest)
            return {"options": choices(*self._asked(asked), asked.at)}
        before = len(self._log.events)
        command = self._command(request)
        refused = self._carry_out(command)
        events = self._log.events[before:]
        if self._viewer is not None:
            viewer = _viewer(self._viewer)
            events = [seen for event in events if (seen := event_for(event, viewer)) is not None]
            refused = refused if getattr(command, "seat", viewer) == viewer else None
        answer: dict[str, Any] = {"events": events, "refused": refused and _told(refused)}
        return answer | ({"state": self._state()} if self._tells_state else {})

    @property
    def _game(self) -> Game | None:
        return self._table.game if self._log.events else None

    def _command(self, request: dict[str, Any]) -> Command:
        match request.get("type"):
            case "create_game":
                return read_creation(request, self._rulebook, None if self._lexicon is None else self._lexicon.pin)
            case "lay_tiles" if "play" in request:
                game = self._game
                tiles = tile_set(game.tile_set if game else read_rulebook(self._rulebook).tile_set.value)
                return read_in_game(request, game.board if game else Board(layout()), tiles.alphabet)
            case _:
                return read_command(request)

    def _carry_out(self, command: Command) -> Refused | None:
        if self._game is None:
            return self._create(command)
        refused = self._table.carry_out(command).refused
        if self._lexicon is not None and awaits_verdict(self._table.game, self._table.book):
            self._table.judge(self._lexicon, self._table.game.now)
        return refused

    def _create(self, command: Command) -> Refused | None:
        if not isinstance(command, CreateGame):
            return refuse(read_rulebook(self._rulebook), Reason.GAME_NOT_CREATED)
        try:
            changed(read_rulebook(command.rulebook), command.changes)
            layout(command.layout)
        except (LookupError, ValueError) as error:
            raise not_a_request(str(error)) from None
        return self._table.create(command).refused

    def _asked(self, request: ViewRequest) -> tuple[Game, Viewer]:
        """The game and the viewer of a question. Raises `LineError` without a game or for a viewer not allowed."""
        viewer = str(request.viewer if request.viewer is not None else self._viewer or Role.SPECTATOR)
        if self._viewer not in (None, viewer):
            raise LineError(ErrorCode.VIEWER, text("Only the view of {viewer!r} is given here.", viewer=self._viewer))
        if self._game is None:
            raise LineError(ErrorCode.VIEWER, text("There is no game to look at yet."))
        if viewer not in VIEWERS or (viewer.isdigit() and int(viewer) > len(self._game.seats)):
            raise LineError(ErrorCode.VIEWER, text("This game has no seat {viewer!r}.", viewer=viewer))
        return self._game, _viewer(viewer)

    def _state(self) -> dict[str, Any] | None:
        """The public state of the game."""
        if self._game is None:
            return None
        view = view_for(self._game, Role.SPECTATOR)
        clock = None if view.clock is None else {"left": view.clock, "running": view.running}
        return {
            "version": len(self._log.events),
            "phase": view.phase,
            "on_turn": view.on_turn,
            "scores": view.scores,
            "clock": clock,
            "bag_count": view.bag_count,
        }


@click.command()
@jsonl_option
@file_argument
@click.option("--rulebook", type=RULEBOOK, default="gen", show_default=True, help="The rules.")
@click.option("--lexicon", default="none", show_default=True, help="The list that judges challenged words at once.")
@click.option("--seed", type=int, help="Draw repeatably; without it the bag is truly random.")
@click.option(
    "--viewer",
    type=OneOf("There is no viewer {name!r}.", VIEWERS),
    help="Tell no more than they may learn.",
)
@click.option("--state", is_flag=True, help="Add where the game stands to every answer.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of the commands, and end.")
@click.option("--event-schema", is_flag=True, help="Print the JSON schema of the events, and end.")
def referee(
    jsonl: bool,
    file: BinaryIO,
    rulebook: str,
    lexicon: str,
    seed: int | None,
    viewer: str | None,
    state: bool,
    schema: bool,
    event_schema: bool,
) -> None:
    """Referee a game given as commands in JSON lines.

    Every line is a command; the answer is its events, or the refusal and its clause. The answer to the line
    {"type": "view", "viewer": 1} is the view of that seat; "options" instead of "view" gives its options. Exit status 1
    if a line has an error; a refusal is no error.
    """
    if schema or event_schema:
        click.echo(wire.encode(wire.command_schema() if schema else wire.event_schema()))
        return
    game = JsonReferee(rulebook, _opened(lexicon), seed, viewer, state)
    answer_lines(file, jsonl, game.answer)


def _opened(name: str) -> Lexicon | None:
    if name == "none":
        return None
    from mostek.cli.lexicon import opened

    return opened(name)


def _viewer(name: str) -> Viewer:
    return Seat(int(name)) if name.isdigit() else Role(name)


def _told(refused: Refused) -> dict[str, Any]:
    """A refusal with its sentence in the language of the person."""
    return {
        "reason": refused.reason,
        "clause": refused.clause,
        "params": refused.params,
        "message": say(refused),
    }
