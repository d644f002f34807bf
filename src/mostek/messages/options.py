"""Options in words: a phrase for every command and every choice within it, and why a refused one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mostek.core.players import BySeat, Seat
from mostek.messages import text
from mostek.messages.refusals import say
from mostek.referee.options import Option, Options
from mostek.referee.refusals import Reason, Refused


class AllowedOption(Struct, frozen=True):
    """An option with its name for people."""

    command: str
    choice: str
    """As in `Option`."""
    phrase: str
    """What it is, in one line of the imperative, in the reader's language."""
    clause: str
    """The clause that permits the option, or refuses it."""


class RefusedOption(AllowedOption, frozen=True):
    """An option that may not be chosen now."""

    reason: Reason
    params: Mapping[str, Any]
    message: str
    """The reason in a sentence, in the reader's language."""


class OptionsInWords(Struct, frozen=True):
    """`Options` for a page or a program that shows them to a person."""

    allowed: tuple[AllowedOption, ...]
    refused: tuple[RefusedOption, ...]
    guidance: tuple[str, ...]
    """Clauses about conduct that matter now."""

    @classmethod
    def of(cls, options: Options, players: BySeat[str]) -> OptionsInWords:
        """The options in the language that is spoken now.

        Args:
            options: What a viewer may do, and may not.
            players: The names of the players, for options that concern one of them.
        """
        return cls(
            tuple(
                AllowedOption(each.command, each.choice, phrase(each, players), each.clause) for each in options.allowed
            ),
            tuple(_refused(each, each.reason, players) for each in options.refused if each.reason is not None),
            options.guidance,
        )


def _refused(option: Option, reason: Reason, players: BySeat[str]) -> RefusedOption:
    message = say(Refused(reason, option.clause, option.params))
    sentence = phrase(option, players)
    return RefusedOption(option.command, option.choice, sentence, option.clause, reason, option.params, message)


PHRASES: Mapping[str, str] = {
    "create_game": "Set a game up",
    "draw_start_tile": "Draw a tile for the start",
    "draw_tiles": "Draw tiles",
    "start_clock": "Start the clock",
    "lay_tiles": "Lay tiles",
    "announce_exchange": "Announce an exchange",
    "exchange_tiles": "Exchange tiles",
    "pass_turn": "Pass",
    "stop_clock": "Stop the clock",
    "declare_blanks": "Say which letter a blank stands for",
    "write_blanks": "Write down the letter of a blank",
    "dispute_blank": "Dispute the letter of a blank",
    "announce_value": "Announce the value of the move",
    "record_move": "Record the move",
    "challenge_words": "Ask for a check of the words",
    "claim_placement": "Claim that the tiles are laid against the rules",
    "type_words": "Write the words to be checked",
    "confirm_slip": "Confirm that the words are copied without errors",
    "run_check": "Check the words",
    "judge_words": "Give the verdict on the words",
    "override_verdict": "Set the verdict aside",
    "check_time": "Look at the clock",
    "credit_time": "Give time back",
    "confirm": "Confirm",
    "state_set": "State how many tiles of each letter the set has",
    "lay_square": "Lay the tiles in a square and state their number",
    "dispute_places": "Ask for a draw of the places",
    "choose_place": "Choose a place at the table",
    "arrive": "Arrive at the table",
    "start_lateness": "Start the clock of the players who are late",
    "leave_board": "Leave the board",
    "return_to_board": "Come back to the board",
    "state_rack": "State the tiles on the rack",
    "demand_draw": "Demand that the missing tiles be drawn",
    "claim_surplus": "Point out surplus tiles",
    "inspect_tiles": "Draw tiles to be looked at",
    "return_tiles": "Put surplus tiles back into the bag",
    "count_tiles": "Count the tiles in the bag",
    "state_count": "State how many tiles were counted",
    "call_arbiter": "Call the arbiter",
    "withdraw_call": "Go on without the arbiter",
    "resign": "Resign",
    "abort": "Break the game off",
    "claim_absence": "Claim the game: the player is gone",
    "note_presence": "Note that a player is gone or back",
    "note_arbiter": "Note that the arbiter is there or not",
    "end_idle_game": "End a game in which nothing happens",
    "rule": "Rule",
    "reverse_ruling": "Take a ruling back",
    "report_irregularity": "Point out an irregularity",
    "correct_score": "Ask for a correction of the value of a turn",
    "sign_slip": "Sign the result slip",
    "hand_in_slip": "Hand the result slip in",
    "correct_slip": "Correct the result slip",
    "reveal_seed": "Publish the seed of the draws",
}
"""The phrase for each type of command."""

