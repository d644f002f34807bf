"""Why the rules say no, in a sentence: one for every reason and every fault of a placement, with the clause it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mostek.messages import count, language, text
from mostek.referee.refusals import Reason, Refused
from mostek.rules.loading import clause

Params = Mapping[str, Any]


def say(refused: Refused) -> str:
    """The refusal in a sentence, in the language that is spoken; all faults of a placement, each with its clause."""
    if refused.reason is Reason.FAULTY_PLACEMENT:
        return _faults(refused.params["faults"])
    sentence = SENTENCES[refused.reason]
    return text(sentence, **refused.params) if isinstance(sentence, str) else sentence(refused.params)


def say_fault(name: str) -> str:
    """What is wrong with a placement, in a sentence."""
    return text(FAULTS[name])


def grounds(identifiers: str) -> str:
    """The clauses on which something rests, each with one line of our wording: `GEN-5a: The first word …`."""
    return "; ".join(map(_ground, identifiers.split(", ")))


def _ground(identifier: str) -> str:
    try:
        return f"{identifier}: {clause(identifier).wording(language())}"
    except LookupError:
        return identifier


def _faults(faults: list[Mapping[str, str]]) -> str:
    return " ".join(f"{say_fault(fault['fault'])} ({fault['clause']})" for fault in faults)


def _seat(sentence: str, name: str) -> Callable[[Params], str]:
    """A sentence with a seat, which is a plain number in it."""
    return lambda params: text(sentence, **{name: _number(params.get(name))})


def _number(seat: object) -> object:
    return int(seat) if isinstance(seat, int) else "–"


def _position(params: Params) -> str:
    why = str(params["why"])
    return text(POSITIONS[why])


def _words(params: Params) -> str:
    if not params["words"]:
        return text("The last move has formed no word that could be challenged.")
    return text(
        "Not formed by the last move: {words}. Only its new words can be challenged.", words=_list(params["words"])
    )


def _list(words: list[str]) -> str:
    return ", ".join(words)


def _bag(params: Params) -> str:
    bag = count("There is {n} tile in the bag", "There are {n} tiles in the bag", params["bag"])
    return bag + "; " + count("an exchange needs {n}.", "an exchange needs {n}.", params["needed"])


def _owed(params: Params) -> str:
    return count("First draw the missing tile.", "First draw the {n} missing tiles.", params["count"])


def _exchanges(params: Params) -> str:
    return count(
        "The one exchange of a game is used up.", "All {n} exchanges of a game are used up.", params["maximum"]
    )


def _too_many(params: Params) -> str:
    return count("Only {n} tile is to be drawn.", "Only {n} tiles are to be drawn.", params["due"])


def _seats(params: Params) -> str:
    return count(
        "This rulebook allows no game of {n} player.", "This rulebook allows no game of {n} players.", params["seats"]
    )


def _time_fixed(params: Params) -> str:
    minutes, seconds = divmod(int(params["millis"]) // 1000, 60)
    return text("The rulebook fixes the time: {time}.", time=f"{minutes}:{seconds:02}")


def _time_left(params: Params) -> str:
    if params["left"] is None:
        return text("No clock is running.")
    seconds = -(-int(params["left"]) // 1000)
    return count("The time is not up: {n} second is left.", "The time is not up: {n} seconds are left.", seconds)


SENTENCES: Mapping[Reason, str | Callable[[Params], str]] = {
    Reason.GAME_NOT_CREATED: "There is no game yet; set one up first.",
    Reason.GAME_ALREADY_CREATED: "The game has been set up already.",
    Reason.GAME_OVER: "The game is over.",
    Reason.SEATS_NOT_ALLOWED: _seats,
    Reason.NO_SUCH_SEAT: _seat("Nobody sits at seat {seat}.", "seat"),
    Reason.RULE_NOT_KNOWN: "There is no set of tiles {name!r}.",
    Reason.POSITION_IMPOSSIBLE: _position,
    Reason.TIME_NOT_SET: "The rulebook leaves the time to the organiser: state it.",
    Reason.TIME_FIXED: _time_fixed,
    Reason.TIME_RUNS_BACKWARDS: "The stated time lies before the last event.",
    Reason.TIME_EXCEEDED: _seat("The time of seat {seat} has run out.", "seat"),
    Reason.TIME_IS_UP: "Your time for this game is up.",
    Reason.TIME_LEFT: _time_left,
    Reason.NO_CLOCK: "This game is played without a clock.",
    Reason.CLOCK_NOT_YOURS: "It is not for you to press the clock now.",
    Reason.CLOCK_TOO_EARLY: "It is too early to press the clock.",
    Reason.START_NOT_DRAWN: "First it is drawn who starts.",
    Reason.NOT_DRAWING_FOR_START: "You take no part in the draw for the start now.",
    Reason.START_TILE_DRAWN: "You have drawn your tile for the start already.",
    Reason.NOT_ON_TURN: _seat("It is not your turn: seat {on_turn} is on turn.", "on_turn"),
    Reason.NOT_THINKING: "Your move has ended; it can no longer be changed.",
    Reason.MOVE_NOT_ENDED: "The move has not ended yet; it can be challenged only then.",
    Reason.WINDOW_CLOSED: "No move can be challenged now: the last one has been written down.",
    Reason.OWN_MOVE: "You cannot challenge a move of your own.",
    Reason.CHALLENGE_USED: "This move has been challenged already; it can be challenged only once.",
    Reason.CHALLENGE_OPEN: "The verdict on the challenged words comes first.",
    Reason.NO_CHALLENGE_OPEN: "No words are challenged now.",
    Reason.WORD_NOT_NEW: _words,
    Reason.ALL_WORDS_CHALLENGED: "In this rulebook all new words are challenged together.",
    Reason.PLACEMENT_NOT_CLAIMABLE: "In this rulebook nobody need complain: tiles laid against the rules are refused at once.",
    Reason.REASON_MISSING: "A person's verdict needs a reason.",
    Reason.NOTHING_TO_OVERRIDE: "There is no verdict now that could be set aside.",
    Reason.FAULTY_PLACEMENT: "The tiles cannot lie so.",
    Reason.TILES_OWED: _owed,
    Reason.NOTHING_TO_EXCHANGE: "An exchange needs at least one tile.",
    Reason.NOT_ON_RACK: "Not on your rack: {tiles}.",
    Reason.BAG_TOO_SMALL: _bag,
    Reason.EXCHANGES_USED_UP: _exchanges,
    Reason.COUNT_NOT_ANNOUNCED: "First say how many tiles you exchange.",
    Reason.COUNT_DIFFERS: "The tiles set aside are not as many as announced: {count} instead of {announced}.",
    Reason.DRAW_NOT_DUE: "There is no tile to draw.",
    Reason.DRAW_TOO_EARLY: "It is too early to draw: the move has not been written down.",
    Reason.DRAW_OUT_OF_ORDER: "Another player draws first.",
    Reason.DRAW_TOO_MANY: _too_many,
    Reason.NOT_IN_BAG: "Not in the bag: {tiles}.",
    Reason.NOTHING_TO_ANNOUNCE: "You have no move now whose value could be announced.",
    Reason.ALREADY_ANNOUNCED: "The value has been announced already: {points}.",
    Reason.NOTHING_TO_RECORD: "There is nothing to write down now.",
    Reason.ALREADY_RECORDED: "You have written it down already.",
    Reason.SCORER_ONLY: "Another player writes the move down.",
    Reason.WRONG_VALUE: "The move is worth {true} points, not {stated}.",
}
"""The sentence for each reason: a key of the catalogue, or how it is put together."""

FAULTS: Mapping[str, str] = {
    "off_centre": "The first word must cover the middle square.",
    "one_tile": "The first word needs at least two tiles.",
    "gap": "There is an empty square between the tiles.",
    "not_connected": "No tile touches a tile that lay on the board before.",
    "diagonal": "Tiles may not be laid diagonally.",
    "two_places": "All tiles of a move must lie in one row or one column.",
    "square_taken": "A square is already taken by another tile.",
    "off_board": "A tile would lie outside the board.",
    "not_on_rack": "Your rack does not hold these tiles.",
    "blank_undeclared": "Say which letter the blank stands for.",
    "unknown_letter": "A letter is not one of this set of tiles.",
    "no_tiles": "No new tile would be laid.",
}
"""The sentence for each fault of a placement, under the name that events and rulebooks write."""

POSITIONS: Mapping[str, str] = {
    "seats": "The position does not have one rack and one score for each player.",
    "board": "A tile of the position lies outside the board.",
    "rack": "A rack of the position has too many tiles.",
    "letters": "The position has letters that are not in the set of tiles.",
    "tiles": "The position has more tiles than the set.",
}
"""The sentence for each way in which a position cannot be."""
