"""Check a round of a knock-out: fold the bracket by halves, and see whether exactly the open ties are paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_tables
from mostek.tournament.pairing.values import Cup, CupGame, Pairing, PairingTask, TieDecision, TieDraw

_OPEN = -1
"""Both are to play."""


def check_bracket(task: PairingTask, pairing: Pairing) -> Proof:
    """Check that the open ties of the lowest stage are played, by no other players, and that byes go where no opponent is."""
    cup = task.cup or Cup(seeds=tuple(contender.number for contender in task.contenders))
    present = frozenset(contender.number for contender in task.contenders)
    due = _due(cup, present)
    playing = {number for tie in due.ties for number in tie} | set(due.byes)
    seated = [number for group in (*pairing.tables, pairing.byes) for number in group]
    out = tuple(sorted({number for number in seated if number in present and number not in playing}))
    judged = tuple(each for each in task.contenders if each.number in playing or each.number in out)
    found = [*check_tables(replace(task, contenders=judged, byes_allowed=True), pairing)]
    found += [Fault(Breach.CUP_OUT, out)] if out else []
    wrong = [table for table in pairing.tables if frozenset(table) not in due.ties and not set(table) & set(out)]
    found += [Fault(Breach.CUP_TIE, table) for table in wrong]
    return Proof((*found, *_misplaced(cup, pairing)))


class _Due(Struct, frozen=True):
    """The ties and byes that are to be paired."""

    ties: frozenset[frozenset[int]]
    byes: tuple[int, ...] = ()


class _Fold:
    """The last line of the bracket, folded by halves as far as it goes without a game."""

    def __init__(self, cup: Cup, present: frozenset[int]) -> None:
        self.cup, self.present = cup, present
        self.open: dict[int, set[frozenset[int]]] = {}
        """The ties that are to be played, by the number of places that they come from."""
        self.through: dict[int, list[int]] = {}
        """Who is alone in so many places."""

    def emerges(self, block: Sequence[int]) -> int:
        """The player who goes on from these places; 0 for an empty one."""
        if len(block) == 1:
            return block[0]
        half = len(block) // 2
        one, other = self.emerges(block[:half]), self.emerges(block[half:])
        if _OPEN in (one, other):
            return _OPEN
        if len(block) == 2:
            one, other = _seated(self.cup, block, one, other)
            ended = _ended(self.cup, one, other)
            if ended is not None:
                return ended
        here = [number for number in (one, other) if number in self.present]
        if len(here) == 2:
            self.open.setdefault(len(block), set()).add(frozenset(here))
            return _OPEN
        self.through.setdefault(len(block), []).extend(here)
        return here[0] if here else 0


def _due(cup: Cup, present: frozenset[int]) -> _Due:
    line = cup.rounds[-1].line if cup.rounds else _line_of(cup.seeds)
    fold = _Fold(cup, present)
    fold.emerges(line)
    third = _third(cup, line, present)
    lowest = min(fold.open, default=len(line))
    ties = set(fold.open.get(lowest, ()))
    if third and lowest == len(line):
        ties.add(third)
    is_new = not cup.rounds or lowest > 2
    return _Due(frozenset(ties), tuple(fold.through.get(lowest, ())) if is_new else ())


def _line_of(seeds: Sequence[int]) -> tuple[int, ...]:
    """The bracket of the seeds: the best of each half, then of each quarter, as far apart as can be."""
    size = 2
    while size < len(seeds):
        size *= 2

    def block(best: int, blocks: int) -> tuple[int, ...]:
        if blocks == size:
            return (seeds[best - 1] if best <= len(seeds) else 0,)
        return (*block(best, 2 * blocks), *block(2 * blocks + 1 - best, 2 * blocks))

    return block(1, 1)


def _seated(cup: Cup, block: Sequence[int], one: int, other: int) -> tuple[int, int]:
    """The two of these places; a late entry at the table of a player without an opponent has the empty place."""
    if not cup.rounds or bool(one) == bool(other):
        return one, other
    line = cup.rounds[-1].line
    beside = [
        number
        for each in cup.rounds
        if each.line == line
        for game in each.games
        if (one or other) in game.players
        for number in game.players
    ]
    late = next((number for number in beside if number != (one or other)), 0)
    return (one or late, other or late)


def _games(cup: Cup, one: int, other: int) -> list[CupGame]:
    """Their games on the last line."""
    line = cup.rounds[-1].line if cup.rounds else ()
    there = [game for each in cup.rounds if each.line == line for game in each.games]
    return [game for game in there if {*game.players} == {one, other}]


def _ended(cup: Cup, one: int, other: int) -> int | None:
    """The winner of their tie: the only one whom every end of the games that are left makes the winner."""
    last = cup.rounds[-1].line if cup.rounds else ()
    passed = {number for each in cup.rounds if each.line == last for number in each.byes}
    if passed & {one, other}:
        return one if one in passed else other
    games = _games(cup, one, other)
    if not games or any(game.half_points is None for game in games):
        return None
    rules, margins = cup.rules, [_margin(one, game) for game in games]
    wins, points = sum(win for win, _ in margins), sum(point for _, point in margins)
    left = max(0, rules.games - len(games))
    if left:
        ends = [wins + sum(more) for more in product((-2, 2), repeat=left)]
        is_sure = rules.decides is TieDecision.WINS and (min(ends) > 0 or max(ends) < 0)
        return (one if wins > 0 else other) if is_sure else None
    if not any(sum(game.half_points or ()) for game in games):
        return 0
    order = (wins, points) if rules.decides is TieDecision.WINS else (points, wins)
    ahead = next((each for each in order if each), 0)
    if not ahead and rules.draws is TieDraw.SEED:
        return _better(cup, one, other)
    return None if not ahead else one if ahead > 0 else other


def _margin(one: int, game: CupGame) -> tuple[int, int]:
    """The margin of the first player, in half match points and in game points."""
    sign = 1 if game.players[0] == one else -1
    (first, second), (own, against) = game.half_points or (0, 0), game.points or (0, 0)
    return sign * (first - second), sign * (own - against)


def _better(cup: Cup, one: int, other: int) -> int:
    """The better seed: who stands where the bracket has the lower number; late entries have none."""
    line = cup.rounds[0].line
    seeds = _line_of(range(1, len(line) + 1)) if len(line) & (len(line) - 1) == 0 else ()
    known = dict(zip(line, seeds, strict=False))
    return min((one, other), key=lambda number: known.get(number, len(line) + 1))


def _third(cup: Cup, line: Sequence[int], present: frozenset[int]) -> frozenset[int] | None:
    """The losers of the semi-finals, if they are to play for the third place and have not finished."""
    if not cup.rules.third_place or not cup.rounds:
        return None
    lines = list(dict.fromkeys(each.line for each in cup.rounds))
    semifinal = line if len(line) == 4 else lines[-2] if len(line) == 2 and len(lines) > 1 else ()
    if len(semifinal) != 4:
        return None
    games = [game for each in cup.rounds if each.line == semifinal for game in each.games]
    played = {number for game in games for number in game.players}
    if len(line) == 4:
        pairs = [_seated(cup, line[:2], *line[:2]), _seated(cup, line[2:], *line[2:])]
        losers = {number for pair in pairs if (won := _ended(cup, *pair)) for number in pair if number != won}
    else:
        losers = played - set(line)
    is_open = len(losers) == 2 and losers <= played & present and _ended(cup, *sorted(losers)) is None
    return frozenset(losers) if is_open else None


def _misplaced(cup: Cup, pairing: Pairing) -> Iterator[Fault]:
    """Of the first stage: tables that the seeds do not make, and byes that are not for the best."""
    if cup.rounds:
        return
    size = 2
    while size < len(cup.seeds):
        size *= 2
    seeds = {number: seed for seed, number in enumerate(cup.seeds, 1)}
    for table in pairing.tables:
        total = sum(seeds.get(number, 0) for number in table)
        if total != size + 1:
            yield Fault(Breach.CUP_SEEDS, table, total, size + 1)
    free = size - len(cup.seeds)
    if wrong := tuple(number for number in pairing.byes if seeds.get(number, size) > free):
        yield Fault(Breach.CUP_SEEDS, wrong, max(seeds.get(number, size) for number in wrong), free)
