"""The verdict on one turn: candidates, what was lost, and the grade.

The first verdict is by static equity; a deeper one by simulation, by every draw of the last tiles, or by exact endgames,
whichever knows most. A verdict depends on the turn, the depth and the seed alone; only whether draws could be proved in time
depends on the machine, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from mostek.core.moves import Exchange, Pass
from mostek.core.tiles import Tiles
from mostek.engine.kernel import POINT
from mostek.engine.position import PositionError, SearchPosition
from mostek.engine.review.course import CourseTurn, is_possible, whole_rack
from mostek.engine.review.efforts import EFFORTS, Effort
from mostek.engine.review.endings import Endgame, ProvedDraws, proved_draws, same
from mostek.engine.review.grades import combined, thresholds
from mostek.engine.review.outlook import WinOutlook
from mostek.engine.review.paired_deals import Comparison, compare
from mostek.engine.review.values import (
    Basis,
    CandidateReview,
    Depth,
    LossReview,
    TurnReview,
    Unjudged,
)
from mostek.engine.search import Candidate, best_of, candidate
from mostek.notation.game_record import RecordedExchange, RecordedLoss

SHOWN = 5
"""The number of best moves that a turn keeps."""


@dataclass(frozen=True)
class Judge:
    """The judge of the turns of a game."""

    tiles: Tiles
    players: int
    asked: Callable[[CourseTurn, Tiles], SearchPosition]
    """The search position of a turn with its rack."""
    outlook: WinOutlook
    seed: int
    go_on: Callable[[], bool] = lambda: True

    def judge(self, turn: CourseTurn, depth: Depth, review: TurnReview) -> TurnReview | None:
        """The verdict on a turn, on top of the facts in `review`; `None` if it was stopped."""
        reason = self._unjudged(turn)
        if reason is not None:
            return replace(review, depth=depth, unjudged=reason)
        rack = whole_rack(turn, self.tiles, self.players)
        assert rack is not None
        try:
            asked = self.asked(turn, rack)
        except PositionError:
            return replace(review, depth=depth, unjudged=Unjudged.RACK_IMPOSSIBLE)
        return _Verdict(self, turn, depth, asked).review(review)

    def _unjudged(self, turn: CourseTurn) -> Unjudged | None:
        action = turn.action
        if isinstance(action, RecordedLoss) and turn.challenged_wrongly is None:
            return Unjudged.MOVE_UNKNOWN if action.cause == "" else Unjudged.NO_CHOICE
        rack = whole_rack(turn, self.tiles, self.players)
        if rack is None:
            return Unjudged.RACK_UNKNOWN
        if not is_possible(turn, rack, self.tiles):
            return Unjudged.RACK_IMPOSSIBLE
        is_unknown_exchange = isinstance(action, RecordedExchange) and action.tiles is None
        return Unjudged.MOVE_UNKNOWN if is_unknown_exchange or (turn.kind == "play" and turn.laid is None) else None


class _Verdict:
    """A verdict in the making."""

    def __init__(self, judge: Judge, turn: CourseTurn, depth: Depth, asked: SearchPosition) -> None:
        self.judge, self.turn, self.depth, self.asked = judge, turn, depth, asked
        self.efforts = EFFORTS.get(depth)
        self.is_legal = True
        self.played = self._played()

    def review(self, review: TurnReview) -> TurnReview | None:
        """The review of the turn."""
        count = self.efforts.candidates if self.efforts else 15
        ranking = list(best_of(self.asked, count, both_directions=False))
        if self.judge.players != _PAIR:
            shown = tuple(self._static(each) for each in ranking[:SHOWN])
            played = self._static(self.played)
            return replace(review, depth=self.depth, unjudged=Unjudged.MANY_PLAYERS, best=shown, played=played)
        if self.efforts is None:
            return self._by_equity(review, ranking)
        if not self.asked.bag:
            solved = self._exact(review, ranking)
            if solved is not None:
                return solved
        return self._simulated(review, ranking)

    def _played(self) -> Candidate:
        """The move played; a play that came off, or a turn lost by a challenge, is worth a pass."""
        turn, asked = self.turn, self.asked
        if turn.came_off or isinstance(turn.action, RecordedLoss):
            return candidate(asked, Pass())
        if isinstance(turn.action, RecordedExchange):
            assert turn.action.tiles is not None
            return candidate(asked, Exchange(turn.action.tiles))
        if turn.laid is None:
            return candidate(asked, Pass())
        laid = turn.laid
        found = asked.searcher.plays(asked.board, laid.faces)
        legal = next((play for play in found if play.placement == laid.placement), None)
        self.is_legal = legal is not None
        return candidate(asked, legal or laid)

    # Static equity

    def _static(self, found: Candidate) -> CandidateReview:
        chance = self._static_chance(found) if self.judge.players == _PAIR else None
        return CandidateReview(
            move=found.written,
            score=found.score,
            equity=round(found.equity / POINT, 3),
            left=self.asked.tile_set.alphabet.sort(found.left),
            chance=None if chance is None else round(chance, 4),
        )

    def _static_chance(self, found: Candidate) -> float:
        asked = self.asked
        if not asked.bag and not len(found.left):
            lead = asked.lead + found.equity
            return 1.0 if asked.lead * POINT + found.equity > 0 else 0.5 if lead == 0 else 0.0
        return self.judge.outlook.chance_after(asked.lead, found.equity, len(asked.unseen))

    def _by_equity(self, review: TurnReview, ranking: list[Candidate]) -> TurnReview:
        best, played = ranking[0], self.played
        points = max(0, best.equity - played.equity) / POINT
        chance = max(0.0, self._static_chance(best) - self._static_chance(played)) if points else 0.0
        loss = LossReview(chance=round(chance, 4), points=round(points, 3))
        shown = tuple(self._static(each) for each in ranking[:SHOWN])
        return self._graded(review, Basis.EQUITY, shown, self._static(played), loss, len(ranking))

    # Simulation

    def _simulated(self, review: TurnReview, ranking: list[Candidate]) -> TurnReview | None:
        efforts = self.efforts
        assert efforts is not None
        known = [*ranking]
        if not any(same(each.move, self.played.move) for each in known):
            known.append(self.played)
        try:
            first = self._compare(known, efforts.first)
        except ValueError:
            if self.is_legal:
                raise
            # A play that cannot even lie on the board, in a record that has it there.
            return self._by_equity(review, ranking)
        if first is None:
            return None
        order = self._legal(first.ranked(), known)
        kept = [place for place in order if self._may_be_best(first, order[0], place)][: efforts.finalists]
        own = self._own(known)
        kept += [own] if own not in kept else []
        finalists = [known[place] for place in kept]
        second = (
            self._compare(finalists, efforts.second) if len(finalists) > 1 or self.depth is not Depth.QUICK else first
        )
        if second is None:
            return None
        if second is first:
            finalists = known
        return self._compared(review, ranking, finalists, second, len(known))

    def _compared(
        self, review: TurnReview, ranking: list[Candidate], finalists: list[Candidate], second: Comparison, count: int
    ) -> TurnReview:
        """The verdict by the second simulation, or by proved draws."""
        shown = [self._by_simulation(each, second, place) for place, each in enumerate(finalists)]
        order = self._legal(second.ranked(), finalists)
        draws = self._draws()
        if draws is not None:
            shown = [self._by_draws(each, draws) for each in zip(finalists, shown, strict=True)]
            order.sort(key=lambda place: -(draws.chance(finalists[place].move) or -1.0))
        own = self._own(finalists)
        loss = _loss(second, order[0], own)
        basis = Basis.SIMULATION
        if draws is not None and (proved := draws.chance(self.played.move)) is not None:
            basis = Basis.DRAWS
            chance = max(0.0, draws.chances[0][1] - proved)
            loss = replace(loss, chance=round(chance, 4), chance_margin=0.0)
        others = [self._static(each) for each in ranking if not any(same(each.move, one.move) for one in finalists)]
        best_moves = ([shown[place] for place in order] + others)[:SHOWN]
        return self._graded(review, basis, tuple(best_moves), shown[own], loss, count)

    def _own(self, compared: list[Candidate]) -> int:
        """The place of the move played."""
        return next(place for place, each in enumerate(compared) if same(each.move, self.played.move))

    def _legal(self, order: list[int], compared: list[Candidate]) -> list[int]:
        """The order without a phoney: it is compared with the best move, and is never the best one."""
        return order if self.is_legal else [place for place in order if place != self._own(compared)]

    def _compare(self, compared: list[Candidate], effort: Effort) -> Comparison | None:
        judge = self.judge
        moves = [each.move for each in compared]
        seed = judge.seed + self.turn.number
        return compare(self.asked, moves, judge.outlook.wins, effort, seed, judge.go_on, phoneys=not self.is_legal)

    def _may_be_best(self, first: Comparison, leader: int, place: int) -> bool:
        share, share_margin = first.share_lost(leader, place)
        spread, spread_margin = first.spread_lost(leader, place)
        return place == leader or share <= 2 * share_margin or (share < _CLOSE and spread <= 2 * spread_margin)

    def _by_simulation(self, found: Candidate, compared: Comparison, place: int) -> CandidateReview:
        share, share_margin = compared.share(place)
        spread, spread_margin = compared.spread(place)
        return replace(
            self._static(found),
            chance=round(share, 4),
            chance_margin=round(share_margin, 4),
            spread=round(spread, 3),
            spread_margin=round(spread_margin, 3),
            deals=compared.deals,
        )

    def _draws(self) -> ProvedDraws | None:
        efforts = self.efforts
        assert efforts is not None
        if not 1 <= self.asked.bag <= efforts.bag or not self.is_legal:
            return None
        return proved_draws(self.asked, efforts.seconds, self.judge.go_on)

    def _by_draws(self, each: tuple[Candidate, CandidateReview], draws: ProvedDraws) -> CandidateReview:
        found, shown = each
        for move, chance, count in draws.chances:
            if same(move, found.move):
                return replace(shown, chance=round(chance, 4), chance_margin=0.0, deals=count, is_proved=True)
        return shown

    # Exact ends

    def _exact(self, review: TurnReview, ranking: list[Candidate]) -> TurnReview | None:
        efforts = self.efforts
        assert efforts is not None
        end = Endgame(self.asked, efforts.positions, self.judge.go_on)
        if end.best is None:
            return None
        first, most = end.best
        gain = self._exact_gain(end)
        if gain is None:
            return None
        found = [candidate(self.asked, first), *(each for each in ranking if not same(each.move, first))]
        shown = []
        for place, each in enumerate(found[: efforts.exact_moves]):
            value = most if place == 0 else end.gain(each.move)
            if value is not None:
                shown.append((value, self._by_proof(each, value)))
        shown.sort(key=lambda pair: -pair[0])
        played = self._by_proof(self.played, gain)
        # A phoney may gain more than any play.
        points = float(max(0, most - gain))
        chance = max(0.0, _result(self.asked.lead + most) - _result(self.asked.lead + gain))
        loss = LossReview(chance=chance, points=points)
        best = tuple(each for _, each in shown[:SHOWN])
        return self._graded(review, Basis.EXACT, best, played, loss, len(ranking))

    def _exact_gain(self, end: Endgame) -> int | None:
        if self.turn.came_off or isinstance(self.turn.action, RecordedLoss):
            return end.gain_of_nothing(0)
        return end.gain(self.played.move)

    def _by_proof(self, found: Candidate, gain: int) -> CandidateReview:
        return replace(self._static(found), chance=_result(self.asked.lead + gain), spread=float(gain), is_proved=True)

    # Grades

    def _graded(
        self,
        review: TurnReview,
        basis: Basis,
        best: tuple[CandidateReview, ...],
        played: CandidateReview,
        loss: LossReview,
        count: int,
    ) -> TurnReview:
        used = thresholds()
        by_chance, by_points = used.chance.grade(loss.chance), used.points.grade(loss.points)
        is_forced = count <= 1
        before = best[0].chance or 0.0
        return replace(
            review,
            depth=self.depth,
            basis=basis,
            best=best,
            played=played,
            loss=loss,
            grade=None if is_forced else combined(by_chance, by_points),
            grade_by_chance=None if is_forced else by_chance,
            grade_by_points=None if is_forced else by_points,
            unjudged=Unjudged.NO_CHOICE if is_forced else None,
            chance_before=before,
            chance_after=round(max(0.0, before - loss.chance), 4),
        )


def _loss(compared: Comparison, best: int, played: int) -> LossReview:
    """The loss of a simulated move; a difference within its margin is none."""
    chance, chance_margin = compared.share_lost(best, played)
    points, points_margin = compared.spread_lost(best, played)
    if best == played:
        return LossReview(chance=0.0, points=0.0)
    return LossReview(
        chance=round(chance, 4) if chance > chance_margin else 0.0,
        points=round(points, 3) if points > points_margin else 0.0,
        chance_margin=round(chance_margin, 4),
        points_margin=round(points_margin, 3),
    )


def _result(lead: int) -> float:
    """The share of a game with this final lead."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


_PAIR = 2
_CLOSE = 0.002
"""Shares of games won that are as good as equal in the first simulation."""
