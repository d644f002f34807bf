"""The values of a review, and their JSON form.

Pages, servers and files keep these values as JSON. The form is stable: `FORMAT` rises when a field changes its meaning or goes
away; new fields have defaults, and a reader ignores fields that it does not know. Chances and shares are from 0 to 1, points are
points (not thousandths), both rounded; a value of a turn is that of its player unless it says otherwise; seats count from 1.
Nothing here says how a player came to a move: a review is no verdict on fair play.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

FORMAT = 1
"""The format of the JSON."""


TurnKind: TypeAlias = Literal["play", "exchange", "pass", "lost_turn"]


class Depth(StrEnum):
    """The depth of a review. The first verdicts of every review are `STATIC`."""

    STATIC = "static"
    """Static equity alone: score and leave value."""
    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"


class Grade(StrEnum):
    """The grade of a turn, from the best to the worst; the thresholds are in `grades.toml`."""

    BEST = "best"
    """Nothing was lost, as far as the comparison can tell."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Sign(StrEnum):
    """A thing that a player wants to see in a turn."""

    MISSED_BINGO = "missed_bingo"
    """A bingo was possible and better than what was played."""
    MISSED_OUT_PLAY = "missed_out_play"
    """With an empty bag a play that uses the whole rack was possible and better."""
    PHONEY_STOOD = "phoney_stood"
    """A word that the list lacks stayed on the board."""
    PHONEY_FELL = "phoney_fell"
    """A word that the list lacks was challenged, and the tiles came off."""
    CHALLENGE_MISSED = "challenge_missed"
    """The player did not challenge the other's last play, although the list lacks a word of it."""
    WRONG_CHALLENGE = "wrong_challenge"
    """The player challenged the other's last play, and the list has all its words."""


class Basis(StrEnum):
    """The method by which a turn was judged."""

    EQUITY = "equity"
    """By static equity."""
    SIMULATION = "simulation"
    """By simulation over equal deals for all candidates."""
    DRAWS = "draws"
    """By proved results over every draw of the last tiles."""
    EXACT = "exact"
    """By exact endgames: the bag is empty, and the values are proved."""


class Unjudged(StrEnum):
    """The reason for which a turn has no grade."""

    RACK_UNKNOWN = "rack_unknown"
    """The record does not give the rack, or only a part of it."""
    RACK_IMPOSSIBLE = "rack_impossible"
    """The rack does not hold what was played, or the set of tiles has no such rack beside the board."""
    MOVE_UNKNOWN = "move_unknown"
    """The record does not say what was exchanged or tried, or the play does not fit the board."""
    NO_CHOICE = "no_choice"
    """The player's time was up, or the rules left only one move."""
    MANY_PLAYERS = "many_players"
    """A game of three or four: plays are shown by equity, but chances and losses are not known."""
    STOPPED = "stopped"
    """The review was stopped before this turn."""


class Note(StrEnum):
    """A thing to know about the review of a game."""

    OTHER_LIST = "other_list"
    """The game names a list that is not installed (or none that is known); another list judges the words and plays."""
    NO_LIST_NAMED = "no_list_named"
    """The game does not name its list."""
    MANY_PLAYERS = "many_players"
    """See `Unjudged.MANY_PLAYERS`."""
    UNFINISHED = "unfinished"
    """The record ends before the game does: the balance is that of the lead expected after its last turn."""
    SCORES_DIFFER = "scores_differ"
    """The record states other points than the rules give. The review uses the true points; the record is untouched."""
    RACKS_MISSING = "racks_missing"
    """Some racks are unknown: the luck of those turns includes what they lost."""
    STOPPED = "stopped"
    """The review was stopped; it can be resumed."""


class CandidateReview(Struct, frozen=True, kw_only=True):
    """A move with what it is worth."""

    move: str
    """`H4 SPR(Ó)BUJE` with tiles of the board in parentheses and blanks in small letters, `-AKŻ` for an exchange, `-` for a
    pass."""
    score: int
    equity: float
    """Score and leave value, in points."""
    left: str
    """The tiles left on the rack."""
    chance: float | None = None
    """The chance to win, a draw counting as half a win."""
    chance_margin: float = 0.0
    """The 95 % margin; 0 for proved values."""
    spread: float | None = None
    """The mean growth of the lead by this move and what follows, in points. Compare only candidates of one turn."""
    spread_margin: float = 0.0
    deals: int = 0
    """The number of deals simulated, or of draws examined."""
    is_proved: bool = False


class LossReview(Struct, frozen=True, kw_only=True):
    """The loss of a turn against the best move. A difference within its margin counts as 0."""

    chance: float
    """Lost chance to win."""
    points: float
    """Lost points."""
    chance_margin: float = 0.0
    """The 95 % margin of the difference, over equal deals; 0 for proved values."""
    points_margin: float = 0.0


class SignReview(Struct, frozen=True, kw_only=True):
    """A sign with its details."""

    sign: Sign
    move: str = ""
    """The missed move, or the challenged play."""
    words: tuple[str, ...] = ()
    """The words that the list lacks."""
    points: float | None = None
    """The cost: for a missed move its advantage in points; for a phoney or a challenge what the player lost by it."""


