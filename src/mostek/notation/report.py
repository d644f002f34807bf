"""A replay as plain data, for programs: numbers, letters and names, no sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from mostek.core.board import Direction
from mostek.core.moves import Pass
from mostek.core.position import Position
from mostek.core.tiles import Tiles, TileSet
from mostek.notation import game_record
from mostek.notation.coordinates import Orientation, format_coordinate
from mostek.notation.game_record import RecordedAction
from mostek.notation.plays import WrittenPlay
from mostek.notation.replay import Replay, ReplayedTurn


def report(replay: Replay, rulebook: str) -> dict[str, Any]:
    """Describe a replay as plain data for JSON.

    Args:
        replay: The replay.
        rulebook: The name of the rulebook of the final scores.

    Returns:
        Format, players, moves with true and stated points, final scores and the rows of the board. The caller adds the
        diagnostics, for which it has the sentences.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import replay_file
        >>> from mostek.notation.report import report
        >>> data = b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n"
        >>> report(replay_file(data, "gcg", rulebook("pfs")), "pfs")["moves"][0]["points"]
        10
    """
    game, end = replay.game, replay.ending
    return {
        "format": game.format,
        "title": game.title,
        "tile_set": game.tile_set.name,
        "orientation": game.orientation.value,
        "lexicon": game.lexicon,
        "rulebook": rulebook,
        "players": [
            {"seat": int(seat), "nick": player.nick, "name": player.name} for seat, player in game.players.items()
        ],
        "moves": [_move(replay, turn) for turn in replay.turns],
        "final": {
            "stated": list(replay.stated if game.finals is None else game.finals),
            "rulebook": None if end.final is None else list(end.final),
            "out": None if end.out is None else int(end.out),
            "leftovers": [_faces(tiles, game.tile_set) for tiles in end.leftovers],
            "booking": None if end.booking is None else end.booking.value,
        },
        "board": str(replay.board).splitlines(),
    }


def position_report(position: Position) -> dict[str, Any]:
    """Describe a position as plain data for JSON.

    Args:
        position: The position.

    Returns:
        Rows of the board, racks, scores, turns without points, operations.

    Example:
        >>> from mostek.notation import parse_position
        >>> from mostek.notation.report import position_report
        >>> position_report(parse_position("15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0"))["scores"]
        [10, 0]
    """
    return {
        "format": "cgp",
        "board": str(position.board).splitlines(),
        "racks": ["".join(rack) for rack in position.racks],
        "scores": list(position.scores),
        "zero_turns": position.zero_turns,
        "operations": dict(position.operations),
    }


def _kind(action: RecordedAction) -> str:
    """The name of an action in reports."""
    match action:
        case WrittenPlay():
            return "play"
        case game_record.RecordedExchange():
            return "exchange"
        case Pass():
            return "pass"
        case game_record.Withdrawn():
            return "withdrawal"
        case game_record.RecordedLoss():
            return "lost_turn"
        case game_record.ChallengeBonus():
            return "challenge_bonus"
        case game_record.TimePenalty():
            return "time_penalty"
        case game_record.Leftovers():
            return "end_rack"
        case _:
            assert_never(action)


def _move(replay: Replay, turn: ReplayedTurn) -> dict[str, Any]:
    game, record = replay.game, turn.recorded
    return {
        "line": record.line,
        "kind": _kind(record.action),
        "seat": int(record.seat),
        "player": game.players[record.seat].nick,
        "rack": _faces(record.rack, game.tile_set),
        **_details(turn, game.orientation, game.tile_set),
        "points": turn.points,
        "stated_points": record.points,
        "total": turn.total,
        "stated_total": record.total,
        "note": record.note,
    }


def _details(turn: ReplayedTurn, orientation: Orientation, tile_set: TileSet) -> Mapping[str, Any]:
    """The columns that only some kinds of moves have."""
    match turn.recorded.action:
        case WrittenPlay(start, direction, _, _) as play:
            return {
                "square": format_coordinate(start, direction, orientation),
                "canonical": format_coordinate(start, direction, Orientation.LETTERED_ROWS),
                "direction": direction.value,
                "written": play.word,
                "word": None if turn.word is None else str(turn.word),
                "words": _words(turn),
                "bonus": 0 if turn.score is None else turn.score.bonus,
            }
        case game_record.RecordedExchange(count, tiles):
            return {"count": count, "tiles": _faces(tiles, tile_set)}
        case game_record.Leftovers(tiles):
            return {"tiles": _faces(tiles, tile_set)}
        case game_record.RecordedLoss(cause, _):
            return {"cause": cause}
        case _:
            return {}


def _words(turn: ReplayedTurn) -> list[dict[str, Any]]:
    if turn.score is None:
        return []
    return [
        {"word": str(each.word), "points": each.points, "across": each.word.direction is Direction.ACROSS}
        for each in turn.score.words
    ]


def _faces(tiles: Tiles | None, tile_set: TileSet) -> str | None:
    return None if tiles is None else tile_set.alphabet.sort(tiles)
