"""Statistics of people over many reviewed games: results, points, bingos, exchanges, words, accuracy, losses by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from mostek.engine.review.grades import accuracy
from mostek.engine.review.values import Depth, GameReview, Grade, Note, PlayerReview, TurnReview

PHASES = (("opening", 61), ("middle", 31), ("late", 8), ("last", 1), ("end", 0))
"""The phases of a game, each with the fewest tiles in the bag."""
WORDS = 30
"""The number of the most frequent words."""


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


class Statistics(Struct, frozen=True, kw_only=True):
    """The statistics of a set of games."""

    games: int
    depth: Depth | None
    """The depth of the reviews; `None` for several."""
    all: PersonStatistics | None
    people: tuple[PersonStatistics, ...]
    """Those with most games first."""


def statistics(reviews: Iterable[GameReview], same: Callable[[str], str] = str.casefold) -> Statistics:
    """The statistics of people over games.

    Args:
        reviews: The reviews of the games.
        same: The key of a name: names with the same key are one person.

    Returns:
        The statistics of each person, and of all together. Times are not known: files of games hold none.

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
    for found in reviews:
        games += 1
        depths.add(found.depth)
        for player in found.players:
            person = people.setdefault(same(player.name), _Person(player.name))
            for counted in (person, everybody):
                counted.add(found, player)
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

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.players)

    def add(self, review: GameReview, player: PlayerReview) -> None:
        """Count a game."""
        others = [other for other in review.players if other.seat != player.seat]
        best = max((other.score for other in others), default=0)
        self.players.append(player)
        self.turns += [turn for turn in review.turns if turn.seat == player.seat]
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
            )
        )

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
        )


def _by_phase(graded: Sequence[TurnReview]) -> dict[str, float]:
    found: dict[str, list[float]] = {name: [] for name, _ in PHASES}
    for turn in graded:
        assert turn.loss is not None
        found[next(name for name, least in PHASES if turn.bag >= least)].append(turn.loss.points)
    return {name: round(sum(losses) / len(losses), 2) for name, losses in found.items() if losses}
