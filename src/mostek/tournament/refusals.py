"""Refusals of the desk: a closed list of reasons, each with its clause or setting."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.core.errors import NoEvents


class DeskReason(StrEnum):
    """Every reason for which a command can be refused. The sentences are in the message catalogue."""

    NOT_WELL_FORMED = "not_well_formed"
    TOURNAMENT_CREATED = "tournament_created"
    TOURNAMENT_NOT_CREATED = "tournament_not_created"
    TOURNAMENT_CLOSED = "tournament_closed"
    ARBITER_ALREADY = "arbiter_already"
    DAYS_REVERSED = "days_reversed"
    TEMPLATE_NOT_KNOWN = "template_not_known"
    SETTING_NOT_POSSIBLE = "setting_not_possible"
    SETTING_FIXED = "setting_fixed"
    ROUNDS_FIXED = "rounds_fixed"
    SETTINGS_OPEN = "settings_open"
    PLAN_NOT_POSSIBLE = "plan_not_possible"
    DIVISION_NOT_KNOWN = "division_not_known"
    DEADLINE_PASSED = "deadline_passed"
    ENTRANT_NOT_KNOWN = "entrant_not_known"
    NAME_TAKEN = "name_taken"
    NUMBER_TAKEN = "number_taken"
    ORIGIN_RECORDED = "origin_recorded"
    RATING_OFF_SCALE = "rating_off_scale"
    TEAM_NOT_KNOWN = "team_not_known"
    TEAM_EXISTS = "team_exists"
    TEAM_NEEDED = "team_needed"
    TEAM_FULL = "team_full"
    TEAM_INCOMPLETE = "team_incomplete"
    TEAMS_UNCONFIRMED = "teams_unconfirmed"
    LINE_UP_FIXED = "line_up_fixed"
    LINE_UP_WRONG = "line_up_wrong"
    NO_TEAMS = "no_teams"
    NO_MATCHES = "no_matches"
    CONSENT_MISSING = "consent_missing"
    STATUS_ALREADY = "status_already"
    EXCLUDED_FOR_GOOD = "excluded_for_good"
    HAS_A_TABLE = "has_a_table"
    WAS_SEEN = "was_seen"
    REASON_NEEDED = "reason_needed"
    SAME_PLAYER_TWICE = "same_player_twice"
    PAIR_IMPOSSIBLE = "pair_impossible"
    TABLES_NEEDED = "tables_needed"
    ALL_ROUNDS_PAIRED = "all_rounds_paired"
    RESULTS_MISSING = "results_missing"
    ABSENTEES = "absentees"
    UNPAIRABLE = "unpairable"
    NOTHING_PAIRED = "nothing_paired"
    RESULTS_WOULD_BE_LOST = "results_would_be_lost"
    ROUND_STARTED = "round_started"
    NOT_FREE = "not_free"
    CREDIT_NOT_POSSIBLE = "credit_not_possible"
    ROUND_NOT_PAIRED = "round_not_paired"
    TABLE_NOT_PAIRED = "table_not_paired"
    SCORES_DIFFER_IN_NUMBER = "scores_differ_in_number"
    SCORE_UNUSUAL = "score_unusual"
    NO_DRAWS = "no_draws"
    SIGNATURES_MISSING = "signatures_missing"
    RESULT_THERE = "result_there"
    RESULT_NOT_THERE = "result_not_there"
    NOT_ADJOURNED = "not_adjourned"
    MOMENT_PASSED = "moment_passed"
    RESULT_SAME = "result_same"
    RESULT_FINAL = "result_final"
    CORRECTION_TOO_LATE = "correction_too_late"
    WINNER_REVERSED = "winner_reversed"
    REPORTS_NOT_TAKEN = "reports_not_taken"
    NOT_AT_THE_TABLE = "not_at_the_table"
    FORFEIT_OF_TWO = "forfeit_of_two"
    PENALTY_STEP = "penalty_step"
    CLAUSE_NOT_KNOWN = "clause_not_known"
    NOT_EQUAL = "not_equal"
    ROUNDS_LEFT = "rounds_left"
    PRIZES_NOT_POSSIBLE = "prizes_not_possible"
    TIES_UNDECIDED = "ties_undecided"
    NOTHING_TO_MERGE = "nothing_to_merge"
    NOTHING_TO_UNDO = "nothing_to_undo"
    LIMIT_REACHED = "limit_reached"


class DeskRefusal(NoEvents, Struct, frozen=True, tag="refused"):
    """The desk says no: the reason, the clause and the setting it rests on where there are any, and what belongs to it."""

    reason: DeskReason
    clause: str = ""
    setting: str = ""
    params: Mapping[str, Any] = {}


def refuse(reason: DeskReason, clause: str = "", setting: str = "", /, **params: Any) -> DeskRefusal:
    """A refusal in one line."""
    return DeskRefusal(reason, clause, setting, params)
