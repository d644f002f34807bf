"""Reviews of games that deepen: first verdicts by static equity, then each turn as deep as asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from math import inf
from time import monotonic

from msgspec import structs

from mostek.core.diagnostics import Severity
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.engine.equipment import Equipment
from mostek.engine.parallel import map_chunks
from mostek.engine.parallel.chunks import CORES
from mostek.engine.position import SearchPosition, checked_count
from mostek.engine.review.balance import Balanced, balanced
from mostek.engine.review.course import CourseTurn, GameCourse, course_of
from mostek.engine.review.efforts import EFFORTS
from mostek.engine.review.grades import accuracy, mistake
from mostek.engine.review.judging_list import ReviewError, judges, judging_list
from mostek.engine.review.outlook import outlook
from mostek.engine.review.signs import is_bingo, signs_of, written
from mostek.engine.review.values import (
    Depth,
    GameReview,
    Grade,
    Note,
    PlayerReview,
    Sign,
    TurnReview,
)
from mostek.engine.review.verdicts import Judge
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.library import open_lexicon
from mostek.notation.game_formats import read_game, replay_read
from mostek.notation.game_record import STANDARD, RecordedExchange, RecordedGame
from mostek.notation.record_checks.racks import FULL_RACK
from mostek.notation.replay import Replay, replay
from mostek.rules.loading import rulebook as load_rulebook
from mostek.rules.rulebook import Rulebook

GameLike = RecordedGame | bytes | str
"""A recorded game, or the contents of a file of any format that `mostek convert` reads."""
MOST_TURNS = 400
"""The most turns of a game; more are no game (GEN-15c ends it long before)."""


def review(
    game: GameLike,
    depth: Depth | str = Depth.NORMAL,
    lexicon: str | None = None,
    *,
    rulebook: str = "pfs",
    seed: int = 1,
    threads: int = 0,
    known: GameReview | None = None,
    only: Collection[int] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    progress: Callable[[GameReview], object] = lambda found: None,
) -> GameReview:
    """Review a game: what each turn was worth, what was better, grades, luck and skill.

    Every turn is first judged by static equity, then by simulation over equal deals, by proved draws of the last tiles, or by
    exact endgames. The same game, depth, list and seed give the same review on any number of threads.

    Args:
        game: A recorded game, or the contents of a file: GCG, kurnik, zagraj, Woogles …
        depth: `quick`, `normal` or `deep`; `static` for the first verdicts alone.
        lexicon: The list that judges; by default the one that the game names if it is installed, else `pl-wolny`.
        rulebook: The rulebook of the game.
        seed: The seed of the deals.
        threads: The number of threads; 0 for one on each core.
        known: An earlier review of the same game, which may have been stopped: its turns of this depth are used.
        only: The numbers of the turns, from 0, that are looked at so deeply; the others keep their first verdicts.
        go_on: Called often; the review stops when it returns false.
        progress: Receives the review after the first verdicts and after each turn.

    Returns:
        The review. `is_complete` says whether every turn has the full depth.

    Raises:
        NotationError: The file holds no readable game.
        ReviewError: The game cannot be reviewed: no turns, another board, or no list with its letters.
        LexiconError: The list is not installed.
        OSError: The list cannot be read.

    Source: docs/decisions/0039-reviews.md.

    Example:
        >>> from mostek.engine.review import review
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n>ola: AKOTZ?? - +0 0\\n"
        >>> found = review(game, "static")
        >>> [turn.move for turn in found.turns], found.turns[1].grade.value
        (['H8 KOT', '-'], 'mistake')
    """
    found: GameReview | None = None
    with closing(
        deepening(
            game, depth, lexicon, rulebook=rulebook, seed=seed, threads=threads, known=known, only=only, go_on=go_on
        )
    ) as steps:
        for found in steps:
            progress(found)
    assert found is not None
    return found


def deepening(
    game: GameLike,
    depth: Depth | str = Depth.NORMAL,
    lexicon: str | None = None,
    *,
    rulebook: str = "pfs",
    seed: int = 1,
    threads: int = 0,
    known: GameReview | None = None,
    only: Collection[int] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    seconds: float | None = None,
) -> Generator[GameReview]:
    """Review a game step by step.

    Args:
        game: See `review`.
        depth: See `review`.
        lexicon: See `review`.
        rulebook: See `review`.
        seed: See `review`.
        threads: See `review`.
        known: See `review`.
        only: See `review`.
        go_on: See `review`.
        seconds: The seconds after the first verdicts in which turns are begun, one at least; the last review is good as `known`.

    Returns:
        The reviews: first that of static equity, then one after each turn in the order of play; the last is what `review`
        returns. Close the iterator to stop.

    Raises:
        NotationError: See `review`.
        ReviewError: See `review`.
        LexiconError: See `review`.
        OSError: See `review`.

    Example:
        >>> from mostek.engine.review import deepening
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n>ola: AKOTZ?? - +0 0\\n"
        >>> [found.is_complete for found in deepening(game, "quick")]
        [False, False, True]
    """
    checked_count("threads", threads, 0, 1024)
    reviewing = _Reviewing.of(game, Depth(depth), lexicon, load_rulebook(rulebook), seed, go_on)
    reviewing.only = only
    return reviewing.steps(known, threads, seconds)


@dataclass
class _Reviewing:
    """The review of a game in the making."""

    replayed: Replay
    course: GameCourse
    judge: Judge
    header: LexiconHeader
    book: Rulebook
    depth: Depth
    notes: tuple[Note, ...]
    only: Collection[int] | None = None
    turns: list[TurnReview] = field(default_factory=list)

    @classmethod
    def of(
        cls, game: GameLike, depth: Depth, lexicon: str | None, book: Rulebook, seed: int, go_on: Callable[[], bool]
    ) -> _Reviewing:
        """Read and replay a game. Raises as `review`."""
        replayed = _replayed(game, lexicon, book)
        record = replayed.game
        if record.layout != STANDARD:
            raise ReviewError(
                "The board {layout!r} cannot be reviewed; only the standard one can.", layout=record.layout
            )
        header, note = judging_list(record.lexicon, record.tile_set, lexicon)
        pinned = f"{header.name}@{header.edition}"
        course = course_of(replayed, open_lexicon(pinned), book.end)
        if not course.turns:
            raise ReviewError("The game has no turns.")
        if len(course.turns) > MOST_TURNS:
            raise ReviewError("The game has {count} turns, which no game has.", count=len(course.turns))
        tiles = record.tile_set.tiles
        equipment = Equipment(pinned, header.hash, record.tile_set.name)
        position_at = partial(_asked, equipment, book.exchange.bag_minimum.value)
        judge = Judge(tiles, len(record.players), position_at, outlook(pinned), seed, go_on)
        return cls(replayed, course, judge, header, book, depth, _notes(replayed, course, tiles, note))

    def steps(self, known: GameReview | None, threads: int, seconds: float | None) -> Generator[GameReview]:
        """The reviews, one after each turn."""
        facts = [self._facts(turn) for turn in self.course.turns]
        stored = self._kept(known, facts)
        self.turns = [
            stored.get(turn.number) or self._judged(turn, Depth.STATIC, fact)
            for turn, fact in zip(self.course.turns, facts, strict=True)
        ]
        numbers = [turn.turn for turn in self.turns if turn.depth is not self.depth and self._is_wanted(turn.turn)]
        yield self.review()
        work = lambda number: self.judge.judge(self.course.turns[number], self.depth, facts[number])  # noqa: E731
        executor = partial(ThreadPoolExecutor, threads or CORES, "mostek-review")
        ends = inf if seconds is None else monotonic() + seconds
        begun = takewhile(lambda number: number == numbers[0] or monotonic() < ends, numbers)
        # What is worked on ahead of a stop would be worked on for nothing.
        ahead = (threads or CORES) * (2 if seconds is None else 1)
        for number, found in map_chunks(work, begun, executor, ahead=ahead):
            if found is None:
                break
            self.turns[number] = self._signed(self.course.turns[number], found)
            yield self.review()
        else:
            return
        yield self.review(is_stopped=True)

    def _is_wanted(self, number: int) -> bool:
        return self.only is None or number in self.only

    def review(self, *, is_stopped: bool = False) -> GameReview:
        """The review so far."""
        record = self.replayed.game
        is_complete = all(turn.depth is self.depth for turn in self.turns if self._is_wanted(turn.turn))
        sums: Balanced | None = None
        if len(record.players) == _PAIR:
            plies = {depth: efforts.second.plies for depth, efforts in EFFORTS.items()}
            sums = balanced(self.turns, self.course, self.judge.outlook, self.judge.tiles, plies)
        turns = tuple(self.turns) if sums is None else sums.turns
        stopped = (Note.STOPPED,) if is_stopped and not is_complete else ()
        return GameReview(
            depth=self.depth,
            seed=self.judge.seed,
            lexicon=f"{self.header.name}@{self.header.edition}",
            lexicon_hash=self.header.hash,
            lexicon_named=record.lexicon,
            rulebook=self.book.name,
            tile_set=record.tile_set.name,
            title=record.title,
            is_complete=is_complete,
            notes=self.notes + stopped,
            players=tuple(self._player(seat, turns, sums) for seat in record.players.seats),
            turns=turns,
            balance=None if sums is None else sums.balance,
            board=tuple(str(self.replayed.board).splitlines()),
        )

    def _facts(self, turn: CourseTurn) -> TurnReview:
        """The facts of a turn, before any verdict."""
        sort = self.replayed.game.tile_set.alphabet.sort
        move = written(turn)
        if turn.kind == "pass":
            move = "-"
        elif isinstance(turn.action, RecordedExchange):
            move = "-" + (str(turn.action.count) if turn.action.tiles is None else sort(turn.action.tiles))
        off = len(self.judge.tiles) - len(turn.before)
        return TurnReview(
            turn=turn.number,
            line=turn.line,
            seat=int(turn.seat),
            kind=turn.kind,
            move=move,
            score=turn.score,
            came_off=turn.came_off,
            position=turn.position(),
            rack=sort(turn.rack) if turn.rack else None,
            scores=turn.scores,
            bag=max(0, off - FULL_RACK * len(turn.scores)),
            words=turn.words,
            invalid=turn.invalid,
        )

    def _judged(self, turn: CourseTurn, depth: Depth, facts: TurnReview) -> TurnReview:
        found = self.judge.judge(turn, depth, facts)
        assert found is not None, "a static verdict is not stopped"
        return self._signed(turn, found)

    def _signed(self, turn: CourseTurn, found: TurnReview) -> TurnReview:
        before = self.course.turns[turn.number - 1] if turn.number else None
        return structs.replace(found, signs=signs_of(found, turn, before))

    def _kept(self, known: GameReview | None, facts: list[TurnReview]) -> Mapping[int, TurnReview]:
        """The turns of an earlier review that have this depth, or their first verdicts."""
        if known is None or (known.seed, known.lexicon_hash, known.rulebook, known.tile_set) != (
            self.judge.seed,
            self.header.hash,
            self.book.name,
            self.replayed.game.tile_set.name,
        ):
            return {}
        pairs = zip(known.turns, facts, strict=False)
        return {
            fact.turn: old
            for old, fact in pairs
            if old.depth in (self.depth, Depth.STATIC)
            and (old.position, old.move, old.seat) == (fact.position, fact.move, fact.seat)
        }

    def _player(self, seat: Seat, turns: tuple[TurnReview, ...], sums: Balanced | None) -> PlayerReview:
        own = [turn for turn in turns if turn.seat == seat]
        course = [turn for turn in self.course.turns if turn.seat is seat]
        graded = [turn for turn in own if turn.grade is not None and turn.loss is not None]
        signs = [sign.sign for turn in own for sign in turn.signs]
        losses = [(turn.loss, turn.basis) for turn in graded if turn.loss and turn.basis]
        accuracies = [accuracy(turn.chance_before or 0.0, turn.loss.chance) for turn in graded if turn.loss]
        lost = [turn.loss for turn in own if turn.loss is not None]
        return PlayerReview(
            seat=int(seat),
            name=self.replayed.game.players[seat].name,
            score=self.course.scores[seat - 1],
            turns=len(own),
            judged=len(graded),
            accuracy=round(sum(accuracies) / len(accuracies), 1) if accuracies else None,
            mistake_index=round(sum(mistake(loss, basis) for loss, basis in losses), 1) if losses else None,
            grades={grade: sum(turn.grade is grade for turn in graded) for grade in Grade},
            lost_chance=round(sum((loss.chance for loss in lost), 0.0), 4),
            skill=round(0.0 - sum(loss.points for loss in lost), 3),
            luck=0.0 if sums is None else sums.luck[seat - 1],
            bingos=sum(is_bingo(turn) for turn in course),
            bingos_missed=signs.count(Sign.MISSED_BINGO),
            phoneys=sum(turn.is_phoney for turn in course),
            challenges_missed=signs.count(Sign.CHALLENGE_MISSED) + self._last_challenge(seat),
        )

    def _last_challenge(self, seat: Seat) -> int:
        """1 if the game ended with a phoney that this player did not challenge."""
        last = self.course.turns[-1]
        return int(last.is_phoney and not last.came_off and last.seat is not seat and len(last.scores) == _PAIR)


def _asked(equipment: Equipment, exchange_from: int, turn: CourseTurn, rack: Tiles) -> SearchPosition:
    passes = min(turn.passes, _MOST_PASSES)
    return SearchPosition(equipment, turn.before, rack, turn.lead, passes, exchange_from=exchange_from)


def _replayed(game: GameLike, lexicon: str | None, book: Rulebook) -> Replay:
    """The game replayed. An installed list that the game names settles whose letters its tiles are."""
    if isinstance(game, RecordedGame):
        return replay(game, book)
    data = game.encode() if isinstance(game, str) else game
    read = read_game(data)
    if judges(lexicon or read.lexicon, read.tile_set):
        return replay(read, book)
    return replay_read(read, lambda tiles: read_game(data, tile_set=tiles), book)


def _notes(replayed: Replay, course: GameCourse, tiles: Tiles, note: Note | None) -> tuple[Note, ...]:
    """The notes of a game."""
    notes = [note] if note else []
    if len(replayed.game.players) != _PAIR:
        notes.append(Note.MANY_PLAYERS)
    if not course.is_finished:
        notes.append(Note.UNFINISHED)
    if any(each.severity >= Severity.DIFFERENCE for each in replayed.diagnostics):
        notes.append(Note.SCORES_DIFFER)
    if any(not turn.rack for turn in course.turns if turn.kind in ("play", "exchange", "pass")):
        notes.append(Note.RACKS_MISSING)
    return tuple(notes)


_PAIR = 2
_MOST_PASSES = 3
