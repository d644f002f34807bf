"""Mining: puzzles looked for in the games of self-play and in recorded games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random

from mostek.engine.equipment import Equipment, equipment
from mostek.engine.parallel import ResultStore, map_chunks
from mostek.engine.parallel.chunks import threads
from mostek.lexicon import CORE, DEFAULT
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.school_words import table_hash
from mostek.notation.replay import Replay
from mostek.puzzles.known_words import KnownWords, frequencies, known_words
from mostek.puzzles.phonies import made_phoney, phoney_on
from mostek.puzzles.puzzle import Puzzle, Theme
from mostek.puzzles.shown_words import is_fit_puzzle
from mostek.puzzles.turns import MinedTurn, recorded_turns, self_play_turns
from mostek.puzzles.vetting import STANDARD, Standard, vet_by_simulation, vet_by_solver

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