CHOICES: Mapping[str, Mapping[str, str]] = {
    "stop_clock": {
        "move": "Stop the clock: the move is final",
        "surplus": "Stop the clock: surplus tiles",
        "arbiter": "Stop the clock: the arbiter is needed",
        "duty": "Stop the clock: a dispute at another table",
        "counting": "Stop the clock: the tiles in the bag are to be counted",
        "break": "Stop the clock for a break",
        "other": "Stop the clock for another reason",
    },
    "confirm": {
        "set": "Confirm that the set is complete",
        "clock": "Confirm that the clock stands and shows the right time",
        "equipment": "Consent to private equipment",
        "leave": "Consent to leaving the board",
        "check_together": "Confirm being present at the check",
        "slip": "Confirm the correction of the result slip",
        "end": "Propose to end the game as it stands, or agree to it",
        "adjourn": "Propose to put the game off, or agree to it",
        "resume": "Ready to go on with the game",
        "go_on": "Propose to go on without the arbiter, or agree to it",
        "sight": "Consent that the arbiter rules and sees the racks",
    },
    "choose_place": {
        "clock_left": "Choose the place with the clock at the left hand",
        "clock_right": "Choose the place with the clock at the right hand",
    },
    "claim_surplus": {
        "accident": "Point out surplus tiles that came by accident",
    },
    "state_rack": {
        "now": "State the tiles on your rack",
        "before": "State your rack before your last turn",
    },
    "rule": {
        "settle": "Rule: the game goes on as it stands",
        "warn": "Rule: a warning",
        "deduct": "Rule: penalty points",
        "exclude_from_game": "Rule: exclusion from the game",
        "exclude_from_event": "Rule: exclusion from the tournament",
        "force_pass": "Rule: the turn is passed",
        "repeat_move": "Rule: the move is made again",
        "tidy_tiles": "Rule: the tiles are put straight",
        "correct_tiles": "Rule: tiles on the board are read otherwise",
        "adjust_clock": "Rule: a clock is set otherwise",
        "settle_score": "Rule: the score is fixed",
        "accept_move": "Rule: the move is written down",
        "lift_lock": "Rule: the player may do anything again",
    },
}
"""The phrase for each choice of a command that has several; it says more than the bare phrase."""

_NUMBERED = frozenset({"correct_score", "reverse_ruling"})
"""Commands among whose choices a number is that of a turn or a ruling; elsewhere it is a seat."""


def phrase(option: Option, players: BySeat[str] | None = None) -> str:
    """The option in one line: `Stop the clock: surplus tiles`. `players` are names in place of seats."""
    number, _, rest = option.choice.partition(" ")
    if not number.isdigit():
        return text(CHOICES.get(option.command, {}).get(option.choice, PHRASES[option.command]))
    sentence = text(CHOICES.get(option.command, {}).get(rest, PHRASES[option.command]))
    if option.command in _NUMBERED:
        return text("{deed} (no. {number})", deed=sentence, number=int(number))
    return text("{deed} ({player})", deed=sentence, player=_named(int(number), players))


def _named(number: int, players: BySeat[str] | None) -> str:
    return players[Seat(number)] if players else text("seat {seat}", seat=number)
