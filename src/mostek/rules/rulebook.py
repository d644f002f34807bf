"""A rulebook: the values in which the documents differ, each with the clause that fixes it.

The files in `rulebooks/` hold the values; a rulebook that is silent takes the value of its `base` (PFS-0a, S76, S77).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from mostek.core.registry import InBothLanguages

T = TypeVar("T")

READINGS = 2
"""The readings of the documents by which games are set up now, where a document can be read in two ways.

A game keeps the readings with which it began, for it is decided again when it is verified. 1: until November 2026. 2: the values
of which `mostek.rules.loading:EARLIER` holds the ones before.
"""


class Ruled(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and the clause (or clauses) that fix it."""

    value: T
    clause: str


class ClockMode(StrEnum):
    """The time limits of a game."""

    NONE = "none"
    PER_TURN = "per_turn"
    PER_GAME = "per_game"


class FirstClock(StrEnum):
    """The event that starts the clock of the first turn (S4)."""

    FIRST_TILE = "first_tile"
    """The first tile lands on the starter's rack."""
    SECOND_TILE = "second_tile"
    """The starter takes the second tile out of the bag."""
    BY_OPPONENT = "by_opponent"
    """The opponent presses it, once the starter has drawn a tile."""
    TURN_OPEN = "turn_open"
    """The turn is open when everyone has a full rack."""


class NextClock(StrEnum):
    """The event that starts the clock of a later turn."""

    AT_RECORD = "at_record"
    """The score of the previous turn is written down."""
    AFTER_REFILL = "after_refill"
    """The previous turn is closed and its player has drawn."""
    BY_HAND = "by_hand"
    """The player who made the last move presses the clock."""


class Timeout(StrEnum):
    """The consequence of a time-out."""

    FORCED_PASS = "forced_pass"
    """Each of the player's turns is a pass: that turn with a clock per turn, all turns with a clock per game (S14, S15)."""
    SOLO = "solo"
    """The player makes no more moves and the opponent plays on alone."""


class Faulty(StrEnum):
    """The consequence of tiles laid against the rules (S19)."""

    REFUSED = "refused"
    STANDS_UNTIL_CLAIMED = "stands_until_claimed"
    LOSES_TURN = "loses_turn"
    """The turn is lost at once, whether anybody complains or not."""


class Recording(StrEnum):
    """The person who records the score."""

    SCORER = "scorer"
    """One scorer other than the mover; the record closes the move."""
    BOTH = "both"
    """Both players; the opponent's record closes the move (PFS-4.7.3)."""


class TieBreak(StrEnum):
    """The tie-break for equal final scores (S13)."""

    NONE = "none"
    LAST_TURN = "last_turn"
    """The better word of the last turn; a turn without a word counts 0."""
    LAST_WORD = "last_word"
    """The better word of the last turn in which a word was laid."""


class TieMeasure(StrEnum):
    """The value that the tie-break compares (S13)."""

    BEST_WORD = "best_word"
    """The best single word with its premiums, without the bonus."""
    MOVE_TOTAL = "move_total"
    """All points of the move."""


class StartBlank(StrEnum):
    """The place of a blank in the draw for the start (S1)."""

    AS_FIRST_LETTER = "as_first_letter"
    """It ties with an A."""
    BEFORE_FIRST_LETTER = "before_first_letter"
    """It is nearer the beginning than any letter."""


class StartTie(StrEnum):
    """How the draw for the start goes on when the nearest letter was drawn more than once (S2)."""

    REDRAW_TIED = "redraw_tied"
    """All tiles go back, and the tied players draw again."""
    REDRAW_ALL = "redraw_all"
    """All tiles go back, and everybody draws again."""
    WITHOUT_RETURN = "without_return"
    """The tied players draw on; the tiles stay out until it is known who starts."""


class CountAnnounced(StrEnum):
    """Whether a player says how many tiles are exchanged before setting them aside."""

    NO = "no"
    OPTIONAL = "optional"
    REQUIRED = "required"


