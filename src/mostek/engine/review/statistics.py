"""Statistics of people over many reviewed games: results, points, bingos, exchanges, words, accuracy, losses, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct, structs

from mostek.engine.review.grades import accuracy
from mostek.engine.review.values import Depth, GameReview, Grade, Note, PlayerReview, TurnReview
from mostek.referee.turn_times import TurnTime

PHASES = (("opening", 61), ("middle", 31), ("late", 8), ("last", 1), ("end", 0))
"""The phases of a game, each with the fewest tiles in the bag."""
WORDS = 30
"""The number of the most frequent words."""

TIME_CLASSES = (0, 15, 30, 60, 120)
"""The classes of turns by their time, each with its shortest time in seconds."""


class TimedReview(NamedTuple):
    """A review with the times of the game's turns, which a log of mostek has."""

    review: GameReview
    times: tuple[TurnTime, ...]


def counted_part(review: GameReview) -> GameReview:
    """A review without what statistics do not count: boards, racks, candidates; a sixth of its size.

    Args:
        review: The review of a game.

    Returns:
        A review that gives the same statistics.

    Example:
        >>> from mostek.engine.review import review
        >>> from mostek.engine.review.statistics import counted_part, statistics
        >>> found = review("#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n", "static")
        >>> part = counted_part(found)
        >>> part.turns[0].best, statistics([part]) == statistics([found])
        ((), True)
    """
    turns = (
        structs.replace(turn, position="", rack=None, scores=(), played=None, best=(), signs=())
        for turn in review.turns
    )
    return structs.replace(review, turns=tuple(turns), board=())


class TimeClass(Struct, frozen=True, kw_only=True):
    """The turns that took about as long."""

    least: int
    """The shortest time in seconds."""
    end: int | None
    """Where the class ends; `None` for the last one."""
    turns: int
    points: float
    """Points for each of these turns."""
    judged: int
    lost_points: float | None
    """Lost points for each judged turn; `None` without one."""


class GamePoint(Struct, frozen=True, kw_only=True):
    """A game of a person in a few figures."""

    title: str
    opponent: str
    score: int
    against: int
    accuracy: float | None
    lost_points: float
    luck: float
    is_finished: bool
    seconds: float | None = None
    """The time that the person has used; `None` if no clock ran or no log tells."""


class PersonStatistics(Struct, frozen=True, kw_only=True):
    """The statistics of one person, or of all people together. Means are for a game unless the name says otherwise."""

    name: str
    games: int
    won: int
    """The finished games won."""
    drawn: int
    lost: int
    points: float
    points_against: float
    turns: float
    points_per_turn: float
    bingos: float
    exchanges: float
    passes: float
    lost_turns: float
    phoneys: float
    """Plays with a word that the list lacks, stood or fallen."""
    phoneys_fallen: float
    missed_bingos: float
    missed_challenges: float
    judged: int
    """The turns with a grade, in all; the figures below are about them."""
    accuracy: float | None
    """The mean over all judged turns, see `PlayerReview.accuracy`."""
    mistake_index: float
    lost_points: float
    luck: float
    grades: dict[Grade, int]
    lost_by_phase: dict[str, float]
    """Lost points for each judged turn, by phase."""
    best_game: int
    best_play: str
    """The move with most points."""
    best_play_points: int
    words: tuple[tuple[str, int], ...]
    """The most frequent words, with their number."""
    points_of_games: tuple[GamePoint, ...]
    timed_games: int = 0
    """The games whose times are known; the figures below are about them."""
    timed_turns: int = 0
    seconds_per_game: float | None = None
    """The time that the person used in a game."""
    seconds_per_turn: float | None = None
    seconds_by_phase: dict[str, float] = {}
    """Seconds for each turn, by phase."""
    by_time: tuple[TimeClass, ...] = ()
    """Points and losses of turns by the time they took; classes without turns are left out."""


