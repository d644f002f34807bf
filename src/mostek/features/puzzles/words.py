"""Puzzles in words: their questions, hints, verdicts and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mostek.core.board import Direction
from mostek.core.moves import fault_names
from mostek.features.puzzles.model import AnswerProof, Puzzle, Theme, Verdict
from mostek.messages import count, text
from mostek.messages.refusals import say_fault

HINTS = 3
"""The number of hints of each puzzle."""
_TITLES: dict[Theme, Callable[[], str]] = {
    Theme.PLAY: lambda: text("The best play"),
    Theme.SHORT: lambda: text("The best short play"),
    Theme.BINGO: lambda: text("The bingo"),
    Theme.RARE: lambda: text("The rare word"),
    Theme.OUT: lambda: text("Going out"),
    Theme.ENDING: lambda: text("The only winning end"),
    Theme.PHONEY: lambda: text("The phoney"),
}
_QUESTIONS: dict[Theme, Callable[[], str]] = {
    Theme.PLAY: lambda: text("Find the best play."),
    Theme.SHORT: lambda: text("Find the best play. It lays two to four tiles."),
    Theme.BINGO: lambda: text("Find the best play. It lays all seven tiles."),
    Theme.RARE: lambda: text("Find the best play. It forms a rare word."),
    Theme.OUT: lambda: text("The bag is empty. Find the best play: it lays all your tiles."),
    Theme.ENDING: lambda: text("The bag is empty. Only one play wins the game. Find it."),
    Theme.PHONEY: lambda: text("One word on the board is not in the list. Which one?"),
}


def theme_title(theme: Theme) -> str:
    """The name of a theme."""
    return _TITLES[theme]()


def question(theme: Theme) -> str:
    """The task of a puzzle."""
    return _QUESTIONS[theme]()


def hint(puzzle: Puzzle, step: int) -> str:
    """A hint, from the first to the third, each saying more."""
    if puzzle.theme.asks_for_a_word:
        letters = len(puzzle.answer)
        if step <= 1:
            return count("The word has {n} letter.", "The word has {n} letters.", letters)
        if step == 2:
            return text("The word begins with {letter}.", letter=puzzle.answer[0])
        return text(
            "The word begins with {letter} and ends with {last}.", letter=puzzle.answer[0], last=puzzle.answer[-1]
        )
    play = puzzle.play
    laid = len(play.placement(puzzle.asked.board))
    if step <= 1:
        return count("The play lays {n} tile.", "The play lays {n} tiles.", laid)
    across = play.direction is Direction.ACROSS
    if step == 2:
        line = play.start.name[0] if across else play.start.name[1:]
        return (
            text("The word lies in row {line}.", line=line)
            if across
            else text("The word lies in column {line}.", line=line)
        )
    return text("The word begins on {square}.", square=play.start.written(play.direction))


def verdict_lines(puzzle: Puzzle, verdict: Verdict) -> Iterator[str]:
    """The sentences about an answer, without the right one."""
    if not verdict.is_answer:
        yield from (say_fault(name) for name in fault_names(verdict.fault))
        return
    if verdict.is_right:
        yield text("Right!")
        return
    yield text("Not this one.")
    if verdict.invalid:
        words = ", ".join(verdict.invalid)
        yield count("{words} is not in the list.", "{words} are not in the list.", len(verdict.invalid), words=words)
    if verdict.lost_points is not None:
        yield _lost(puzzle, verdict.lost_points, verdict.lost_wins or 0.0)


def _lost(puzzle: Puzzle, points: float, wins: float) -> str:
    if puzzle.proof is AnswerProof.SOLVER:
        lost = count("This loses {n} point until the end.", "This loses {n} points until the end.", round(points))
        return f"{lost} {text('It does not win the game.')}" if puzzle.theme is Theme.ENDING and wins > 0 else lost
    if points < 1 and wins < 0.01:
        return text("It is nearly as good.")
    return text(
        "On average this loses {points} points and {wins} % of the games.",
        points=max(0, round(points)),
        wins=max(0, round(100 * wins)),
    )


def reason(puzzle: Puzzle) -> str:
    """The sentence that says why the answer is the best."""
    match puzzle.proof:
        case AnswerProof.LEXICON:
            return text("{word} is not in the list; every other word on the board is.", word=puzzle.answer)
        case AnswerProof.SOLVER:
            best = text("Proved to the end of the game: the next best is {second}.", second=puzzle.second)
            lost = count("It brings {n} point less.", "It brings {n} points less.", puzzle.points)
            return f"{best} {lost}"
        case AnswerProof.SIMULATION:
            pass
    return text(
        "The next best is {second}. On average it brings {points} points less and wins {wins} % fewer games.",
        second=puzzle.second,
        points=puzzle.points,
        wins=round(puzzle.wins / 10),
    )