class TurnReview(Struct, frozen=True, kw_only=True):
    """A turn and its review."""

    turn: int
    """The number of the turn, from 0."""
    line: int
    """The line of the record."""
    seat: int
    kind: TurnKind
    """A play that was challenged off is a `play` with `came_off`."""
    move: str
    """As in `CandidateReview`; empty if the record does not say."""
    score: int
    """True points of the turn; 0 if the tiles came off."""
    came_off: bool = False
    position: str
    """The position before the turn as CGP, with the rack if it is known."""
    rack: str | None = None
    scores: tuple[int, ...]
    """True scores before the turn, by seat."""
    bag: int
    """The tiles in the bag."""
    words: tuple[str, ...] = ()
    """The words of the play."""
    invalid: tuple[str, ...] = ()
    """Those words that the list lacks."""
    depth: Depth = Depth.STATIC
    """The depth of this verdict; it rises while a review deepens."""
    basis: Basis | None = None
    """`None` if the turn was not judged."""
    unjudged: Unjudged | None = None
    played: CandidateReview | None = None
    best: tuple[CandidateReview, ...] = ()
    """The best moves, best first; the move played may be among them."""
    loss: LossReview | None = None
    grade: Grade | None = None
    """Of the two grades below: good needs both; else the milder counts, but is no better than an inaccuracy."""
    grade_by_chance: Grade | None = None
    grade_by_points: Grade | None = None
    signs: tuple[SignReview, ...] = ()
    chance_before: float | None = None
    """The chance to win before the turn, with the best move."""
    chance_after: float | None = None
    """The chance to win after the turn."""
    luck: float | None = None
    """The luck of the tiles drawn: the lead expected with the best move, less that expected over all draws, in points."""
    luck_chance: float | None = None
    """The same in chance to win."""


class PlayerReview(Struct, frozen=True, kw_only=True):
    """The review of a player."""

    seat: int
    name: str
    score: int
    """The true final score, or that reached."""
    turns: int
    judged: int
    """The turns with a grade; the figures below are about them."""
    accuracy: float | None = None
    """From 0 to 100: the mean over judged turns of the share of the chance to win that the turn left of the best move's. `None`
    without judged turns; read it together with `judged`."""
    mistake_index: float | None = None
    """The mistake index of Woogles: the sum of 0.2, 0.5 and 1 for small, medium and large mistakes; see `grades.toml`."""
    grades: dict[Grade, int]
    """The number of turns of each grade."""
    lost_chance: float = 0.0
    """The sum of the lost chances."""
    skill: float = 0.0
    """Minus the sum of the lost points."""
    luck: float = 0.0
    """The luck of all turns and of the last tiles, in points."""
    bingos: int = 0
    bingos_missed: int = 0
    phoneys: int = 0
    """The plays with a word that the list lacks, stood or fallen."""
    challenges_missed: int = 0


class Balance(Struct, frozen=True, kw_only=True):
    """The final lead of seat 1 as a sum: `first_move` + `skill` + `luck` + `other` = `result`.

    Of a game that is not finished, `result` is the lead expected after its last turn.
    """

    first_move: float
    """The worth of beginning: the mean final lead of who begins, from self-play; negative if seat 2 begins."""
    skill: float
    """The skill of seat 1 less that of seat 2."""
    luck: float
    """The luck of seat 1 less that of seat 2."""
    other: float
    """Points outside of play: penalties and bonuses for challenges and time."""
    result: float


class GameReview(Struct, frozen=True, kw_only=True):
    """The review of a game."""

    format: int = FORMAT
    depth: Depth
    """The depth asked for; each turn has the depth it has reached."""
    seed: int
    lexicon: str
    """The list that judges, `NAME@EDITION`."""
    lexicon_hash: str
    """The hash of its words."""
    lexicon_named: str = ""
    """The list that the game names."""
    rulebook: str
    tile_set: str
    title: str = ""
    is_complete: bool
    """Whether every turn has the depth asked for."""
    notes: tuple[Note, ...] = ()
    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]
    balance: Balance | None = None
    """`None` for games of three or four."""
    board: tuple[str, ...] = ()
    """The rows of the final board as text."""


def to_json(review: GameReview) -> bytes:
    """The JSON of a review.

    Args:
        review: The review.

    Returns:
        One JSON object in UTF-8; the same review gives the same bytes.

    Example:
        >>> from mostek.engine.review import from_json, review, to_json
        >>> found = review("#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n", "static")
        >>> to_json(found)[:27], from_json(to_json(found)) == found
        (b'{"format":1,"depth":"static', True)
    """
    return msgspec.json.encode(review)


def from_json(data: bytes | str) -> GameReview:
    """The review in a JSON.

    Args:
        data: What `to_json` has made, by this mostek or an earlier one.

    Returns:
        The review; fields that an earlier mostek did not write have their defaults.

    Raises:
        ValueError: The JSON is no review, or of a newer format.

    Example:
        >>> from mostek.engine.review import from_json
        >>> from_json(b"{}")
        Traceback (most recent call last):
        msgspec.ValidationError: Object missing required field `depth`
    """
    found = msgspec.json.decode(data, type=GameReview)
    if found.format > FORMAT:
        raise ValueError(f"the review has the format {found.format}; this mostek reads formats up to {FORMAT}")
    return found
