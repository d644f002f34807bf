"""CGH, the draft of woogles-io/open-protocols for recorded games, as JSON: `CrosswordGameHistory`. It becomes lines of GCG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.moves import Pass
from mostek.notation.formats.gcg.file import GcgAction, GcgContent, GcgEndRack, GcgEvent, GcgExchange, GcgPlay, Pragma
from mostek.notation.formats.gcg.game import of_contents, record
from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import ChallengeBonus, RecordedGame, TimePenalty, Withdrawn
from mostek.notation.woogles.structs import parse_json


class PassEvent(Struct):
    """A turn passed."""


class ChallengeEvent(Struct):
    """A challenge of the play before; a play that is not valid is taken off again."""

    play_valid: bool = False
    score_bonus: int = 0


class ExchangeEvent(Struct):
    """An exchange: the tiles, or only their number."""

    exchanged_rack: str = ""
    num_exchanged: int = 0
    exchanged: str = ""


class TilePlayEvent(Struct):
    """A play; `scored_as` are the points that the players agreed on, if they were wrong."""

    coordinates: str = ""
    play: str = ""
    score: int = 0
    scored_as: int | None = None


class GameEndEvent(Struct):
    """The reckoning of a player at the end."""

    endgame_rack_bonus: int = 0
    endgame_points_lost: int = 0
    points_lost_on_time: int = 0


class Event(Struct):
    """An event; one of the last fields says what happened."""

    nickname: str = ""
    rack: str = ""
    total_score: int | None = None
    comment: str = ""
    pass_event: PassEvent | None = None
    challenge_event: ChallengeEvent | None = None
    exchange_event: ExchangeEvent | None = None
    tile_exchange_event: ExchangeEvent | None = None
    tile_play_event: TilePlayEvent | None = None
    game_end_event: GameEndEvent | None = None


class CghPlayer(Struct):
    """A player; the name is written in two ways."""

    nickname: str = ""
    real_name: str = ""
    full_name: str = ""


class CrosswordGameHistory(Struct):
    """A game."""

    players: list[CghPlayer] = []
    events: list[Event] = []
    lexicon: str = ""
    variant: str = ""
    board_layout: str = ""
    description: str = ""
    letter_distribution: str = ""
    challenge_rule: str = ""
    starting_cgp: str = ""
    last_known_racks: list[str] = []


def _is_cgh(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{") and _EVENT.search(text) is not None


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    history = parse_json(data, CrosswordGameHistory)
    if history.starting_cgp:
        raise NotationError(TextFault.OTHER_GAME, 0, 0, history.starting_cgp[:40])
    if not history.events or not all(player.nickname.strip() for player in history.players):
        raise NotationError(TextFault.NO_TURNS, 0, 0, FORMAT.name)
    contents = list(_contents(history))
    try:
        game = record(of_contents(content for _, content in contents), how.tile_set, strict=how.strict)
    except NotationError as error:
        raise NotationError(error.fault, _event_of(error.line, contents), 0, error.text) from None
    turns = tuple(replace(turn, line=_event_of(turn.line, contents), column=0) for turn in game.turns)
    found = tuple(replace(each, line=_event_of(each.line, contents), column=0) for each in game.diagnostics)
    return replace(game, format=FORMAT.name, turns=turns, diagnostics=found)


def _event_of(line: int, contents: list[tuple[int, GcgContent]]) -> int:
    """The number of the event that a line was made from; 0 for the heading."""
    return contents[line - 1][0] if line else 0


def _contents(history: CrosswordGameHistory) -> Iterator[tuple[int, GcgContent]]:
    """The lines, each with the number of its event."""
    for number, player in enumerate(history.players, 1):
        name = _line(player.real_name or player.full_name)
        yield 0, Pragma(f"player{number}", f"{_nick(player.nickname)} {name}".strip())
    for pragma, value in (
        ("title", history.description),
        ("lexicon", history.lexicon),
        ("tile-set", history.letter_distribution),
        ("game-type", history.variant),
        ("board-layout", history.board_layout),
    ):
        if value:
            yield 0, Pragma(pragma, _line(value))
    last = ""
    for number, event in enumerate(history.events, 1):
        for gcg in _events(history, event, last, number):
            yield number, gcg
            last = gcg.nick if isinstance(gcg.action, GcgPlay) else last
        if event.comment:
            yield number, Pragma("note", _line(event.comment))
    for number, rack in enumerate(history.last_known_racks, 1):
        if rack:
            yield len(history.events), Pragma(f"rack{number}", rack)


def _events(history: CrosswordGameHistory, event: Event, last: str, number: int) -> Iterator[GcgEvent]:
    """The lines of an event; `last` made the play before it."""
    nick, rack, total = _nick(event.nickname), "".join(event.rack.split()), event.total_score

    def line(action: GcgAction, points: int | None, after: int | None = total) -> GcgEvent:
        return GcgEvent(nick, rack, action, points, after)

    exchange = event.exchange_event or event.tile_exchange_event
    if (play := event.tile_play_event) and play.coordinates and play.play:
        yield line(GcgPlay(play.coordinates, play.play), play.score if play.scored_as is None else play.scored_as)
    elif exchange:
        yield line(GcgExchange(exchange.exchanged_rack or exchange.exchanged or str(exchange.num_exchanged)), 0)
    elif event.pass_event:
        yield line(Pass(), 0)
    elif (challenge := event.challenge_event) and last:
        if not challenge.play_valid:
            yield GcgEvent(last, "", Withdrawn(), None, None)
        elif challenge.score_bonus:
            yield GcgEvent(last, "", ChallengeBonus(), challenge.score_bonus, None)
        elif history.challenge_rule == _DOUBLE and nick != last:
            # Who challenged a good play has lost this turn.
            yield line(Pass(), 0)
    elif end := event.game_end_event:
        if points := end.endgame_rack_bonus - abs(end.endgame_points_lost):
            yield GcgEvent(nick, "", GcgEndRack(rack), points, None if end.points_lost_on_time else total)
        if end.points_lost_on_time:
            yield GcgEvent(nick, "", TimePenalty(), -abs(end.points_lost_on_time), total)
    else:
        raise NotationError(TextFault.NO_MOVE, number, 0, nick)


def _nick(name: str) -> str:
    return "_".join(name.replace(":", " ").split())


def _line(text: str) -> str:
    return " ".join(text.split())


_EVENT = re.compile(r'"(?:tile_?[pP]lay|(?:tile_?)?[eE]xchange|pass|game_?[eE]nd|challenge)_?[eE]vent"\s*:')
_DOUBLE = "DOUBLE"

FORMAT = GameFormat(
    name="cgh",
    pl="partia w szkicu formatu CGH z Woogles (JSON)",
    en="a game in the draft format CGH of Woogles (JSON)",
    detect=_is_cgh,
    read=_read,
    priority=4,
)
