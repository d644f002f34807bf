"""`mostek puzzles solve`: puzzles in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.output import Failure, console, json_option, print_json, sentences, tell
from mostek.cli.puzzles import collection_option, opened, theme_option
from mostek.messages import count, text

if TYPE_CHECKING:
    from mostek.puzzles.puzzle import Puzzle
    from mostek.puzzles.verdict import Verdict

_FIRST_STRENGTH = 1400
_STEP = 120
"""The step to a harder puzzle after a right answer, and to an easier one after a wrong one."""


@click.command()
@collection_option
@theme_option
@click.option("--count", "wanted", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many puzzles.")
@click.option("--daily", is_flag=True, help="Only the puzzle of today, by the date of this machine.")
@click.option("--id", "name", help="Only the puzzle of this name.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Make the choice repeatable.")
@click.option(
    "--strength",
    type=click.IntRange(600, 2600),
    default=_FIRST_STRENGTH,
    show_default=True,
    help="The rating to begin with.",
)
@json_option
def solve(
    path: Path | None,
    theme: str | None,
    wanted: int,
    daily: bool,
    name: str | None,
    seed: int | None,
    strength: int,
    as_json: bool,
) -> None:
    """Solve puzzles in the terminal, one after another.

    An answer is a play like '8H KOT' (a square with its direction, and a word, with small letters for blanks), or a word of the
    board. '?' gives a hint, '=' the solution, an empty line the next puzzle, 'q' ends.
    """
    from random import Random, SystemRandom

    with sentences():
        collection = opened(path)
        chance = SystemRandom() if seed is None else Random(seed)
        session = _Session(as_json)
        for number in range(1 if daily or name else wanted):
            puzzle = _chosen(collection, theme, daily, name, strength, session.seen, chance)
            if puzzle is None:
                if not number:
                    raise Failure(text("There is no such puzzle."))
                break
            right = session.pose(puzzle, number + 1)
            if right is None:
                break
            strength += _STEP if right else -_STEP
    session.finish()


def _chosen(
    collection: object, theme: str | None, daily: bool, name: str | None, strength: int, seen: set[str], chance: object
) -> Puzzle | None:
    from datetime import datetime
    from random import Random

    from mostek.puzzles import choosing
    from mostek.puzzles.collection import Collection
    from mostek.puzzles.puzzle import Theme

    assert isinstance(collection, Collection)
    assert isinstance(chance, Random)
    if name is not None:
        return collection.by_id.get(name)
    if daily:
        return choosing.daily(collection, datetime.now().astimezone().date())
    return choosing.next_one(collection, strength, Theme(theme) if theme else None, seen, chance)


class _Session:
    """The puzzles of one call, and the results."""

    def __init__(self, as_json: bool) -> None:
        self.seen: set[str] = set()
        self._as_json = as_json
        self._results: list[dict[str, object]] = []

    def pose(self, puzzle: Puzzle, number: int) -> bool | None:
        """Show a puzzle and read answers until it is solved or given up; `None` if the person ends."""
        from mostek.messages.puzzle_words import HINTS, hint, reason

        self.seen.add(puzzle.id)
        self._show(puzzle, number)
        first: bool | None = None
        hints = 0
        while True:
            line = self._read()
            if line is None or line.lower() == "q":
                self._note(puzzle, first, hints)
                return None
            if line == "?":
                hints = min(hints + 1, HINTS)
                self._say(hint(puzzle, hints))
                continue
            if line in ("", "="):
                self._say(text("The answer: {answer}.", answer=puzzle.answer))
                self._say(reason(puzzle))
                break
            verdict = self._judged(puzzle, line)
            if verdict is None or not verdict.is_answer:
                continue
            first = verdict.is_right if first is None else first
            if verdict.is_right:
                self._say(reason(puzzle))
                break
        self._note(puzzle, first, hints)
        return bool(first)

    def finish(self) -> None:
        """Show the results."""
        solved = sum(bool(each["solved"]) for each in self._results)
        if self._as_json:
            print_json({"tried": len(self._results), "solved": solved, "puzzles": self._results})
        else:
            tell(
                count(
                    "{solved} of {n} puzzle solved.",
                    "{solved} of {n} puzzles solved.",
                    len(self._results),
                    solved=solved,
                )
            )

    def _note(self, puzzle: Puzzle, first: bool | None, hints: int) -> None:
        self._results.append({"id": puzzle.id, "theme": puzzle.theme.value, "solved": bool(first), "hints": hints})

    def _say(self, sentence: str) -> None:
        if not self._as_json:
            tell(sentence)

    def _read(self) -> str | None:
        if self._as_json:
            line = sys.stdin.readline()
            return line.strip() if line else None
        try:
            return str(click.prompt(text("Answer"), default="", show_default=False)).strip()
        except click.Abort:
            return None

    def _judged(self, puzzle: Puzzle, line: str) -> Verdict | None:
        from mostek.messages.puzzle_words import verdict_lines

        verdict = _verdict(puzzle, line)
        if verdict is None:
            self._say(text("This is no play. A play is written like 8H KOT, with small letters for blanks."))
            return None
        for sentence in verdict_lines(puzzle, verdict):
            self._say(sentence)
        return verdict

    def _show(self, puzzle: Puzzle, number: int) -> None:
        if not self._as_json:
            for line in _shown(puzzle, number):
                console().print(line)


def _verdict(puzzle: Puzzle, line: str) -> Verdict | None:
    """The verdict on a typed line, or nothing if it cannot be read."""
    from mostek.core.diagnostics import NotationError
    from mostek.core.tiles import tile_set
    from mostek.engine.equipment import TILE_SET, equipment
    from mostek.lexicon import DEFAULT
    from mostek.lexicon.library import open_lexicon
    from mostek.notation.coordinates import Orientation
    from mostek.notation.plays import parse_play
    from mostek.puzzles.judging import judge_play
    from mostek.puzzles.verdict import judge_word

    if puzzle.theme.asks_for_a_word:
        return judge_word(puzzle, line.upper())
    square, _, word = line.partition(" ")
    try:
        play = parse_play(f"{square.upper()} {word.strip()}", Orientation.LETTERED_ROWS, tile_set(TILE_SET).alphabet)
    except (NotationError, ValueError):
        return None
    board = puzzle.asked.board
    if any(each not in board.layout for each in play.squares) or play.misfits(board):
        return None
    return judge_play(puzzle, play.placement(board).tiles, equipment(DEFAULT), open_lexicon(DEFAULT))


def _shown(puzzle: Puzzle, number: int) -> Iterator[object]:
    from rich.text import Text

    from mostek.cli.terminal.screen import board_lines, rack_line
    from mostek.core.tiles import tile_set
    from mostek.engine.equipment import TILE_SET
    from mostek.messages.puzzle_words import question, theme_title
    from mostek.notation.coordinates import Orientation

    asked, tiles = puzzle.asked, tile_set(TILE_SET)
    yield Text(f"\n{number}. {theme_title(puzzle.theme)} · {puzzle.difficulty} · {puzzle.id}", style="bold")
    yield from board_lines(asked.board, (), tiles, Orientation.LETTERED_ROWS)
    if not puzzle.theme.asks_for_a_word:
        yield Text(text("Your rack:")) + Text(" ") + rack_line(asked.rack(0), tiles)
        if asked.racks[1]:
            yield Text(text("The other rack:")) + Text(" ") + rack_line(asked.rack(1), tiles)
        yield Text(text("Score: {own} to {other}", own=asked.scores[0], other=asked.scores[1]))
    yield Text(question(puzzle.theme))