class Statistics(Struct, frozen=True, kw_only=True):
    """The statistics of a set of games."""

    games: int
    depth: Depth | None
    """The depth of the reviews; `None` for several."""
    all: PersonStatistics | None
    people: tuple[PersonStatistics, ...]
    """Those with most games first."""


def statistics(reviews: Iterable[GameReview | TimedReview], same: Callable[[str], str] = str.casefold) -> Statistics:
    """The statistics of people over games.

    Args:
        reviews: The reviews of the games, with the times of their turns where they are known.
        same: The key of a name: names with the same key are one person.

    Returns:
        The statistics of each person, and of all together.

    Example:
        >>> from mostek.engine.review import review
        >>> from mostek.engine.review.statistics import statistics
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n"
        >>> [(person.name, person.points) for person in statistics([review(game, "static")]).people]
        [('Ala', 10.0), ('Ola', 0.0)]
    """
    people: dict[str, _Person] = {}
    everybody = _Person("")
    depths: set[Depth] = set()
    games = 0
    for each in reviews:
        found, times = each if isinstance(each, TimedReview) else (each, ())
        games += 1
        depths.add(found.depth)
        for player in found.players:
            person = people.setdefault(same(player.name), _Person(player.name))
            own = tuple(time for time in times if time.seat == player.seat)
            for counted in (person, everybody):
                counted.add(found, player, own)
    ordered = sorted(people.values(), key=lambda person: (-person.games, person.name))
    return Statistics(
        games=games,
        depth=next(iter(depths)) if len(depths) == 1 else None,
        all=everybody.summed() if games else None,
        people=tuple(person.summed() for person in ordered),
    )


@dataclass
class _Person:
    """The games of a person."""

    name: str
    points: list[GamePoint] = field(default_factory=list)
    turns: list[TurnReview] = field(default_factory=list)
    players: list[PlayerReview] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    times: list[TurnTime] = field(default_factory=list)
    timed_games: int = 0
    timed: list[tuple[float, TurnReview]] = field(default_factory=list)
    """The turns whose time is known, with their seconds."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.players)

    def add(self, review: GameReview, player: PlayerReview, times: Sequence[TurnTime]) -> None:
        """Count a game, with the times of this player's turns."""
        others = [other for other in review.players if other.seat != player.seat]
        best = max((other.score for other in others), default=0)
        turns = [turn for turn in review.turns if turn.seat == player.seat]
        self.players.append(player)
        self.turns += turns
        seconds = self._add_times(times, turns)
        is_finished = Note.UNFINISHED not in review.notes
        if is_finished:
            self.results["won" if player.score > best else "drawn" if player.score == best else "lost"] += 1
        self.points.append(
            GamePoint(
                title=review.title,
                opponent=", ".join(other.name for other in others),
                score=player.score,
                against=best,
                accuracy=player.accuracy,
                lost_points=0.0 - player.skill,
                luck=player.luck,
                is_finished=is_finished,
                seconds=seconds,
            )
        )

    def _add_times(self, times: Sequence[TurnTime], turns: Sequence[TurnReview]) -> float | None:
        """Count the times of a game; the time used, if it is known.

        A ruling or a time-out can leave other turns in the record than were opened: then no time is that of a certain turn.
        """
        known = [time for time in times if time.millis is not None]
        if not known:
            return None
        self.timed_games += 1
        self.times += known
        if len(times) == len(turns):
            self.timed += [
                (_seconds(time), turn) for time, turn in zip(times, turns, strict=True) if time.millis is not None
            ]
        return round(sum(map(_seconds, known)), 1)

    def summed(self) -> PersonStatistics:
        """The statistics."""
        turns, players = self.turns, self.players
        graded = [turn for turn in turns if turn.grade is not None and turn.loss is not None]
        exact = [accuracy(turn.chance_before or 0.0, turn.loss.chance) for turn in graded if turn.loss]
        plays = [turn for turn in turns if turn.kind == "play" and not turn.came_off]
        best = max(plays, key=lambda turn: turn.score, default=None)
        words = Counter(word for turn in plays for word in turn.words)

        def mean(total: float, among: int | None = None) -> float:
            return round(total / max(1, len(players) if among is None else among), 2)

        return PersonStatistics(
            name=self.name,
            games=len(players),
            won=self.results["won"],
            drawn=self.results["drawn"],
            lost=self.results["lost"],
            points=mean(sum(player.score for player in players)),
            points_against=mean(sum(point.against for point in self.points)),
            turns=mean(len(turns)),
            points_per_turn=mean(sum(turn.score for turn in turns), len(turns)),
            bingos=mean(sum(player.bingos for player in players)),
            exchanges=mean(sum(turn.kind == "exchange" for turn in turns)),
            passes=mean(sum(turn.kind == "pass" for turn in turns)),
            lost_turns=mean(sum(turn.kind == "lost_turn" or turn.came_off for turn in turns)),
            phoneys=mean(sum(player.phoneys for player in players)),
            phoneys_fallen=mean(sum(bool(turn.invalid) and turn.came_off for turn in turns)),
            missed_bingos=mean(sum(player.bingos_missed for player in players)),
            missed_challenges=mean(sum(player.challenges_missed for player in players)),
            judged=len(graded),
            accuracy=round(sum(exact) / len(exact), 2) if exact else None,
            mistake_index=mean(sum(player.mistake_index or 0 for player in players)),
            lost_points=mean(0.0 - sum(player.skill for player in players)),
            luck=mean(sum(player.luck for player in players)),
            grades={grade: sum(turn.grade is grade for turn in graded) for grade in Grade},
            lost_by_phase=_by_phase(graded),
            best_game=max((player.score for player in players), default=0),
            best_play=best.move if best else "",
            best_play_points=best.score if best else 0,
            words=tuple(words.most_common(WORDS)),
            points_of_games=tuple(self.points),
            timed_games=self.timed_games,
            timed_turns=len(self.times),
            seconds_per_game=_mean([point.seconds for point in self.points if point.seconds is not None]),
            seconds_per_turn=_mean([_seconds(time) for time in self.times]),
            seconds_by_phase=_seconds_by_phase(self.times),
            by_time=tuple(_by_time(self.timed)),
        )


