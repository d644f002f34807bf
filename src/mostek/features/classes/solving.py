"""The solutions of the tasks of a class set, worked out once, when the set is made."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mostek.core.board import Board, layout
from mostek.core.diagnostics import NotationError
from mostek.core.errors import SentenceError
from mostek.core.moves import Placement, PlayFault, faults, words_on
from mostek.core.position import Position
from mostek.core.tiles import TileError, tile_set
from mostek.engine.position import search_position
from mostek.engine.search import candidate, moves, plays
from mostek.features.classes.exam import find_case
from mostek.features.classes.model import (
    RACK,
    AnagramDraft,
    CaseDraft,
    ClassError,
    ClassFault,
    ClassSet,
    ClassTask,
    PositionDraft,
    SetDraft,
    Solution,
    TaskDraft,
    WordDraft,
    checked_rack,
    checked_word,
    tiles_key,
)
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import open_lexicon
from mostek.lexicon.school_hints import closed_words
from mostek.lexicon.school_words import is_vulgar
from mostek.notation.coordinates import CoordinateError, Orientation, parse_coordinate
from mostek.notation.formats import cgp
from mostek.notation.plays import words_of_play

LARGEST_SET = 150_000
"""The bytes of a stored set, with its solutions."""
_TILES = tile_set("pl-current")
_LOOKED_AT = 100
"""The best plays among which one without a vulgar word is looked for."""
_KEPT_PLAYS = 60
"""The best plays of a position whose equity is kept: one further down counts as worthless by equity."""
_MOST_ANAGRAM = RACK + 1
"""The letters of an anagram: a rack, and a tile through which it is laid."""
_PLAIN = str.maketrans("", "", "()")


def make_set(draft: SetDraft) -> ClassSet:
    """Solve the tasks of a set. Raises `ClassError` with the number of the task that cannot be."""
    title = " ".join(draft.title.split())
    if not title or not title.isprintable():
        raise ClassError(ClassFault.BAD_TASK, "The set needs a title.")
    lexicon = open_lexicon(draft.lexicon or DEFAULT)
    pinned = f"{lexicon.header.name}@{lexicon.header.edition}"
    tasks: list[ClassTask] = []
    for number, task in enumerate(draft.tasks, 1):
        try:
            tasks.append(ClassTask(task, _solved(task, pinned, draft.school_words)))
        except (SentenceError, ValueError) as error:
            raise ClassError(
                ClassFault.BAD_TASK, "Task {number} cannot be used: {why}", number=number, why=_reason(error)
            ) from None
    made = ClassSet(title, tuple(tasks), pinned, draft.explain, draft.school_words)
    if len(msgspec.json.encode(made)) > LARGEST_SET:
        raise ClassError(ClassFault.TOO_LARGE, "The set is too large; make two of it.")
    return made


def _reason(error: SentenceError | ValueError) -> SentenceError | str:
    return error if isinstance(error, SentenceError) else str(error)


def _solved(task: TaskDraft, lexicon: str, closed: bool) -> Solution:
    match task:
        case PositionDraft():
            return _solved_position(task, lexicon, closed)
        case WordDraft(word):
            if closed:
                _refuse_vulgar([checked_word(word)])
            return Solution(valid=open_lexicon(lexicon).valid([checked_word(word)])[0], words=(checked_word(word),))
        case AnagramDraft(letters):
            return _solved_anagram(checked_word(letters), lexicon, closed)
        case CaseDraft(case):
            try:
                find_case(case)
            except LookupError:
                raise ClassError(ClassFault.BAD_TASK, "There is no case {name!r}.", name=case) from None
            return Solution()


def _solved_anagram(letters: str, lexicon: str, closed: bool) -> Solution:
    """The words of the letters. Which of them is right, the list alone says; a vulgar one is not shown."""
    words = _anagrams(letters, lexicon)
    shown = closed_words(words) if closed else words
    if not shown:
        raise _vulgar()
    return Solution(words=shown, unshown=tuple(word for word in words if word not in shown))


def _refuse_vulgar(words: Iterable[str]) -> None:
    """Raises `ClassError` if one of these words is vulgar."""
    if any(map(is_vulgar, words)):
        raise _vulgar()


def _vulgar() -> ClassError:
    return ClassError(
        ClassFault.BAD_TASK, "It has a vulgar word. Change the task, or let this set show vulgar words, too."
    )


def _anagrams(letters: str, lexicon: str) -> tuple[str, ...]:
    """The words of exactly these letters: the search lays all of them in one line, an eighth one through a tile on the board."""
    signs = [str(sign) for sign in _TILES.alphabet.spell(letters)]
    if len(signs) > _MOST_ANAGRAM:
        raise ClassError(ClassFault.BAD_TASK, "An anagram has at most {most} letters.", most=_MOST_ANAGRAM)
    through = signs[RACK:]
    board = Board(layout(), {layout().start: _TILES.alphabet.spell(sign)[0] for sign in through})
    found = moves(Position(board), "".join(signs[:RACK]), lexicon=lexicon, both_directions=False)
    words = {each.written.partition(" ")[2].translate(_PLAIN) for each in found}
    fitting = tuple(sorted(word for word in words if len(_TILES.alphabet.spell(word)) == len(signs)))
    if not fitting:
        raise ClassError(ClassFault.BAD_TASK, "{letters} make no word of the list.", letters=letters)
    return fitting


def _solved_position(task: PositionDraft, lexicon: str, closed: bool) -> Solution:
    board = _board(task.board)
    if closed:
        _refuse_vulgar(word.text for word in words_on(board))
    rack = checked_rack(task.rack)
    position = search_position(Position(board), rack, lexicon=lexicon)
    if task.counts == "equity":
        found = plays(position, _KEPT_PLAYS)
    else:
        found = [candidate(position, play) for play in position.searcher.best(board, rack, _LOOKED_AT if closed else 1)]
    if not found:
        raise ClassError(ClassFault.BAD_TASK, "No play is possible with this rack.")
    fit = (
        each
        for each in found
        if not closed or not any(map(is_vulgar, words_of_play(board, each.written, _TILES.alphabet)))
    )
    best, equities = next(fit, None), {}
    if best is None:
        raise _vulgar()
    if task.counts == "equity":
        equities = {tiles_key(_laid(each.written, board)): each.equity for each in found}
    return Solution(
        squares={square.name: str(tile) for square, tile in board.tiles()},
        rack=_TILES.alphabet.sort(rack),
        best=best.written,
        points=best.score,
        equity=best.equity,
        equities=equities,
    )


def _laid(written: str, board: Board) -> dict[str, str]:
    """The tiles that a written play lays: those of the board stand in parentheses."""
    place, _, word = written.partition(" ")
    square, direction = parse_coordinate(place, Orientation.LETTERED_ROWS)
    placement = Placement.along(board, square, direction, _TILES.alphabet.spell(word.translate(_PLAIN)))
    return {each.name: str(tile) for each, tile in placement.tiles.items() if board[each] is None}


def _board(text: str) -> Board:
    """The board of a draft: nothing, a line of CGP, or words with their places, one a line or with commas between."""
    if "/" in text:
        try:
            return cgp.parse_position(text.strip(), _TILES).board
        except NotationError:
            raise ClassError(ClassFault.BAD_TASK, "This line of CGP cannot be read.") from None
    board = Board(layout())
    for part in text.replace("\n", ",").split(","):
        place, _, word = part.strip().partition(" ")
        if not place:
            continue
        try:
            square, direction = parse_coordinate(place, Orientation.LETTERED_ROWS)
            placement = Placement.along(board, square, direction, _TILES.alphabet.spell(word.strip()))
        except (CoordinateError, TileError):
            raise ClassError(
                ClassFault.BAD_TASK, "{text} is not a place and a word, such as H8 KOT.", text=part.strip()[:40]
            ) from None
        found = faults(board, placement, None, _TILES.alphabet)
        if not placement.tiles or found & (PlayFault.OFF_BOARD | PlayFault.SQUARE_TAKEN | PlayFault.BLANK_UNDECLARED):
            raise ClassError(ClassFault.BAD_TASK, "{text} does not fit on the board.", text=part.strip()[:40])
        board = board.lay(placement.tiles)
    return board
