"""Mining: puzzles looked for in self-play, in recorded games, and among a player's own mistakes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

import msgspec

from mostek.app.export import recorded
from mostek.app.ports import LogError
from mostek.core.board import Board, Square
from mostek.core.diagnostics import NotationError
from mostek.core.moves import Placement, Word, words_formed, words_on
from mostek.core.players import Seat
from mostek.core.position import Position
from mostek.core.tiles import Letter, Tile
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.parallel import ResultStore, map_chunks
from mostek.engine.parallel.chunks import threads
from mostek.engine.review import GameReview, Grade, TurnReview, from_json
from mostek.features.puzzles.known_words import KnownWords, frequencies, known_words
from mostek.features.puzzles.model import AnswerProof, Puzzle, Theme, is_fit_puzzle
from mostek.features.puzzles.vetting import (
    STANDARD,
    MinedTurn,
    Standard,
    bounded,
    recorded_turns,
    self_play_turns,
    vet_by_simulation,
    vet_by_solver,
)
from mostek.lexicon import CORE, DEFAULT, Lexicon
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.school_words import table_hash
from mostek.notation.formats.cgp import format_position
from mostek.notation.game_record import TURN
from mostek.notation.replay import Replay, replay
from mostek.rules.loading import rulebook
from mostek.store.game_lines import read_lines

GAMES_IN_A_CHUNK = 8
"""About two seconds of one core."""
_FIRST = 2
"""The turns before it leave a board with too little to look at."""
_PHONEY_TURNS = range(7, 15)
_PHONEY_GAMES = 2
"""Every second game gives a phoney, or they would be the half of all puzzles."""
_RARE_GAMES = 4
"""Every fourth game may give a rare word: of the clearly best plays, a half are rare words."""
_SIMULATED = frozenset({Theme.PLAY, Theme.SHORT, Theme.BINGO, Theme.RARE})
_LEAD = 30


@dataclass(frozen=True, slots=True)
class Mine:
    """The place where puzzles of one seed come from: games of self-play by number. Chunks are ranges of games."""

    equipment: Equipment
    """The lexicon that judges."""
    played: Equipment
    """The lexicon of the players: a core list, so that the boards consist of words that people know."""
    seed: int
    frequencies: str = ""
    """The editions of the frequencies of words, see `known_words`."""
    standard: Standard = field(default=STANDARD)
    vulgar: str = field(default_factory=table_hash)
    """The hash of the table of vulgar words: none of them is in a puzzle."""

    def __call__(self, games: range) -> list[Puzzle]:
        """The puzzles of these games: of each theme one at most in a game, in the order of the turns."""
        return [puzzle for game in games for puzzle in _of_a_game(self, game, _without(game))]


@dataclass(frozen=True, slots=True)
class ThemeMine:
    """A mine of a few themes only. Without simulated themes a game takes a quarter of the time, and each game gives a phoney."""

    equipment: Equipment
    played: Equipment
    seed: int
    themes: tuple[str, ...]
    frequencies: str = ""
    standard: Standard = field(default=STANDARD)
    vulgar: str = field(default_factory=table_hash)

    def __call__(self, games: range) -> list[Puzzle]:
        """The puzzles of these games, as of `Mine`."""
        without = frozenset(theme for theme in Theme if theme.value not in self.themes)
        return [puzzle for game in games for puzzle in _of_a_game(self, game, without)]


def _without(game: int) -> frozenset[Theme]:
    """The themes that a game does not give."""
    left_out = [(Theme.RARE, game % _RARE_GAMES != 1), (Theme.PHONEY, game % _PHONEY_GAMES != 0)]
    return frozenset(theme for theme, is_out in left_out if is_out)


def _of_a_game(source: Mine | ThemeMine, game: int, without: frozenset[Theme]) -> Iterator[Puzzle]:
    chance = Random(f"{source.seed}/{game}/phoney")
    wanted = _PHONEY_TURNS[int(chance.random() * len(_PHONEY_TURNS))]
    lexicon = _open(source.equipment)
    known = known_words(source.played.lexicon, source.frequencies)
    found = set(without)
    for turn in self_play_turns(source.played, source.seed, game):
        name = f"{source.seed}/{game}/{turn.number}"
        if not turn.bag or not found.issuperset(_SIMULATED):
            yield from _of_a_turn(_open_game(turn), source.equipment, known, name, source.standard, found)
        if turn.number >= wanted and Theme.PHONEY not in found:
            phoney = made_phoney(turn, source.equipment, lexicon, known, chance, name)
            if phoney is not None and is_fit_puzzle(phoney):
                found.add(phoney.theme)
                yield phoney


def mine(
    seed: int = 1,
    lexicon: str = DEFAULT,
    played: str = CORE,
    themes: Collection[str] = (),
    used: str | None = None,
) -> Mine | ThemeMine:
    """The mine of this seed, for all themes or some; `used` are the editions of frequencies, by default the installed ones.

    Raises `LexiconError`, `OSError`.
    """
    used = frequencies() if used is None else used
    if themes:
        return ThemeMine(equipment(lexicon), equipment(played), seed, tuple(sorted(themes)), used)
    return Mine(equipment(lexicon), equipment(played), seed, used)


def mined(
    source: Mine | ThemeMine,
    games: range,
    executor: Executor | Callable[[], Executor] = threads,
    kept: ResultStore[list[Puzzle]] | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> list[Puzzle]:
    """The puzzles of these games on any executor, each question once; `progress` receives the number of finished games."""
    found: dict[str, Puzzle] = {}
    size = GAMES_IN_A_CHUNK
    chunks = (range(first, min(first + size, games.stop)) for first in range(games.start, games.stop, size))
    for chunk, puzzles in map_chunks(source, chunks, executor, kept=kept):
        found.update((puzzle.id, puzzle) for puzzle in puzzles)
        progress(chunk.stop - games.start)
    return list(found.values())


def mined_from(
    games: Iterable[Replay], used: Equipment, core: str = CORE, standard: Standard = STANDARD
) -> Iterator[Puzzle]:
    """The puzzles of recorded games, without names: of each theme one at most in a game.

    A game with other tiles than the standard set, and a turn without a whole rack, give none.
    """
    lexicon, known = _open(used), known_words(core, frequencies())
    for game in games:
        if game.game.tile_set.name != used.tile_set:
            continue
        found: set[Theme] = set()
        for turn in recorded_turns(game):
            yield from _of_a_turn(turn, used, known, "game", standard, found)
            phoney = phoney_on(turn.board, lexicon, turn.scores, "game")
            if Theme.PHONEY not in found and phoney is not None and is_fit_puzzle(phoney):
                found.add(phoney.theme)
                yield phoney


def _of_a_turn(
    turn: MinedTurn, used: Equipment, known: KnownWords, source: str, standard: Standard, found: set[Theme]
) -> Iterator[Puzzle]:
    if turn.number < _FIRST:
        return
    if turn.bag:
        puzzle = vet_by_simulation(turn, used, known, source, standard, found)
    else:
        puzzle = vet_by_solver(turn, used, known, source, standard)
    if puzzle is not None and puzzle.theme not in found and is_fit_puzzle(puzzle):
        found.add(puzzle.theme)
        yield puzzle


def _open_game(turn: MinedTurn) -> MinedTurn:
    """The turn with a small lead: the players took no notice of it, and in a game that is decided no play matters."""
    lead = turn.scores[0] - turn.scores[1]
    return turn if abs(lead) <= _LEAD else turn.with_lead(_LEAD if lead > 0 else -_LEAD)


def _open(used: Equipment) -> OpenLexicon:
    return open_lexicon(used.lexicon)


Thing = TypeVar("Thing")
_ALIKE = ("AĄ", "CĆ", "EĘ", "LŁ", "NŃ", "OÓU", "SŚ", "ZŹŻ", "AEOIYU", "BP", "DT", "GK", "WF", "SZC", "MN", "RL")
"""Letters that people take for each other, the likelier first: sounds that are alike, and other vowels."""
_LENGTHS = range(4, 10)
_FEWEST_WORDS = 8
_TRIED = 40
"""The best plays by points of which a phoney is made."""


def lacking(board: Board, lexicon: Lexicon) -> list[Word]:
    """The words on a board that the lexicon lacks."""
    return [word for word in words_on(board) if word.text not in lexicon]


def phoney_on(board: Board, lexicon: Lexicon, scores: tuple[int, int], source: str) -> Puzzle | None:
    """The puzzle of a board on which exactly one word is a phoney, or nothing."""
    wrong = lacking(board, lexicon)
    every = [word.text for word in words_on(board)]
    if len(wrong) != 1 or len(every) < _FEWEST_WORDS or len(wrong[0].tiles) not in _LENGTHS:
        return None
    answer = wrong[0].text
    return Puzzle(
        theme=Theme.PHONEY,
        position=format_position(Position(board, ((), ()), scores, 0)),
        answer=answer,
        second="",
        points=0,
        wins=0,
        outlook=0,
        proof=AnswerProof.LEXICON,
        difficulty=bounded(1100 + 20 * len(every) + 40 * (len(answer) - 4)),
        source=source,
    )


def made_phoney(
    turn: MinedTurn, equipment: Equipment, lexicon: Lexicon, known: KnownWords, chance: Random, source: str
) -> Puzzle | None:
    """A puzzle in which the player on turn has just laid a word that is nearly one, or nothing.

    One tile of a good play with a common word is exchanged for a tile with a letter that people take for it. The word then is of
    no list, and all words across it are valid.
    """
    found = equipment.searcher.best(turn.board, turn.rack, _TRIED, None)
    plays = [play for play in found if len(play.word) in _LENGTHS]
    while plays:
        play = plays.pop(int(chance.random() * len(plays)))
        if not known.is_common(words_formed(turn.board, play.placement)[0].text):
            continue
        for square, tile in _shuffled(list(play.placement.tiles.items()), chance):
            if tile.blank:
                continue
            for letter in _alike(str(tile), chance):
                puzzle = _with_letter(turn, play.placement, square, letter, lexicon, source)
                if puzzle is not None:
                    scores = (turn.scores[1], turn.scores[0] + play.score)
                    return replace_scores(puzzle, scores)
    return None


def _with_letter(
    turn: MinedTurn, placement: Placement, square: Square, letter: str, lexicon: Lexicon, source: str
) -> Puzzle | None:
    changed = Placement({**placement.tiles, square: Tile(Letter(letter))})
    words = words_formed(turn.board, changed)
    if words[0].text in lexicon or any(word.text not in lexicon for word in words[1:]):
        return None
    return phoney_on(turn.board.lay(changed.tiles), lexicon, (0, 0), source)


def replace_scores(puzzle: Puzzle, scores: tuple[int, int]) -> Puzzle:
    """The puzzle with other scores."""
    return msgspec.structs.replace(puzzle, position=format_position(replace(puzzle.asked, scores=scores)))


def _alike(letter: str, chance: Random) -> Iterator[str]:
    for group in _ALIKE:
        if letter in group:
            yield from _shuffled([other for other in group if other != letter], chance)


def _shuffled(things: list[Thing], chance: Random) -> list[Thing]:
    # `random()` is the one method whose sequence Python promises to keep from version to version.
    left = list(things)
    return [left.pop(int(chance.random() * len(left))) for _ in things]


_MISTAKES = frozenset({Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER})


def mistakes(
    game: Replay,
    review: GameReview,
    seat: Seat,
    used: Equipment,
    known: KnownWords,
    standard: Standard = STANDARD,
) -> list[Puzzle]:
    """The turns of a player that the review calls a mistake, and in which one play was clearly the best.

    The review says which turns were mistakes and what was best. The vetting of all puzzles says whether that play is the only
    good one: a puzzle must not have two answers.

    Args:
        game: A finished game of two whose racks are known.
        review: Its review, by simulation at least.
        seat: The player.
        used: The lexicon that judges.
        known: The words that people know: another one makes the theme of a rare word.
        standard: The margins of an answer.

    Returns:
        The puzzles in the order of the turns.
    """
    if game.game.tile_set.name != used.tile_set:
        return []
    rows = (number for number, row in enumerate(game.turns) if isinstance(row.recorded.action, TURN))
    reviewed = dict(zip(rows, review.turns, strict=True))
    wrong = {number: turn for number, turn in reviewed.items() if turn.seat == seat and turn.grade in _MISTAKES}
    found = []
    for turn in recorded_turns(game):
        judged = wrong.get(turn.number)
        if judged is not None and (puzzle := _vetted(turn, judged, used, known, standard)) is not None:
            found.append(puzzle)
    return found


def _vetted(
    turn: MinedTurn, judged: TurnReview, used: Equipment, known: KnownWords, standard: Standard
) -> Puzzle | None:
    vet = vet_by_simulation if turn.bag else vet_by_solver
    puzzle = vet(turn, used, known, "game", standard)
    if puzzle is None or puzzle.answer == judged.move:
        return None
    # What the solver has proved needs no second opinion; what two simulations see differently is no puzzle.
    is_sure = puzzle.proof is AnswerProof.SOLVER or puzzle.answer == judged.best[0].move
    return puzzle if is_sure and is_fit_puzzle(puzzle) else None


def own_mistakes(log: bytes, review: bytes, seats: Sequence[Seat]) -> Sequence[Puzzle]:
    """The puzzles of a game for the players of some seats; none for one that cannot be read or began from a position."""
    try:
        game = replay(recorded(read_lines(log).kept.events), rulebook("pfs"))
    except (LogError, NotationError):
        return []
    used, known = equipment(DEFAULT), known_words(CORE, frequencies())
    found = from_json(review)
    return [puzzle for seat in seats for puzzle in mistakes(game, found, seat, used, known)]