def _by_phase(graded: Sequence[TurnReview]) -> dict[str, float]:
    found: dict[str, list[float]] = {name: [] for name, _ in PHASES}
    for turn in graded:
        assert turn.loss is not None
        found[_phase(turn.bag)].append(turn.loss.points)
    return {name: round(sum(losses) / len(losses), 2) for name, losses in found.items() if losses}


def _seconds_by_phase(times: Sequence[TurnTime]) -> dict[str, float]:
    found: dict[str, list[float]] = {name: [] for name, _ in PHASES}
    for time in times:
        found[_phase(time.bag)].append(_seconds(time))
    return {name: round(sum(seconds) / len(seconds), 1) for name, seconds in found.items() if seconds}


def _by_time(timed: Sequence[tuple[float, TurnReview]]) -> Iterator[TimeClass]:
    for least, end in zip(TIME_CLASSES, (*TIME_CLASSES[1:], None), strict=True):
        turns = [turn for seconds, turn in timed if least <= seconds and (end is None or seconds < end)]
        losses = [turn.loss.points for turn in turns if turn.grade is not None and turn.loss is not None]
        if turns:
            points = round(sum(turn.score for turn in turns) / len(turns), 2)
            lost = round(sum(losses) / len(losses), 2) if losses else None
            yield TimeClass(least=least, end=end, turns=len(turns), points=points, judged=len(losses), lost_points=lost)


def _phase(bag: int) -> str:
    return next(name for name, least in PHASES if bag >= least)


def _seconds(time: TurnTime) -> float:
    return (time.millis or 0) / 1000


def _mean(seconds: Sequence[float]) -> float | None:
    return round(sum(seconds) / len(seconds), 1) if seconds else None
