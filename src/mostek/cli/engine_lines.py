"""The lines of `mostek engine talk`: how a word of one is read, and how choices are written in one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mostek.cli.lines import LineError, Problem
from mostek.messages import text
from mostek.notation.coordinates import Orientation, format_coordinate

if TYPE_CHECKING:
    from mostek.engine.endgame import Ending, Solution, Turn
    from mostek.engine.search import Candidate
    from mostek.engine.simulation import Prospect


class Word(NamedTuple):
    """A word of a line, and the number of its first character from 1."""

    text: str
    column: int


def foretold(prospect: Prospect) -> str:
    """A choice, and what it leads to on average."""
    won = f"won {prospect.share:.4f} margin {prospect.share_margin:.4f}"
    return f"{told(prospect.candidate)} {won} spread {prospect.spread:.1f} deals {prospect.deals}"


def concluded(ending: Ending) -> str:
    """A turn, and what it leads to over every draw."""
    results = f"bag {ending.bag} draws {ending.draws} won {ending.won} drawn {ending.drawn} settled {ending.settled}"
    return f"{told(ending.candidate)} {results} spread {ending.spread:.1f}"


def solved(solution: Solution) -> str:
    """The first turn of a line, and what it leads to."""
    proved = "proved" if solution.is_proved else "estimated"
    return f"{written(solution.line[0])} gain {solution.gain} lead {solution.lead} {proved} {solution.positions}"


def told(candidate: Candidate) -> str:
    """A choice without looking ahead."""
    return f"{written(candidate)} score {candidate.score} equity {candidate.equity}"


def written(candidate: Candidate | Turn) -> str:
    """As GCG has it: a dot for each tile of the board."""
    from mostek.engine.kernel import FoundPlay

    play = candidate.choice
    if not isinstance(play, FoundPlay):
        return candidate.written
    square = format_coordinate(play.start, play.direction, Orientation.NUMBERED_ROWS)
    return f"{square} {''.join(str(tile or '.') for tile in play.word)}"


def numbers(details: list[Word], limits: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """The numbers that were told, by their names. Raises `LineError`."""
    found = {}
    for place in range(0, len(details), 2):
        name = details[place]
        if name.text not in limits:
            raise expected(tuple(limits), name)
        if place + 1 == len(details):
            raise wrong(text("A number is expected after {name}.", name=name.text), name)
        found[name.text] = number(details[place + 1], *limits[name.text])
    return found


def number(word: Word, least: float, most: float) -> float:
    """A number within limits, with a fraction if they are no integers. Raises `LineError`."""
    whole = isinstance(least, int)
    if re.fullmatch(r"[0-9]{1,19}" if whole else r"[0-9]{1,9}(\.[0-9]{1,9})?", word.text):
        found = int(word.text) if whole else float(word.text)
        if least <= found <= most:
            return found
    raise wrong(text("A number from {least} to {most} is expected.", least=least, most=most), word)


def expected(known: Sequence[str], word: Word) -> LineError:
    """The error of a word that is none of those known."""
    return wrong(text("One of these is expected: {names}.", names=", ".join(known)), word)


def wrong(reason: str, word: Word) -> LineError:
    """The error of a word."""
    return LineError(Problem.REQUEST, reason, word.column)
