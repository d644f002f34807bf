"""Why the rules say no: a closed list of reasons, each answered with the clause of the rulebook in force."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct


class Reason(StrEnum):
    """Every reason for which a command can be refused. The sentences are in the message catalogue."""

    GAME_NOT_CREATED = "game_not_created"
    GAME_ALREADY_CREATED = "game_already_created"
    GAME_OVER = "game_over"
    SEATS_NOT_ALLOWED = "seats_not_allowed"
    NO_SUCH_SEAT = "no_such_seat"
    RULE_NOT_KNOWN = "rule_not_known"
    POSITION_IMPOSSIBLE = "position_impossible"
    TIME_NOT_SET = "time_not_set"
    TIME_FIXED = "time_fixed"
    TIME_RUNS_BACKWARDS = "time_runs_backwards"
    TIME_EXCEEDED = "time_exceeded"
    TIME_IS_UP = "time_is_up"
    TIME_LEFT = "time_left"
    NO_CLOCK = "no_clock"
    CLOCK_NOT_YOURS = "clock_not_yours"
    CLOCK_TOO_EARLY = "clock_too_early"
    START_NOT_DRAWN = "start_not_drawn"
    NOT_DRAWING_FOR_START = "not_drawing_for_start"
    START_TILE_DRAWN = "start_tile_drawn"
    NOT_ON_TURN = "not_on_turn"
    NOT_THINKING = "not_thinking"
    MOVE_NOT_ENDED = "move_not_ended"
    WINDOW_CLOSED = "window_closed"
    OWN_MOVE = "own_move"
    CHALLENGE_USED = "challenge_used"
    CHALLENGE_OPEN = "challenge_open"
    NO_CHALLENGE_OPEN = "no_challenge_open"
    WORD_NOT_NEW = "word_not_new"
    ALL_WORDS_CHALLENGED = "all_words_challenged"
    PLACEMENT_NOT_CLAIMABLE = "placement_not_claimable"
    REASON_MISSING = "reason_missing"
    NOTHING_TO_OVERRIDE = "nothing_to_override"
    FAULTY_PLACEMENT = "faulty_placement"
    TILES_OWED = "tiles_owed"
    NOTHING_TO_EXCHANGE = "nothing_to_exchange"
    NOT_ON_RACK = "not_on_rack"
    BAG_TOO_SMALL = "bag_too_small"
    EXCHANGES_USED_UP = "exchanges_used_up"
    COUNT_NOT_ANNOUNCED = "count_not_announced"
    COUNT_DIFFERS = "count_differs"
    DRAW_NOT_DUE = "draw_not_due"
    DRAW_TOO_EARLY = "draw_too_early"
    DRAW_OUT_OF_ORDER = "draw_out_of_order"
    DRAW_TOO_MANY = "draw_too_many"
    NOT_IN_BAG = "not_in_bag"
    NOTHING_TO_ANNOUNCE = "nothing_to_announce"
    ALREADY_ANNOUNCED = "already_announced"
    NOTHING_TO_RECORD = "nothing_to_record"
    ALREADY_RECORDED = "already_recorded"
    SCORER_ONLY = "scorer_only"
    WRONG_VALUE = "wrong_value"


class Refused(Struct, frozen=True, tag="refused"):
    """The rules say no: the reason, the clause it rests on, and the numbers and letters that belong to it."""

    reason: Reason
    clause: str
    params: Mapping[str, Any]
