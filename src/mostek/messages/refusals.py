"""Refusals in sentences: one for every reason and every fault of a placement, with its clause."""

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
    """A fault of a placement in a sentence."""
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


def _other_turn(params: Params) -> str:
    if params["on_turn"] is None:
        return text("No player is on turn now.")
    return text("It is not your turn: seat {on_turn} is on turn.", on_turn=int(params["on_turn"]))


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


def _inspection(params: Params) -> str:
    return count(
        "Exactly {n} tile is drawn to be looked at.", "Exactly {n} tiles are drawn to be looked at.", params["count"]
    )


def _going_back(params: Params) -> str:
    return count("Exactly {n} tile goes back into the bag.", "Exactly {n} tiles go back into the bag.", params["count"])


def _call_wait(params: Params) -> str:
    left = -(-max(0, params["limit"] - params["gone"]) // 60_000)
    return count(
        "Only the player who called the arbiter can withdraw the call; after {n} more minute any player can.",
        "Only the player who called the arbiter can withdraw the call; after {n} more minutes any player can.",
        left,
    )


def _undone(params: Params) -> str:
    return text(
        "These turns would be undone: {turns}. Confirm that the game is to go back to before them.",
        turns=", ".join(map(str, params["turns"])),
    )


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


def _absence(params: Params) -> str:
    return text(
        "The player has been away for {gone}; this is possible only after {limit}.",
        gone=_minutes(params["gone"]),
        limit=_minutes(params["limit"]),
    )


LOCKS = {
    "exchange_or_pass": "Only an exchange or a pass is left for this turn.",
    "play_or_pass": "No exchange is left for this turn; lay tiles or pass.",
    "layout": "The tiles stay as they lie; only blanks without a letter may still be declared.",
}


def _lock(params: Params) -> str:
    lock = str(params["lock"])
    return text(LOCKS[lock])


def _untyped(params: Params) -> str:
    return count("First the {n} word is written out.", "First all {n} words are written out together.", params["count"])


def _rack_differs(params: Params) -> str:
    tiles = count("The rack holds {n} tile", "The rack holds {n} tiles", params["count"])
    known = text("among them for certain: {known}.", known=params["known"] or "–")
    return f"{tiles}; {known}"


def _minutes(millis: int) -> str:
    return f"{millis // 60_000}:{millis // 1000 % 60:02}"


ROLES = {
    "player": "the player",
    "arbiter": "the arbiter",
    "assistant": "an assistant arbiter",
    "teacher": "the teacher who rules",
    "jury": "the jury",
    "recorder": "the recorder",
    "spectator": "a person who looks on",
    "lexicon": "the word list",
    "host": "the server",
}
"""The roles in a game, as a sentence calls them."""


def _permitted(params: Params) -> str:
    refused = text("Your role in this game does not permit this.")
    may = ", ".join(text(ROLES[name]) for name in params.get("may", ()))
    return f"{refused} " + text("Who may do it: {who}.", who=may) if may else refused


SENTENCES: Mapping[Reason, str | Callable[[Params], str]] = {
    Reason.GAME_NOT_CREATED: "There is no game yet; set one up first.",
    Reason.GAME_ALREADY_CREATED: "The game has been set up already.",
    Reason.GAME_OVER: "The game is over.",
    Reason.SEATS_NOT_ALLOWED: _seats,
    Reason.NO_SUCH_SEAT: _seat("Seat {seat} is empty.", "seat"),
    Reason.RULE_NOT_KNOWN: "There is no set of tiles {name!r}.",
    Reason.POSITION_IMPOSSIBLE: _position,
    Reason.TIME_NOT_SET: "The rulebook leaves the time to the organiser: state it.",
    Reason.TIME_FIXED: _time_fixed,
    Reason.TIME_RUNS_BACKWARDS: "The stated time lies before the last event.",
    Reason.TIME_EXCEEDED: _seat("The time of seat {seat} has run out.", "seat"),
    Reason.TIME_IS_UP: "Your time for this game is up.",
    Reason.TIME_LEFT: _time_left,
    Reason.TIME_NOT_RUNNING: _seat("The time of seat {seat} is not running.", "seat"),
    Reason.CREDIT_TOO_LONG: "No more time can be given back than has run.",
    Reason.NO_CLOCK: "This game is played without a clock.",
    Reason.CLOCK_NOT_YOURS: "It is not your turn to press the clock.",
    Reason.CLOCK_TOO_EARLY: "It is too early to press the clock.",
    Reason.START_NOT_DRAWN: "First the players draw for the start.",
    Reason.NOT_DRAWING_FOR_START: "You take no part in the draw for the start now.",
    Reason.START_TILE_DRAWN: "You have drawn your tile for the start already.",
    Reason.NOT_ON_TURN: _other_turn,
    Reason.NOT_THINKING: "Your move has ended; it can no longer be changed.",
    Reason.MOVE_NOT_ENDED: "The move has not ended yet; it can be challenged only then.",
    Reason.WINDOW_CLOSED: "No move can be challenged now: the last one is recorded.",
    Reason.OWN_MOVE: "You cannot challenge a move of your own.",
    Reason.CHALLENGE_USED: "This has been checked already, and a verdict is given only once.",
    Reason.CLAIM_ANSWERED: "It has been complained of this move already: the tiles lie as the rules want it.",
    Reason.CHALLENGE_OPEN: "The verdict on the challenged words comes first.",
    Reason.NO_CHALLENGE_OPEN: "No words are challenged now.",
    Reason.WORD_NOT_NEW: _words,
    Reason.ALL_WORDS_CHALLENGED: "In this rulebook all new words are challenged together.",
    Reason.PLACEMENT_NOT_CLAIMABLE: "This rulebook needs no claim: the program refuses tiles laid against the "
    "rules at once.",
    Reason.REASON_MISSING: "A person's verdict needs a reason.",
    Reason.NOTHING_TO_OVERRIDE: "There is no verdict now that could be set aside.",
    Reason.FAULTY_PLACEMENT: "The tiles cannot lie so.",
    Reason.TILES_OWED: _owed,
    Reason.NOTHING_TO_EXCHANGE: "An exchange needs at least one tile.",
    Reason.NOT_ON_RACK: "Not on your rack: {tiles}.",
    Reason.BAG_TOO_SMALL: _bag,
    Reason.EXCHANGES_USED_UP: _exchanges,
    Reason.COUNT_NOT_ANNOUNCED: "First announce how many tiles you exchange.",
    Reason.COUNT_DIFFERS: "The tiles set aside are not as many as announced: {count} instead of {announced}.",
    Reason.DRAW_NOT_DUE: "There is no tile to draw.",
    Reason.DRAW_TOO_EARLY: "It is too early to draw: the move is not recorded yet.",
    Reason.DRAW_OUT_OF_ORDER: "Another player draws first.",
    Reason.DRAW_TOO_MANY: _too_many,
    Reason.NOT_IN_BAG: "Not in the bag: {tiles}.",
    Reason.NOTHING_TO_ANNOUNCE: "You have no move now whose value could be announced.",
    Reason.ALREADY_ANNOUNCED: "The value has been announced already: {points}.",
    Reason.NOTHING_TO_RECORD: "There is nothing to record now.",
    Reason.ALREADY_RECORDED: "You have recorded it already.",
    Reason.SCORER_ONLY: "Another player records the move.",
    Reason.WRONG_VALUE: "The move is worth {true} points, not {stated}.",
    Reason.SET_NOT_CHECKED: "First each player checks the set of tiles and confirms that it is complete.",
    Reason.CLOCK_NOT_CHECKED: "First each player confirms that the clock stands and shows the right time.",
    Reason.EQUIPMENT_NOT_AGREED: "Private equipment may be used only when both players have agreed to it.",
    Reason.NOTHING_TO_CONFIRM: "There is nothing of this kind to confirm now.",
    Reason.SET_LOCKED: "The game has begun: the set of tiles may no longer be corrected.",
    Reason.SET_IMPOSSIBLE: "A set has only the letters of this game, and between {least} and {most} tiles.",
    Reason.TILES_OUT: "Tiles have been drawn; the set is counted only while all of them are together.",
    Reason.TILES_KNOWN: "The program itself holds the tiles of this game and counts them.",
    Reason.COUNT_IMPOSSIBLE: "There cannot be so many tiles: {count}.",
    Reason.PLACES_CLOSED: "The places at the table are not open to choice now.",
    Reason.PLACES_OPEN: _seat("First the player in seat {seat} chooses a place at the table.", "seat"),
    Reason.PLACE_NOT_YOURS: _seat("The player in seat {seat} has won the draw and chooses the place.", "seat"),
    Reason.PLAYERS_MISSING: "Players are still missing at the table.",
    Reason.NOT_AWAITED: "No player is awaited here.",
    Reason.LEAVE_NOT_NOW: (
        "The board may be left only after a normal move that stood, while the opponent's clock runs, and before drawing."
    ),
    Reason.LEAVE_NOT_AGREED: "First the opponent or the arbiter agrees that you leave the board.",
    Reason.ABSENCE_TOO_SHORT: _absence,
    Reason.COUNT_OPEN: "The tiles in the bag are being counted already.",
    Reason.NOT_COUNTING: "You are not counting the tiles in the bag now.",
    Reason.NO_PROCEDURE: "This rulebook has no such procedure.",
    Reason.OWN_ENDINGS: "This rulebook has its own ways to end a game; the players cannot agree on another one.",
    Reason.TOO_LATE_TO_ABORT: "A player has had a second turn: the game can no longer be broken off. You can resign.",
    Reason.TURN_OPEN: "First the check or the procedure that is going on is finished.",
    Reason.PRESENT: "That player is not missed.",
    Reason.NOT_CALLED: "The arbiter has not been called.",
    Reason.CALL_NOT_YOURS: _call_wait,
    Reason.ADJOURNED: "The game is put off. It goes on when all players are ready.",
    Reason.TURNS_WOULD_BE_UNDONE: _undone,
    Reason.CLAUSE_NOT_KNOWN: "The rulebook of this game has no clause {cited}.",
    Reason.RULING_UNREASONED: "This ruling needs a reason in words.",
    Reason.RULING_NOT_FOUND: "No ruling number {number} is in force.",
    Reason.RULING_TOO_LATE: "It is too late to take this ruling back; the arbiter can make a new one.",
    Reason.ORDER_NOT_POSSIBLE: "This cannot be ordered as the game stands.",
    Reason.PENALTY_STEP: "The points taken must be a multiple of {step}.",
    Reason.LETTER_IMPOSSIBLE: "Such a tile cannot be there: {tiles}.",
    Reason.TIDYING_DUE: "The arbiter must have the tiles put straight.",
    Reason.VALUE_FINAL: "It is too late to correct this value.",
    Reason.NOTHING_TO_CORRECT: "There is no wrong value in this turn.",
    Reason.SLIP_UNSIGNED: "Both players must sign the result slip first.",
    Reason.SLIP_DIFFERS: "Both players must sign one and the same result.",
    Reason.SLIP_UNCONFIRMED: "Both players confirm to the arbiter what was altered in the slip; then the arbiter takes it in.",
    Reason.SLIP_HANDED_IN: "The slip has been handed in; the result in it is final.",
    Reason.SLIP_NOT_HANDED_IN: "The slip has not been handed in yet.",
    Reason.SLIP_FINAL: "The slip can no longer be corrected so.",
    Reason.NOT_PERMITTED: _permitted,
    Reason.NO_ARBITER: "This game has no arbiter.",
    Reason.ARBITER_AWAITED: "The arbiter has been called; wait for the ruling.",
    Reason.GAME_NOT_OVER: "The game is not over yet.",
    Reason.SEED_DIFFERS: "This is not the seed that was committed to when the game began.",
    Reason.CLOCK_STANDS: "No clock is running.",
    Reason.CLOCK_RUNS: "The mover’s clock still runs; first it must be stopped.",
    Reason.STOP_NOT_ALLOWED: "The clock may not be stopped for this.",
    Reason.NOT_AN_OFFICIAL: "Only a player who is an arbiter of this event may stop the clock for a dispute elsewhere.",
    Reason.NOTHING_TO_END: "This turn has no tiles, announcement or exchange yet.",
    Reason.LOCKED: _lock,
    Reason.BLANK_NOT_THERE: "There is no such blank on that square.",
    Reason.BLANK_DECLARED: "The letter of this blank has been given and stays.",
    Reason.BLANK_DEAD: "This blank is dead; no new word may use it.",
    Reason.BLANK_IN_DISPUTE: "First settle what the blank stands for.",
    Reason.TYPING_NOT_YOURS: "Another person writes the words to be checked.",
    Reason.CHECK_NOT_YOURS: "Another person does this part of the check.",
    Reason.WORDS_NOT_TYPED: _untyped,
    Reason.SLIP_NOT_CONFIRMED: "First the checked player looks through the slip for errors.",
    Reason.NOT_TOGETHER: "Both players must be there for the check.",
    Reason.NOT_CHECKED_YET: "The words have not been checked yet.",
    Reason.VERDICT_DETAILED: "The checker says only whether all words are valid, not which one is wrong.",
    Reason.RACK_KNOWN: "This rack is known already.",
    Reason.RACK_DIFFERS: _rack_differs,
    Reason.MOVE_NOT_RECORDED: "First record the opponent’s move, or challenge it.",
    Reason.TURN_NOT_FOUND: "There is no such turn of this player: {turn}.",
    Reason.TILES_BEING_INSPECTED: "First the surplus tiles go back into the bag.",
    Reason.RACKS_DUE: "The moves are over; the players must still state their racks.",
    Reason.AWAY: "A player is away from the board; this must wait.",
    Reason.SQUARE_MISSING: "First lay the tiles in a square of ten by ten.",
    Reason.DRAW_IN_ABSENCE: "While the other player is away from the board, no player draws.",
    Reason.BAG_DEAD: "The tiles in the bag are out of the game.",
    Reason.DEMAND_NOT_DUE: "The other players have no tiles to draw now; in any other case call the arbiter.",
    Reason.NO_SURPLUS: _seat("The player in seat {of} does not have too many tiles.", "of"),
    Reason.SURPLUS_TOO_OLD: "The surplus has lasted too long for a correction at the table: call the arbiter.",
    Reason.NOTHING_TO_INSPECT: "No tiles are to be looked at or put back now.",
    Reason.NOT_THE_CHOOSER: "Another player chooses which tiles go back.",
    Reason.INSPECTION_DIFFERS: _inspection,
    Reason.NOT_INSPECTED: "First draw the tiles that you may look at.",
    Reason.RETURN_DIFFERS: _going_back,
    Reason.NOT_AMONG_THEM: "Not among these tiles: {tiles}.",
    Reason.START_TILE_NOT_TOLD: "Say which tile you have drawn.",
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
    "dead_blank": "A word uses a dead blank.",
}
"""The sentence for each fault of a placement, under the name that events and rulebooks write."""

POSITIONS: Mapping[str, str] = {
    "seats": "The position does not have one rack and one score for each player.",
    "board": "A tile of the position lies outside the board.",
    "rack": "A rack of the position has too many tiles.",
    "letters": "The position has letters that are not in the set of tiles.",
    "tiles": "The position has more tiles than the set.",
    "absent": "A game that starts from a position has no late players.",
    "checks": "Before a new game the set, the clock and private equipment can be checked, and nothing else.",
    "commitment": "A commitment has 64 hexadecimal digits, the letters small.",
}
"""The sentence for each way in which a position cannot be."""
