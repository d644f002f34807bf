"""The settings of an event: every choice that the documents leave open, each with the clause or reading it rests on.

A template is one file in `templates/`, found by its folder; one that is silent takes the value of its `base`. A setting without
a value is one that the organiser has not chosen yet. All are fixed before round 1 and printed on the regulation sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from mostek.core.package_data import package_data
from mostek.core.registry import InBothLanguages, files_in, load_file, load_files
from mostek.rules.loading import book_of, over, put
from mostek.rules.rulebook import Rulebook, TieBreak
from mostek.tournament.classification import Key
from mostek.tournament.limits import MOST_ROUNDS
from mostek.tournament.pairing.values import Starters, Teammates, TieDecision, TieDraw, system_names
from mostek.tournament.prize_lists import PrizeDoubles
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.teams import EqualMatch, Incomplete, TeamKey, TeamScoring

T = TypeVar("T")

FOLDERS = [package_data("mostek.tournament") / "templates"]
"""Where templates are found."""


class Setting(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and the clause that fixes it, or leaves it to the organiser."""

    clause: str
    value: T | None = None
    """`None`: not chosen."""

    @property
    def chosen(self) -> T:
        """The value of a setting that has one."""
        assert self.value is not None, f"not chosen ({self.clause})"
        return self.value


class PrizeTies(StrEnum):
    """The treatment of equal places among prizes (S46)."""

    SHARE = "share"
    DECIDE = "decide"
    """The organiser breaks them before the event is closed."""


class MissedRounds(StrEnum):
    """How rounds that the one who benefits from a forfeit has missed count in W (S32, A-5)."""

    SETTLED = "settled"
    """They are over and brought nothing."""
    UNPLAYED = "unplayed"
    """They count as games that are left."""


class Corrections(StrEnum):
    """The corrections allowed in a result that was handed in."""

    SWAPPED_ONLY = "swapped_only"
    """Only a result entered the wrong way round, within the time of PFS-4.6.4."""
    REASONED = "reasoned"
    """Anything, with the reason of the jury."""


class LateEntry(StrEnum):
    """The treatment of an entry after the deadline."""

    ALLOWED = "allowed"
    OVERRIDE = "override"
    """Only if the organiser gives a reason, which is stored (OPEN-reg-1)."""
    REFUSED = "refused"


class TablePoints(StrEnum):
    """The match points of a table of three or four (A-27)."""

    BEATEN = "beaten"
    """A match point for each opponent beaten, half of one for each equal."""
    WINNER = "winner"
    """One match point for the winner, half of one for each who shares the first place."""


class Latecomers(StrEnum):
    """The virtual points of those who came after round 1; they count when a round is paired, and for nothing else (S80)."""

    NONE = "none"
    AS_BYE = "as_bye"
    """Those of a bye for each round missed before the first one."""
    SEED_PLACE = "seed_place"
    """Those of the player who stood at their place of seeding when they came."""


class ScalpRule(StrEnum):
    """Whether a favourite by more than 50 gains from a win."""

    BY_DATE = "by_date"
    """As the federation's ranking rules say on the day of the event."""
    PLAIN = "plain"
    """Every win is worth the opponent's rating and 50."""
    OVER_FIFTY = "over_fifty"
    """If the favourite by more than 50 wins, each side's scalp is its own rating."""


class PairingSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of pairing besides plan, starters and teammates."""

    latecomers: Setting[Latecomers]


class ByeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a bye."""

    allowed: Setting[bool]
    half_points: Setting[int]
    own: Setting[int]
    other: Setting[int]


class ForfeitSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of games won by forfeit."""

    missed_rounds: Setting[MissedRounds]
    absent_removed: Setting[bool]
    """Whether an absent player who has never come must be removed before the next pairing (PFS-6.3.4b)."""


class ResultSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How results come in."""

    signatures: Setting[int]
    """How many players must have signed the slip (PFS-5.2a)."""
    corrections: Setting[Corrections]
    largest: Setting[int]
    """A score above this is taken for a slip of the pen, unless it is confirmed."""
    self_report: Setting[bool]
    """Whether players report results themselves; two equal reports are a result."""
    penalty_step: Setting[int]
    """Points are taken away in multiples of this (PFS-7.1b)."""


class EntrySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How people enter."""

    deadline: Setting[date]
    late: Setting[LateEntry]
    consent: Setting[bool]
    """Whether minors need the consent of a guardian before they are checked in."""
    announce_by: Setting[date]
    """By when the time a player has must be announced (OPEN-info-1)."""
    school_words: Setting[bool]
    """Whether hints for its players leave out vulgar words, as for minors; verdicts on words never depend on it."""


class TeamSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How teams are made and compared (S46)."""

    size: Setting[int]
    """How many a team has, exactly; not chosen: no teams."""
    scoring: Setting[TeamScoring]
    best: Setting[int]
    """How many of the best count; not chosen: all."""
    keys: Setting[tuple[TeamKey, ...]]
    incomplete: Setting[Incomplete]
    exclude_internal_games: Setting[bool]
    """Whether games between teammates count for neither team."""


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players at a table, and its match points."""

    size: Setting[int]
    points: Setting[TablePoints]


class PrizeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How prizes are given (S46); equal places among them: `prize_ties`."""

    doubles: Setting[PrizeDoubles]
    unit: Setting[int]
    """The smallest share among equals, in the smallest coin."""
    currency: Setting[str]


class GibsonSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How prize-aware rounds are paired (`pairing.systems.gibson`)."""

    spread: Setting[int]
    """How many game points, or points of spread, a player at most makes up on another in a round."""
    bye: Setting[bool]
    """Whether a player whose prizes are settled has the bye before others."""
    inner: Setting[str]
    """The system that pairs those for whom nothing is at stake."""


class LineUpOrder(StrEnum):
    """The order in which a captain may name the players of a match."""

    FREE = "free"
    """Any; an absent player's board goes to the next member who is there."""
    ROSTER = "roster"
    """That of the entry, whoever plays; behind an absent player all move up."""


class MatchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How team meets team, where the plan has team matches (S46, S80)."""

    boards: Setting[int]
    """How many of a team play a match; not chosen: all members, and the teams are not compared by matches."""
    inner: Setting[str]
    """By what system team meets team."""
    rounds: Setting[int]
    """How many rounds a match takes: in each everybody meets the next of the other team."""
    order: Setting[LineUpOrder]
    equal: Setting[EqualMatch]


class KnockoutSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a knock-out is played, where the plan has one (S80)."""

    games: Setting[int]
    """How many games two players play, each in a round of its own."""
    decides: Setting[TieDecision]
    draws: Setting[TieDraw]
    third_place: Setting[bool]


class LeagueSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a season of evenings is counted, where the event is one of them (S80)."""

    move: Setting[int]
    """How many go up from each group to the next evening, and as many down."""
    best: Setting[int]
    """How many evenings of a player count; not chosen: all."""
    size: Setting[int]
    """About how many a group of the next evening has; not chosen: as many as come out by moving."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings of an event."""

    name: str
    """Of the template, as `--template` and the log write it."""
    title: InBothLanguages
    base: str
    rulebook: Setting[str]
    readings: Setting[Mapping[str, str | bool]]
    """The open questions of the rulebook that this event answers otherwise, by the paths of their values."""
    rounds: Setting[int]
    minutes: Setting[int]
    """A player's time for a game."""
    turn_seconds: Setting[int]
    """The time of a turn, where turns are timed (CHAL-4a)."""
    divisions: Setting[tuple[str, ...]]
    """Paired and classified apart; one without a name where there is only one."""
    plan: Setting[str]
    """The system of each round, as `plans` reads it."""
    keys: Setting[tuple[Key, ...]]
    """What the classification goes by, in this order."""
    starters: Setting[Starters]
    teammates: Setting[Teammates]
    prize_ties: Setting[PrizeTies]
    last_round_check: Setting[bool]
    """Whether a last round that rewards withdrawing is warned of."""
    spread_cap: Setting[str]
    """How much of a margin counts at most, by round, as `spread_caps` reads it; not chosen: all of it."""
    rating_scale: Setting[RatingScale]
    """On which scale players have their ratings."""
    scalps: Setting[ScalpRule]
    pairing: PairingSettings
    bye: ByeSettings
    forfeit: ForfeitSettings
    results: ResultSettings
    entry: EntrySettings
    team: TeamSettings
    table: TableSettings
    prizes: PrizeSettings
    gibson: GibsonSettings
    knockout: KnockoutSettings
    match: MatchSettings
    league: LeagueSettings

    @property
    def book(self) -> Rulebook:
        """The rulebook as the event reads it."""
        return book_of(self.rulebook.chosen, self.readings.value or {})

    @property
    def has_draws(self) -> bool:
        """Whether equal scores are a draw at once; elsewhere the better last word decides (S13)."""
        return self.book.end.tie_break.value is TieBreak.NONE

    @property
    def tie_clause(self) -> str:
        """The clause on equal scores; where the event answers that itself, the one that lets it."""
        is_own = "end.tie_break" in (self.readings.value or {})
        return self.readings.clause if is_own else self.book.end.tie_break.clause

    @property
    def words_clause(self) -> str:
        """The clause on the word list that decides a challenge."""
        return _WORDS.get(self.rulebook.chosen, "GEN-7c")


