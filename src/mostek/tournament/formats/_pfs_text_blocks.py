"""The federation's report of a tournament in its blocks: where each is in a file, its lines, and tables of fixed columns."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from enum import StrEnum
from itertools import dropwhile, pairwise
from typing import Final, NamedTuple

from mostek.core.encoding import split_lines
from mostek.tournament.files import FileFault, TournamentFileError


def is_dashes(line: str) -> bool:
    """Whether a line is that between heading and rows."""
    return _DASHES.fullmatch(line.strip()) is not None


def split_row(line: str, dashes: str, numbers: int) -> list[str] | None:
    """The cells of a row, the last ones of which are numbers; `None` if it has not as many.

    Where a cell reaches across its column the row is taken apart from its right end, and its texts at wide gaps.
    """
    spans = [match.span() for match in _RUN.finditer(dashes)]
    if all(line[end : end + 1] in ("", " ") for _, end in spans[:-1]):
        cells = [line[begin:end].strip() for begin, end in spans[:-1]] + [line[spans[-1][0] :].strip()]
        if all(cell and " " not in cell for cell in cells[-numbers:]):
            return cells
    words = line.rsplit(maxsplit=numbers)
    if len(words) <= numbers:
        return None
    number, *rest = words[0].split(maxsplit=1)
    texts = _GAP.split(rest[0]) if rest else []
    wanted = len(spans) - numbers - 1
    if len(texts) > wanted:
        return None
    return [number, *texts, *[""] * (wanted - len(texts)), *words[1:]]


_DASHES = re.compile(r"-+(?: +-+)+")
_RUN = re.compile(r"-+")
_GAP = re.compile(r" {2,}")


class Block(StrEnum):
    """A block, by the name that the page gives it."""

    STANDINGS = "p_klasyfikacja"
    ROUNDS = "p_rundy"
    CARDS = "p_hh"
    RANKING = "p_ranking"


class Line(NamedTuple):
    """A line of a block, its number in the whole file, and the file where there are several."""

    number: int
    text: str
    file: str = ""

    def fault(self, fault: FileFault) -> TournamentFileError:
        """The error for a fault of this line."""
        return TournamentFileError(fault, self.number, 1, self.text.strip(), self.file)

    def number_from(self, cell: str, parse: Callable[[str], int | None]) -> int:
        """A number in a cell of this line. Raises `TournamentFileError`."""
        value = parse(cell)
        if value is None:
            raise TournamentFileError(FileFault.BAD_NUMBER, self.number, self.text.find(cell) + 1, cell, self.file)
        return value


HEADINGS: Final = {
    Block.STANDINGS: r"Wyniki turnieju\b(.*)",
    Block.ROUNDS: r"Wyniki poszczególnych rund turnieju\b(.*)",
    Block.CARDS: r"Wyniki poszczególnych graczy w turnieju\b(.*)",
    Block.RANKING: r"Lista rankingowa(.*)",
}
"""How each block begins. The ranking list's heading is ours: no published one was at hand."""


def blocks_in(text: str, file: str = "") -> dict[Block, tuple[Line, ...]]:
    """The blocks with their lines, numbered as in the whole text."""
    if "<pre>" in text.lower() or "<div" in text.lower():
        return {block: found for block in Block if (found := _page_block(text, block, file))}
    lines = [Line(number, line.rstrip(), file) for number, line in enumerate(split_lines(text), 1)]
    begins = {place: block for place, line in enumerate(lines) if (block := _begun(line.text))}
    places = [*begins, len(lines)]
    return {begins[begin]: tuple(lines[begin:end]) for begin, end in pairwise(places)}


def _page_block(text: str, block: Block, file: str) -> tuple[Line, ...]:
    begin = re.search(rf"<div\s+id=['\"]{block}['\"][^>]*>\s*<pre>", text, re.IGNORECASE)
    if begin is None:
        return ()
    first = text.count("\n", 0, begin.end()) + 1
    end = text.find("</pre>", begin.end())
    if end < 0:
        raise TournamentFileError(FileFault.CUT, text.count("\n") + 1, 1, block, file)
    inside = html.unescape(text[begin.end() : end]).replace("\u00a0", " ")
    lines = [Line(number, line.rstrip(), file) for number, line in enumerate(inside.split("\n"), first)]
    return tuple(dropwhile(lambda line: not line.text.strip(), lines))


def _begun(line: str) -> Block | None:
    return next((block for block, heading in HEADINGS.items() if re.match(heading, line.strip())), None)


def title_of(text: str, block: Block) -> re.Match[str] | None:
    """The heading of a block in a text."""
    return re.search(rf"^\ufeff?{HEADINGS[block]}", text, re.MULTILINE)


def first_table(lines: tuple[Line, ...]) -> tuple[str, list[Line]]:
    """The dashes of the first table, and its rows up to an empty line."""
    for place, line in enumerate(lines):
        if is_dashes(line.text):
            rows = lines[place + 1 :]
            end = next((index for index, row in enumerate(rows) if not row.text.strip()), len(rows))
            return line.text, list(rows[:end])
    raise lines[-1].fault(FileFault.CUT)
