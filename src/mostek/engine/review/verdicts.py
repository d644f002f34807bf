"""The verdict on one turn: candidates, what was lost, and the grade.

The first verdict is by static equity; a deeper one by simulation, by every draw of the last tiles, or by exact endgames,
whichever knows most. A verdict depends on the turn, the depth and the seed alone; only whether draws could be proved in time
depends on the machine, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import cached_property

from msgspec import structs
from msgspec.structs import replace

from mostek.core.moves import Exchange, Pass
from mostek.core.tiles import Tiles
from mostek.engine import kernel
from mostek.engine.kernel import POINT
from mostek.engine.position import PositionError, SearchPosition, kernel_leaves
from mostek.engine.review.course import CourseTurn, is_possible, whole_rack
from mostek.engine.review.efforts import EFFORTS
from mostek.engine.review.endings import Endgame, proved_draws, same
from mostek.engine.review.grades import thresholds
from mostek.engine.review.outlook import WinOutlook
from mostek.engine.review.values import (
    Basis,
    CandidateReview,
    Depth,
    Grade,
    LossReview,
    TurnReview,
    Unjudged,
)
from mostek.engine.search import Candidate, best_of, candidate, move_codes, move_of
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
            position = self.asked(turn, rack)
        except PositionError:
            return replace(review, depth=depth, unjudged=Unjudged.RACK_IMPOSSIBLE)
        return _Verdict(self, turn, depth, position).review(review)

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

    def __init__(self, judge: Judge, turn: CourseTurn, depth: Depth, position: SearchPosition) -> None:
        self.judge, self.turn, self.depth, self.asked = judge, turn, depth, position
        self.efforts = EFFORTS.get(depth)
        self.is_legal = True
        self.played = self._played()

    def review(self, review: TurnReview) -> TurnReview | None:
        """The review of the turn."""
        if self.judge.players != _PAIR:
            shown = tuple(self._static(each) for each in self.ranking[:SHOWN])
            played = self._static(self.played)
            return replace(review, depth=self.depth, unjudged=Unjudged.MANY_PLAYERS, best=shown, played=played)
        if self.efforts is None:
            return self._by_equity(review)
        if not self.asked.bag:
            solved = self._exact(review)
            if solved is not None:
                return solved
        return self._simulated(review)

    @cached_property
    def ranking(self) -> list[Candidate]:
        """The best candidates by equity."""
        count = self.efforts.candidates if self.efforts else 15
        return list(best_of(self.asked, count, both_directions=False))

    def _played(self) -> Candidate:
        """The move played; a play that came off, or a turn lost by a challenge, is worth a pass."""
        turn, position = self.turn, self.asked
        if turn.came_off or isinstance(turn.action, RecordedLoss):
            return candidate(position, Pass())
        if isinstance(turn.action, RecordedExchange):
            assert turn.action.tiles is not None
            return candidate(position, Exchange(turn.action.tiles))
        if turn.laid is None:
            return candidate(position, Pass())
        laid = turn.laid
        found = position.searcher.plays(position.board, laid.faces)
        legal = next((play for play in found if play.placement == laid.placement), None)
        self.is_legal = legal is not None
        return candidate(position, legal or laid)

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
        position = self.asked
        if not position.bag and not len(found.left):
            lead = position.lead + found.equity
            return 1.0 if position.lead * POINT + found.equity > 0 else 0.5 if lead == 0 else 0.0
        return self.judge.outlook.chance_after(position.lead, found.equity, len(position.unseen))

    def _by_equity(self, review: TurnReview) -> TurnReview:
        ranking, played = self.ranking, self.played
        best = ranking[0]
        points = max(0, best.equity - played.equity) / POINT
        chance = max(0.0, self._static_chance(best) - self._static_chance(played)) if points else 0.0
        loss = LossReview(chance=round(chance, 4), points=round(points, 3))
        shown = tuple(self._static(each) for each in ranking[:SHOWN])
        return self._graded(review, Basis.EQUITY, shown, self._static(played), loss, len(ranking))

    # Simulation

    def _simulated(self, review: TurnReview) -> TurnReview | None:
        try:
            judging = self._judging()
        except ValueError:
            if self.is_legal:
                raise
            # A play that cannot even lie on the board, in a record that has it there.
            return self._by_equity(review)
        while self.judge.go_on():
            if judging.run():
                break
        else:
            return None
        best, played, (chance, points, *margins), is_proved, choices = judging.verdict(self._proved())
        loss = LossReview(chance=chance, points=points, chance_margin=margins[0], points_margin=margins[1])
        shown = tuple(self._by_simulation(each) for each in best)
        basis = Basis.DRAWS if is_proved else Basis.SIMULATION
        return self._graded(review, basis, shown, self._by_simulation(played), loss, choices)

    def _judging(self) -> kernel.Judging:
        position, efforts = self.asked, self.efforts
        assert efforts is not None
        return kernel.Judging(
            position.searcher.search,
            kernel_leaves(position.equipment.lexicon, position.tile_set.name),
            self.judge.outlook.wins,
            *position.codes,
            lead=position.lead,
            passes=position.passes,
            exchange_from=position.exchange_from,
            played=move_codes(position.searcher, self.played.move),
            phoney=not self.is_legal,
            candidates=efforts.candidates,
            first=astuple(efforts.first),
            finalists=efforts.finalists,
            second=astuple(efforts.second),
            repeats_one=self.depth is not Depth.QUICK,
            seed=self.judge.seed + self.turn.number,
        )

    def _by_simulation(self, found: kernel.JudgedMove) -> CandidateReview:
        codes, deals, chance, chance_margin, spread, spread_margin, is_proved = found
        shown = self._static(candidate(self.asked, move_of(self.asked.searcher, codes)))
        if not deals:
            return shown
        return replace(
            shown,
            chance=chance,
            chance_margin=chance_margin,
            spread=spread,
            spread_margin=spread_margin,
            deals=deals,
            is_proved=is_proved,
        )

    def _proved(self) -> list[tuple[kernel.KernelMove, float, int]]:
        """The chances of moves that are proved over every draw, best first."""
        efforts = self.efforts
        assert efforts is not None
        if not 1 <= self.asked.bag <= efforts.bag or not self.is_legal:
            return []
        draws = proved_draws(self.asked, efforts.seconds, self.judge.go_on)
        return [(move_codes(self.asked.searcher, move), chance, count) for move, chance, count in draws]

    # Exact ends

    def _exact(self, review: TurnReview) -> TurnReview | None:
        efforts = self.efforts
        assert efforts is not None
        end = Endgame(self.asked, efforts.positions, self.judge.go_on)
        if end.best is None:
            return None
        first, most = end.best
        gain = self._exact_gain(end)
        if gain is None:
            return None
        found = [candidate(self.asked, first), *(each for each in self.ranking if not same(each.move, first))]
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
        return self._graded(review, Basis.EXACT, best, played, loss, len(self.ranking))

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
        is_forced = count <= 1
        before = best[0].chance or 0.0
        used, order = thresholds(), tuple(Grade)
        limits = (structs.astuple(used.chance), structs.astuple(used.points))
        *places, after = kernel.grades((loss.chance, loss.points), before, *limits)
        grade, by_chance, by_points = (None if is_forced else order[place] for place in places)
        return replace(
            review,
            depth=self.depth,
            basis=basis,
            best=best,
            played=played,
            loss=loss,
            grade=grade,
            grade_by_chance=by_chance,
            grade_by_points=by_points,
            unjudged=Unjudged.NO_CHOICE if is_forced else None,
            chance_before=before,
            chance_after=after,
        )


def _result(lead: int) -> float:
    """The share of a game with this final lead."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


_PAIR = 2
