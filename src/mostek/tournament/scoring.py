"""The credits of every round, with forfeits N:1 (PFS-7.2), computed round by round from the tables."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.credits import DRAW, WIN, Credit, CreditKind, Credits, half_up
from mostek.tournament.outcomes import DecidedBy, TableOutcome, played_outcome
from mostek.tournament.settings import MissedRounds, Settings, TablePoints, spread_cap
from mostek.tournament.state import BothForfeited, Forfeited, Played, Round, Table, TableResult, Tournament

UNPLAYED = 400
"""What a game that has not been played yet counts for in the estimate, and the least that a forfeit is worth (PFS-7.2c)."""
LOSER = 1
"""The points of the player who has lost by forfeit (PFS-7.2)."""


class Forfeit(Struct, frozen=True):
    """The three numbers of which the greatest is N, and those from which the first comes: W = (S + M · 400) / R."""

    sum_so_far: int
    """S: the points of the games so far; an earlier forfeit counts with its N, or with 1 (S32)."""
    left: int
    """M: the games that are left, this one included."""
    rounds: int
    """R: the rounds of the event."""
    score_now: int
    """The points in this game when the forfeit is awarded (PFS-7.2b)."""

    @property
    def estimate(self) -> int:
        """W to the nearest whole point, halves upwards (PFS-7.2a, S32)."""
        return half_up(self.sum_so_far + self.left * UNPLAYED, self.rounds)

    @property
    def points(self) -> int:
        """N, for the player who benefits."""
        return max(self.estimate, self.score_now, UNPLAYED)


def forfeit_points(sum_so_far: int, played: int, rounds: int, score_now: int) -> Forfeit:
    """Compute N, the points of the player whose opponent has forfeited a game; all numbers are that player's own.

    Args:
        sum_so_far: S, the points of their games so far; an earlier forfeit counts with its N, or with 1.
        played: their games before this one.
        rounds: R, the rounds of the event.
        score_now: their points in this game when the forfeit is awarded.

    Returns:
        The numbers from which N comes, and N itself as `points`.

    Raises:
        ValueError: all games of the event have been played.

    Source: PFS-7.2a to 7.2d, S32.

    Example:
        >>> from mostek.tournament import forfeit_points
        >>> forfeit = forfeit_points(sum_so_far=1350, played=3, rounds=12, score_now=120)
        >>> forfeit.estimate, forfeit.points
        (413, 413)
    """
    if not 0 <= played < rounds:
        raise ValueError(f"{played} games played leave none of {rounds}")
    return Forfeit(sum_so_far, rounds - played, rounds, score_now)


def credits_of(state: Tournament, division: str, before: int | None = None) -> Credits:
    """The credits of everybody in a division, of all rounds or of those before one."""
    reckoned = _Reckoning(state, division)
    current = state.divisions[division].current
    for played in state.divisions[division].rounds:
        if before is not None and played.number >= before:
            break
        reckoned.take(played, is_ahead=current is not None and played.number > current.number)
    return {number: tuple(rows) for number, rows in reckoned.rows.items()}


def forfeit_at(state: Tournament, division: str, round_number: int, result: Forfeited) -> Forfeit:
    """The numbers from which N of a forfeit comes, to be shown (PFS-7.2a to 7.2d)."""
    reckoned = _Reckoning(state, division)
    for played in state.divisions[division].rounds[: round_number - 1]:
        reckoned.take(played)
    return reckoned.forfeit(round_number, result)


def outcome_at(state: Tournament, division: str, round_number: int, table: Table) -> TableOutcome:
    """The outcome of a table of a round, which everything that shows it renders.

    Args:
        state: the tournament.
        division: the division of the round.
        round_number: the number of the round.
        table: a table of that round, with or without a result.

    Returns:
        The places and what decided them, or that nothing has yet; the points of a forfeit are worked out (PFS-7.2).
    """
    match table.result:
        case Played() as played:
            return played_outcome(table, played, state.settings.has_draws)
        case Forfeited(winner=winner) as result:
            worth = result.points or forfeit_at(state, division, round_number, result).points
            return TableOutcome(
                by=DecidedBy.FORFEIT,
                places=tuple(1 if each == winner else 2 for each in table.players),
                scores=tuple(worth if each == winner else LOSER for each in table.players),
            )
        case BothForfeited():
            return TableOutcome(by=DecidedBy.BOTH_FORFEITED)
        case None:
            return TableOutcome(by=DecidedBy.OPEN if table.adjourned_until is None else DecidedBy.ADJOURNED)


class _Reckoning:
    """The credits so far."""

    def __init__(self, state: Tournament, division: str) -> None:
        self._settings: Settings = state.settings
        self._division = division
        self._rounds = state.rounds_planned
        self._shares_winner = self._settings.table.points.value is TablePoints.WINNER
        self._has_draws = self._settings.has_draws
        self._settled = self._settings.forfeit.missed_rounds.value is MissedRounds.SETTLED
        self.rows: dict[int, list[Credit]] = {number: [] for number in state.entrants}

    def take(self, played: Round, *, is_ahead: bool = False) -> None:
        """Add a round; of one that is to come only the games that have their results."""
        self._take(played, is_ahead=is_ahead)
        if cap := spread_cap(self._settings, self._division, played.number):
            for row in self.rows.values():
                if row and row[-1].round == played.number:
                    row[-1] = replace(row[-1], cap=cap)

    def _take(self, played: Round, *, is_ahead: bool) -> None:
        rows, number = self.rows, played.number
        for table in played.tables:
            result = table.result
            if type(result) is Played and len(table.players) == 2:
                self._take_two(number, table, result)
            elif result is not None:
                for player, credit in self._credits(number, table, result):
                    rows[player].append(credit)
        if is_ahead:
            return
        bye = self._settings.bye
        for player in played.byes:
            rows[player].append(
                _own(played, player)
                or Credit(number, CreditKind.BYE, bye.half_points.chosen, bye.own.chosen, bye.other.chosen)
            )
        for player in played.missed:
            rows[player].append(_own(played, player) or Credit(number, CreditKind.ABSENT, 0, 0, 0))

    def forfeit(self, round_number: int, result: Forfeited) -> Forfeit:
        """W, N and where they come from, for the winner of a forfeit in that round."""
        rows = self.rows[result.winner]
        played = round_number - 1 if self._settled else sum(row.kind is not CreditKind.ABSENT for row in rows)
        total = max(self._rounds, round_number)
        return forfeit_points(sum(row.own for row in rows), played, total, result.score_now)

    def _take_two(self, number: int, table: Table, result: Played) -> None:
        """Two at a table, as nearly all are: written out, because a hall has thousands of them."""
        first, second = table.players
        own, other = result.scores
        if table.deducted:
            own, other = own - table.deducted.get(first, 0), other - table.deducted.get(second, 0)
        margin = own - other or (0 if self._has_draws else _margin(result.last_words))
        points = WIN if margin > 0 else 0 if margin else DRAW
        game, rated = CreditKind.GAME, result.rated
        self.rows[first].append(Credit(number, game, points, own, other, (second,), True, rated))
        self.rows[second].append(Credit(number, game, WIN - points, other, own, (first,), False, rated))

    def _credits(self, number: int, table: Table, result: TableResult) -> Iterator[tuple[int, Credit]]:
        match result:
            case Played():
                yield from self._shared(number, table, result)
            case Forfeited(winner=winner):
                worth = result.points or self.forfeit(number, result).points
                for player in table.players:
                    yield player, _forfeited(number, table, player, player == winner, worth)
            case BothForfeited():
                for player in table.players:
                    others = tuple(other for other in table.players if other != player)
                    yield player, Credit(number, CreditKind.FORFEIT, 0, 0, 0, others, player == table.players[0])

    def _shared(self, number: int, table: Table, result: Played) -> Iterator[tuple[int, Credit]]:
        """Three or four at a table (CHAL, A-27); the last word separates equal scores (CHAL-10b)."""
        outcome = played_outcome(table, result, self._has_draws)
        for seat, player in enumerate(table.players):
            own, *others = _first(outcome.places, seat)
            score, *scores = _first(outcome.scores, seat)
            yield (
                player,
                Credit(
                    number,
                    CreditKind.GAME,
                    self._points(own, others),
                    score,
                    max(scores),
                    tuple(other for other in table.players if other != player),
                    seat == 0,
                    result.rated,
                    (own, *others),
                ),
            )

    def _points(self, own: int, others: list[int]) -> int:
        if self._shares_winner:
            return 0 if own > 1 else DRAW if own in others else WIN
        return sum(WIN if own < other else DRAW if own == other else 0 for other in others)


def _first(values: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The values with that of one seat in front."""
    return (values[seat], *values[:seat], *values[seat + 1 :])


def _forfeited(number: int, table: Table, player: int, won: bool, worth: int) -> Credit:
    own, other = (worth, LOSER) if won else (LOSER, worth)
    others = tuple(other for other in table.players if other != player)
    starts = player == table.players[0]
    return Credit(number, CreditKind.FORFEIT, WIN if won else 0, own, other, others, starts, rated=True)


def _own(played: Round, player: int) -> Credit | None:
    """The credit of a round without an opponent, where it is not the event's."""
    own = played.credits.get(player)
    return Credit(played.number, own.kind, own.half_points, own.own, own.other) if own else None


def _margin(last_words: tuple[int, ...]) -> int:
    return last_words[0] - last_words[1] if last_words else 0
