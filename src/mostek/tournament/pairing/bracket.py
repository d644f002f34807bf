"""The bracket of a knock-out: the places of the seeds, who goes on and who is out, and the ties that are still to be played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from mostek.tournament.pairing.values import Cup, CupGame, CupRound, CupRules, TieDecision, TieDraw

EMPTY = 0
"""Stands in a bracket where no player is."""


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from the top of a bracket to its bottom: 1, 8, 4, 5, 2, 7, 3, 6; the best two can only meet in the final."""
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return tuple(order)


def drawn(seeds: Sequence[int]) -> tuple[int, ...]:
    """The bracket of these players, the best first; the places that are missing to a power of two face the best seeds."""
    size = 2
    while size < len(seeds):
        size *= 2
    return tuple(seeds[seed - 1] if seed <= len(seeds) else EMPTY for seed in seed_order(size))


class Tie(Struct, frozen=True):
    """Two places of the bracket side by side, and the games between them."""

    one: int
    other: int
    games: tuple[tuple[int, CupGame], ...] = ()
    """With the number of the round."""
    winner: int | None = None
    """`EMPTY`: both are out; `None`: not decided by games."""
    is_open: bool = False
    """Whether it is still to be played who stands at one of its places."""

    @property
    def players(self) -> tuple[int, ...]:
        """The players who stand there, without empty places."""
        return tuple(number for number in (self.one, self.other) if number != EMPTY)

    @property
    def loser(self) -> int:
        """The loser against the winner; `EMPTY` where no such player is."""
        return {self.one: self.other, self.other: self.one}.get(self.winner or EMPTY, EMPTY) if self.winner else EMPTY

    def through(self, present: Collection[int]) -> int | None:
        """The player who goes on: the winner, or else the one whose opponent is gone; `None` while that is to be played."""
        if self.winner is not None:
            return self.winner
        if self.is_open:
            return None
        left = [number for number in self.players if number in present]
        return None if len(left) == 2 else left[0] if left else EMPTY


class CupStage(Struct, frozen=True):
    """The rounds that were played on one line of the bracket."""

    line: tuple[int, ...]
    ties: tuple[Tie, ...]
    rounds: tuple[int, ...] = ()
    """Their numbers; none where the stage is only to be paired."""
    third: Tie | None = None
    """The match for the third place."""
    level: int = 0
    """How many ties those who stand here have won, or passed without a game."""


def settled(one: int, other: int, games: Sequence[CupGame], rules: CupRules, seeds: Sequence[int]) -> int | None:
    """The winner by the games so far; `EMPTY` where both have lost every game, `None` where it is open."""
    if any(game.half_points is None for game in games):
        return None
    wins, points = _sums(one, games)
    left = rules.games - len(games)
    if left > 0:
        return _ahead(one, other, wins[0] - wins[1]) if _is_beyond(wins, left, rules) else None
    if games and not any(wins):
        return EMPTY
    keys = (wins, points) if rules.decides is TieDecision.WINS else (points, wins)
    for mine, theirs in keys:
        if mine != theirs:
            return _ahead(one, other, mine - theirs)
    return min(one, other, key=seeds.index) if rules.draws is TieDraw.SEED and games else None