class Debt(StrEnum):
    """Whether a player who has not drawn may make the next move."""

    MUST_DRAW = "must_draw"
    ON_DEMAND = "on_demand"
    """Only when the opponent demands it must the player draw first (PFS-4.10.5a)."""


class EarlyDraw(StrEnum):
    """The consequence of tiles drawn before the clock was stopped (T6)."""

    AS_SURPLUS = "as_surplus"
    RETURNED = "returned"
    """They go back: the drawn ones, or all if they have been mixed with the rack."""


class HastyDraw(StrEnum):
    """The consequence of tiles drawn before the opponent has written the move down or checked it, at a stopped clock (S81)."""

    STANDS = "stands"
    """The tiles stay on the rack."""
    AS_EARLY = "as_early"
    """On the opponent's demand they are treated as tiles drawn before the clock was stopped."""
    REFUSED = "refused"


class Restart(StrEnum):
    """The movers whose clock the opponent may start again after their move has ended (S82)."""

    UNDECLARED_BLANK = "undeclared_blank"
    """Who has declared no letter for a blank, and neither counts nor announces (PFS-4.5.3)."""
    SLOW_COUNT = "slow_count"
    """A player who neither counts nor announces, too (PFS-4.9.5)."""


class SurplusClaim(StrEnum):
    """The time in which a move made with too many tiles can be claimed; later the arbiter decides (S71)."""

    UNTIL_RECORDED = "until_recorded"
    """Until the opponent writes it down."""
    DEAD_TIME = "dead_time"
    """As long as the clock stands and nothing has been drawn since (PFS-4.10.3b)."""


class AfterFlag(StrEnum):
    """The time in which a player without time may check a move, without an arbiter and before the player writes (S83)."""

    WINDOW = "window"
    """For the wait of `move.record_wait`, counted from the fall of the flag."""
    UNTIL_WRITTEN = "until_written"
    """Until the player writes the move down."""
    WITH_MOVE = "with_move"
    """For the same wait, counted from the end of the move: it may be over when the flag falls."""


class Discretion(StrEnum):
    """Whether an arbiter may or must order something (T4, T10)."""

    MAY = "may"
    MUST = "must"


class ScoreWindow(StrEnum):
    """The time limit for correcting a wrong value without the arbiter (T7)."""

    FULL_ROUND = "full_round"
    """Until that player's next move is accepted; after the last move until both have signed."""
    CLOCK_STOPPED = "clock_stopped"
    """Whenever the clock stands, if both agree."""


class SlipWindow(StrEnum):
    """The corrections allowed on a handed-in slip (T8)."""

    REVERSED_ONLY = "reversed_only"
    BOTH_AGREE = "both_agree"
    """Anything, if both agree, until the next round is paired."""


class CheckMode(StrEnum):
    """The way of checking challenged words (T9)."""

    TOGETHER = "together"
    """Both at the computer: the mover types, the challenger presses the key (PFS-4.7.10, 4.7.12)."""
    SLIP = "slip"
    """On a slip for an assistant arbiter (PFS-4.7.10-aux)."""


class Authority(StrEnum):
    """The authority that decides what the players cannot agree on."""

    NOBODY = "nobody"
    TEACHER = "teacher"
    JURY = "jury"
    ARBITER = "arbiter"


