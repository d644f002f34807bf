"""The position after a turn of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.core.board import Board, layout
from mostek.core.players import Seat
from mostek.core.position import Position
from mostek.notation.game_record import STANDARD, TURN, ChallengeBonus, Leftovers, TimePenalty
from mostek.notation.replay import Replay, ReplayedTurn

_DISTRIBUTIONS = {"pl-current": "polish", "en": "english", "de": "german"}
"""How other programs call the tile sets."""


def count_turns(replayed: Replay) -> int:
    """The number of turns of a game: plays, exchanges, passes and turns lost.

    Args:
        replayed: The game.

    Returns:
        The number; a withdrawal, a bonus and the reckoning at the end belong to the turn before them.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import replay_file
        >>> from mostek.notation.positions import count_turns
        >>> count_turns(replay_file(b"#player1 a A\\n#player2 b B\\n>a: KOTMAAA 8H KOT +10 10\\n", "gcg", rulebook("pfs")))
        1
    """
    return sum(isinstance(turn.recorded.action, TURN) for turn in replayed.turns)


def position_after(replayed: Replay, turns: int) -> Position:
    """The position after so many turns of a game, with what follows them in the record: a withdrawal, a bonus, the reckoning.

    Args:
        replayed: The game.
        turns: The number of turns, from 0 to `count_turns`.

    Returns:
        The position, the player on turn first. A rack is the one that the record gives for the player's next turn, or for
        the end; empty if it gives none.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import format_position, replay_file
        >>> from mostek.notation.positions import position_after
        >>> game = b"#player1 a A\\n#player2 b B\\n#tile-set pl-current\\n>a: KOTMAAA 8H KOT +10 10\\n#rack2 MATKA\\n"
        >>> format_position(position_after(replay_file(game, "gcg", rulebook("pfs")), 1))
        '15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 AAKMT/ 0/10 0 ld polish;'
    """
    game, seats = replayed.game, replayed.game.players
    starts = [place for place, turn in enumerate(replayed.turns) if isinstance(turn.recorded.action, TURN)]
    end = starts[turns] if turns < len(starts) else len(replayed.turns)
    past, to_come = replayed.turns[:end], replayed.turns[end:]
    on_turn = replayed.turns[end].recorded.seat if to_come else _next_seat(replayed, past)
    order = list(seats.clockwise_from(on_turn))
    totals = {turn.recorded.seat: turn.total for turn in past}
    racks = {rack.seat: rack.tiles for rack in reversed(game.racks)}
    for turn in reversed(to_come):
        if isinstance(turn.recorded.action, TURN) and turn.recorded.rack:
            racks[turn.recorded.seat] = turn.recorded.rack
    alphabet = game.tile_set.alphabet
    return Position(
        past[-1].board if past else Board(layout(game.layout)),
        tuple(
            tuple(sorted(racks.get(seat, ()), key=lambda face: (face not in alphabet, alphabet.order(face))))
            for seat in order
        ),
        tuple(totals.get(seat, 0) for seat in order),
        _zero_turns(past),
        _operations(replayed),
    )


def _next_seat(replayed: Replay, past: Sequence[ReplayedTurn]) -> Seat:
    moved = [turn.recorded.seat for turn in past if isinstance(turn.recorded.action, TURN)]
    seats = replayed.game.players
    return seats.next(moved[-1]) if moved else seats.seats[0]


def _zero_turns(past: Sequence[ReplayedTurn]) -> int:
    """The last turns in a row without points; a placement withdrawn has none."""
    count = points = 0
    for turn in reversed(past):
        if isinstance(turn.recorded.action, ChallengeBonus | TimePenalty | Leftovers):
            continue
        points += turn.points
        if isinstance(turn.recorded.action, TURN):
            if points:
                break
            count += 1
    return count


def _operations(replayed: Replay) -> str:
    game = replayed.game
    named = game.lexicon if game.lexicon and not set(game.lexicon) & set("; ") else ""
    operations = [f"lex {named};"] if named else []
    operations.append(f"ld {_DISTRIBUTIONS.get(game.tile_set.name, game.tile_set.name)};")
    if game.layout != STANDARD:
        operations.append(f"bdn {game.layout};")
    return " ".join(operations)