def _sums(one: int, games: Iterable[CupGame]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Match points in halves and game points of the two, added up."""
    wins, points = [0, 0], [0, 0]
    for game in games:
        first = game.players.index(one)
        for place, player in enumerate((first, 1 - first)):
            wins[place] += game.half_points[player] if game.half_points else 0
            points[place] += game.points[player] if game.points else 0
    return (wins[0], wins[1]), (points[0], points[1])


def _is_beyond(wins: tuple[int, int], left: int, rules: CupRules) -> bool:
    """Whether the games that are left cannot change who has won more of them."""
    return rules.decides is TieDecision.WINS and abs(wins[0] - wins[1]) > 2 * left


def _ahead(one: int, other: int, margin: int) -> int:
    return one if margin > 0 else other


def stages_of(cup: Cup) -> tuple[CupStage, ...]:
    """The stages that were paired. Who stands in the next line has gone on; later results do not matter."""
    groups = [list(group) for _, group in groupby(cup.rounds, lambda each: each.line)]
    stages: list[CupStage] = []
    level = 0
    for index, group in enumerate(groups):
        following = groups[index + 1][0].line if index + 1 < len(groups) else None
        stages.append(_stage(cup, group, following, stages[-1] if stages else None, level))
        level += 1 if following is None else max(1, (len(group[0].line) // max(1, len(following))).bit_length() - 1)
    return tuple(stages)


def _stage(
    cup: Cup, rounds: Sequence[CupRound], following: Sequence[int] | None, before: CupStage | None, level: int
) -> CupStage:
    line = rounds[0].line
    games = [(each.number, game) for each in rounds for game in each.games]
    ahead = following if following is not None else [number for each in rounds for number in each.byes]
    ties = tuple(_tie(cup, one, other, games, ahead) for one, other in zip(line[::2], line[1::2], strict=True))
    third = None
    losers = losers_of(before)
    if cup.rules.third_place and len(line) == 2 and len(losers) == 2:
        third = _tie(cup, losers[0], losers[1], games, ())
    return CupStage(line, ties, tuple(each.number for each in rounds), third, level)


def _tie(cup: Cup, one: int, other: int, games: Sequence[tuple[int, CupGame]], ahead: Sequence[int]) -> Tie:
    """The tie of two places; who is `ahead` has gone on, as the next line or a bye says."""
    one, other = _filled(one, other, games)
    own = tuple((number, game) for number, game in games if {*game.players} == {one, other})
    winner = settled(one, other, [game for _, game in own], cup.rules, _seeds(cup)) if own else None
    winner = next((number for number in (one, other) if number != EMPTY and number in ahead), winner)
    return Tie(one, other, own, winner)


def _filled(one: int, other: int, games: Sequence[tuple[int, CupGame]]) -> tuple[int, int]:
    """A late entry who was seated against a player with an empty place beside takes that place."""
    if (one == EMPTY) == (other == EMPTY):
        return one, other
    alone = one or other
    opponent = next(
        (number for _, game in games if alone in game.players for number in game.players if number != alone), EMPTY
    )
    return (alone, opponent) if other == EMPTY else (opponent, alone)


def _seeds(cup: Cup) -> tuple[int, ...]:
    """Everybody of the bracket, the best seed first; late entries behind."""
    first = cup.rounds[0].line if cup.rounds else ()
    place = dict(zip(first, seed_order(len(first)), strict=True)) if _is_whole(first) else {}
    listed = sorted((number for number in first if number != EMPTY), key=lambda number: place.get(number, 0))
    late = [number for each in cup.rounds for game in each.games for number in game.players]
    return tuple(dict.fromkeys((*listed, *late)))


def _is_whole(line: Sequence[int]) -> bool:
    return len(line) > 1 and len(line) & (len(line) - 1) == 0


def losers_of(stage: CupStage | None) -> tuple[int, ...]:
    """The players who have lost a tie of the stage at a table."""
    return tuple(tie.loser for tie in stage.ties if tie.games and tie.loser != EMPTY) if stage else ()


def current(cup: Cup, present: Collection[int]) -> CupStage | None:
    """The stage that the next round belongs to; `None` where the knock-out is over, or has no player left."""
    played = stages_of(cup)
    if not played:
        line = drawn(cup.seeds)
        ties = tuple(_tie(cup, one, other, (), ()) for one, other in zip(line[::2], line[1::2], strict=True))
        stage = CupStage(line, ties)
    else:
        stage = played[-1]
    while not _is_to_play(stage, present):
        if len(stage.line) <= 2:
            return None
        stage = _next(cup, stage, present)
    return stage


def _is_to_play(stage: CupStage, present: Collection[int]) -> bool:
    third = stage.third
    return any(tie.through(present) is None for tie in stage.ties) or (
        third is not None and third.through(present) is None
    )


def _next(cup: Cup, stage: CupStage, present: Collection[int]) -> CupStage:
    line = tuple(tie.through(present) or EMPTY for tie in stage.ties)
    ties = tuple(Tie(one, other) for one, other in zip(line[::2], line[1::2], strict=True))
    losers = losers_of(stage)
    third = Tie(*losers) if cup.rules.third_place and len(line) == 2 and len(losers) == 2 else None
    return CupStage(line, ties, (), third, stage.level + 1)


def ranks(cup: Cup, present: Collection[int]) -> dict[int, int]:
    """Twice the ties that each has won, or passed; one more for who is still in, and for the third place."""
    found: dict[int, int] = {}
    stages = stages_of(cup)
    for stage in stages:
        for tie in stage.ties:
            for number in tie.players:
                found[number] = 2 * stage.level + 2 * (number == tie.winner)
        if stage.third is not None and stage.third.winner:
            found[stage.third.winner] += 1
    if stages:
        last = stages[-1]
        for tie in last.ties:
            through = tie.through(present)
            for number in tie.players:
                if through is None:
                    found[number] = 2 * last.level + 1
                elif number == through:
                    found[number] = 2 * last.level + 2
    return found


def origins(cup: Cup, line: Sequence[int]) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """How each player of the line came there: the round and the table of the last game of the tie that was won, if any."""
    stages = [stage for stage in stages_of(cup) if stage.line != tuple(line)]
    for number in line:
        if number == EMPTY:
            continue
        ties = [tie for stage in stages for tie in stage.ties if number in tie.players and tie.games]
        last = ties[-1] if ties and stages and ties[-1] in stages[-1].ties else None
        yield number, (last.games[-1][0], last.games[-1][1].table) if last else None