class Ruling(StrEnum):
    """Rulings of the referee that refuse no command: each event of this kind cites a clause."""

    STARTER = "starter"
    VERDICT = "verdict"
    OVERRIDE = "override"
    UPHELD = "upheld"
    """A complaint about a placement found no fault."""
    INVALID_WORD = "invalid_word"
    """A turn lost because a challenged word does not exist."""
    LOSS_WRITTEN = "loss_written"
    """The game waits until a lost turn is written down."""
    FAULTY_PLACEMENT = "faulty_placement"
    """A turn lost because the tiles lay against the rules."""
    PASS = "pass"
    TIME = "time"
    """A pass forced because the time is up."""
    FLAG = "flag"
    OUT = "out"
    """The game ends because a player has used the last tile."""
    ALL_TIMES_UP = "all_times_up"
    """The game ends because no player has time left."""
    CALL = "call"
    """The arbiter is called."""
    SURPLUS_STOP = "surplus_stop"
    """The clock is stopped to take surplus tiles off a rack."""
    DUTY_STOP = "duty_stop"
    """The clock is stopped because a player is needed as an arbiter."""
    SURPLUS = "surplus"
    """Surplus tiles are looked at and go back."""
    EARLY_DRAW = "early_draw"
    SURPLUS_MOVE = "surplus_move"
    """A move made with too many tiles is lost."""
    SURPLUS_DEAD_TIME = "surplus_dead_time"
    """The same, noticed while both clocks stand."""
    ACCIDENT = "accident"
    """Tiles fell out without anybody's fault."""
    DRAW_DEMANDED = "draw_demanded"
    DRAW_ON_RETURN = "draw_on_return"
    DEAD_BAG = "dead_bag"
    BLANK_UNDECLARED = "blank_undeclared"
    """A mover's clock runs again because a blank was not declared."""
    SLOW_COUNT = "slow_count"
    """A mover's clock runs again because the mover does not count."""
    BLANK_OF_LAYER = "blank_of_layer"
    BLANK_OF_OTHER = "blank_of_other"
    BLANK_DIED = "blank_died"
    DEAD_BLANK = "dead_blank"
    EXCHANGE_NOT_SHOWN = "exchange_not_shown"
    EXCHANGE_BAG = "exchange_bag"
    EXCHANGE_NUMBER = "exchange_number"
    MISTYPED = "mistyped"
    MISCOPIED = "miscopied"
    COUNT_BROKEN_OFF = "count_broken_off"
    PLACES = "places"
    LATE_BOTH = "late_both"
    LATE_ARRIVAL = "late_arrival"
    LATE_FORFEIT = "late_forfeit"
    ABSENCE = "absence"
    SCORE_CORRECTED = "score_corrected"
    SLIP_CORRECTED = "slip_corrected"
    EXCLUDED = "excluded"
    THIRD_PERSON = "third_person"
    """A person who does not play gives a command of players or arbiters."""
    RESTART = "restart"
    """The player who restarts the clock after an interruption."""
    HURRIED = "hurried"
    """The clock of an opponent who dawdles over the record is started."""
    RESIGNED = "resigned"
    AGREED = "agreed"
    """The game ends as it stands because all agree."""
    ADJOURNED = "adjourned"
    ABORTED = "aborted"
    CALL_WITHDRAWN = "call_withdrawn"
    SIGHT = "sight"
    """The players let the arbiter see the racks."""
    ALONE = "alone"
    """A wait settles what an arbiter would, where there is none."""
    UNCOVERED = "uncovered"
    """A ruling on a case that the rulebook does not describe (PFS-7.4)."""


Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1, le=100)]
Players = Annotated[int, Meta(ge=2, le=4)]


class SeatsRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players."""

    minimum: Ruled[Players]
    maximum: Ruled[Players]


class StartRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The draw for the start."""

    blank: Ruled[StartBlank]
    tie: Ruled[StartTie]


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limit. `millis` is the time of a player or of a turn; 0 means that the event must state it."""

    mode: Ruled[ClockMode]
    millis: Ruled[Natural]
    first: Ruled[FirstClock]
    next: Ruled[NextClock]
    timeout: Ruled[Timeout]


class ExchangeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of an exchange. `maximum` 0 is no limit; `bag_minimum` 0 is as many as are exchanged (S5).

    `binds`: whether who has announced an exchange may lay no tiles in that turn.
    """

    maximum: Ruled[Natural]
    bag_minimum: Ruled[Natural]
    count_announced: Ruled[CountAnnounced]
    binds: Ruled[bool]


class EndRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Endings by passes, and the value of the tiles left. `mixed_run` 0 is no such ending.

    `leftovers_own` takes their own tiles from those who have some left when a player went out, `leftovers_nobody_out` when
    no player did (S12).
    """

    passes_each: Ruled[Positive]
    mixed_run: Ruled[Natural]
    solo_passes: Ruled[Natural]
    solo_mixed: Ruled[Natural]
    leftovers_own: Ruled[bool]
    leftovers_to_out: Ruled[bool]
    leftovers_nobody_out: Ruled[bool]
    tie_break: Ruled[TieBreak]
    tie_measure: Ruled[TieMeasure]
    by_agreement: Ruled[bool]


class ChallengeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Challenges: whether a player may challenge some of the words only, and the penalty for valid words.

    `once`: whether the words of a move can be challenged one time only. `after_flag`: how long a player without time may.
    """

    subset: Ruled[bool]
    once: Ruled[bool]
    penalty: Ruled[Natural]
    check: Ruled[CheckMode]
    after_flag: Ruled[AfterFlag]


class MoveRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The course of a turn."""

    rack_size: Ruled[Positive]
    bingo_tiles: Ruled[Positive]
    bingo_points: Ruled[Natural]
    faulty: Ruled[Faulty]
    recording: Ruled[Recording]
    wrong_value_stands: Ruled[bool]
    record_wait: Ruled[Natural]


class OrderRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Order at the table: procedures for irregularities, and the authority. `absence` is a time in milliseconds.

    With `procedures` the federation's rules of order are in force: surplus tiles, absence, the result slip, penalties. An
    open event may take them over (S78).
    """

    procedures: Ruled[bool]
    authority: Ruled[Authority]
    debt: Ruled[Debt]
    early_draw: Ruled[EarlyDraw]
    hasty_draw: Ruled[HastyDraw]
    surplus_claim: Ruled[SurplusClaim]
    restart: Ruled[Restart]
    dead_bag_is_empty: Ruled[bool]
    strict_lock: Ruled[bool]
    stop_for_counting: Ruled[bool]
    count_on_running_time: Ruled[bool]
    untidy_tiles: Ruled[Discretion]
    illegible_tile: Ruled[Discretion]
    score_window: Ruled[ScoreWindow]
    slip_window: Ruled[SlipWindow]
    penalty_step: Ruled[Positive]
    absence: Ruled[Natural]
    square_after_game: Ruled[bool]
    call_wait: Ruled[Natural]
    gone_wait: Ruled[Natural]
    break_wait: Ruled[Natural]
    idle_wait: Ruled[Natural]


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """One document's rules. `refusals`, `faults` and `rulings` give the clause on which each of them rests.

    `permits` gives, for each kind of command, the clause that allows it; where a choice has a clause of its
    own, that too, `stop_clock.surplus`.
    """

    name: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    """The name in games and for `--rulebook`; also the name of its file."""
    prefix: Annotated[str, Meta(pattern="^[A-Z][A-Z0-9]*$")]
    """The prefix of the ids of its clauses, before the first hyphen."""
    edition: str
    title: InBothLanguages
    about: InBothLanguages
    """A line of description for the lobby."""
    base: str
    """The rulebook on which it is based; empty for the most general one."""
    tile_set: Ruled[str]
    seats: SeatsRule
    start: StartRule
    clock: ClockRule
    exchange: ExchangeRule
    end: EndRule
    challenge: ChallengeRule
    move: MoveRule
    order: OrderRule
    refusals: Mapping[str, str]
    faults: Mapping[str, str]
    rulings: Mapping[Ruling, str]
    permits: Mapping[str, str]
    place: int = 0
    """Its place among the rulebooks on the same base."""
    readings: int = READINGS
    """The readings of the documents on which its values rest."""