_WORDS = {"pfs": "PFS-4.7.9a", "open": "OPEN-word-1", "school": "SCHOOL-word-1", "chal": "CHAL-9c"}
"""By rulebook, the clause that names the word list; the others say what the general rules say."""


@cache
def templates() -> Mapping[str, Settings]:
    """All templates by their names. Raises `RegistryError` for a file with an unknown key, a missing one or a wrong value."""
    return load_files(FOLDERS, Settings, over)


def settings_of(template: str, changes: Mapping[str, Any]) -> Settings:
    """The settings of a template with the organiser's choices, `{"rounds": 12, "bye.half_points": 2}`.

    Raises `LookupError` for an unknown template, `ValueError` for an unknown setting or a value of the wrong kind.
    """
    return _settings(template, msgspec.json.encode(changes, order="deterministic"))


@lru_cache(maxsize=256)
def _settings(template: str, changes: bytes) -> Settings:
    if template not in files_in(FOLDERS):
        raise LookupError(f"no template {template!r}; known: {', '.join(templates())}")
    # A command of the desk needs one template, and pays for no other.
    data = msgspec.to_builtins(load_file(FOLDERS, template, Settings, over))
    for path, value in msgspec.json.decode(changes).items():
        if not put(data, path, value):
            raise ValueError(f"no setting {path!r}")
    try:
        return msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def listed(settings: Settings) -> Iterator[tuple[str, Setting[Any]]]:
    """Every setting with its dotted name, in the order of the regulation sheet."""
    for name in Settings.__struct_fields__:
        value = getattr(settings, name)
        if isinstance(value, Setting):
            yield name, value
        elif isinstance(value, Struct) and name != "title":
            for inner in value.__struct_fields__:
                yield f"{name}.{inner}", getattr(value, inner)


def names() -> tuple[str, ...]:
    """The dotted names of all settings."""
    return tuple(name for name, _ in listed(next(iter(templates().values()))))


@lru_cache(maxsize=64)
def spread_caps(text: str) -> Mapping[str, tuple[int, ...]]:
    """By division, the most that counts of a margin, in each round: `100,100,150`, or `A: 100,150; B: 50`.

    The last number holds for all rounds after it too. What stands without a division holds for those that are not named.

    Raises:
        ValueError: a cap without a number, one that is no points, or two for one division.

    Example:
        >>> spread_caps("100,150; A: 50") == {"": (100, 150), "A": (50,)}
        True
    """
    found: dict[str, tuple[int, ...]] = {}
    for part in text.split(";"):
        name, _, numbers = (word.strip() for word in part.rpartition(":"))
        words = [word.strip() for word in numbers.split(",")]
        if name in found or not all(word.isdecimal() and 0 < int(word[:6]) <= LARGEST_CAP for word in words):
            raise ValueError(part.strip())
        found[name] = tuple(map(int, words))
    return found


def spread_cap(settings: Settings, division: str, played: int) -> int:
    """The most that counts of a margin in a round of a division; 0 without a cap."""
    caps = spread_caps(settings.spread_cap.value) if settings.spread_cap.value else {}
    found = caps.get(division, caps.get("", ()))
    return found[min(played, len(found)) - 1] if found else 0


LARGEST_CAP = 10_000
"""No game is won by more (`limits.Score`)."""


class PlanError(ValueError):
    """A plan that does not fit: `about` is the wrong word, or the number of rounds."""

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


def plan_of(text: str, rounds: int) -> tuple[str, ...]:
    """The system of each round. One stage may go without a number: it takes the rounds that are left.

    Raises `PlanError`.
    """
    stages = [_stage(word) for word in text.split()]
    open_stages = sum(count is None for _, count in stages)
    fixed = sum(count or 0 for _, count in stages)
    if not stages or open_stages > 1 or fixed > rounds or (not open_stages and fixed != rounds):
        raise PlanError(text)
    return tuple(system for system, count in stages for _ in range(rounds - fixed if count is None else count))


def _stage(word: str) -> tuple[str, int | None]:
    name, colon, count = word.partition(":")
    if name not in system_names():
        raise PlanError(word)
    if not colon:
        return name, None
    if not count.isdecimal() or len(count) > 4 or not 0 < int(count) <= MOST_ROUNDS:
        raise PlanError(word)
    return name, int(count)
