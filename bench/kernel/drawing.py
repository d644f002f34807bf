"""Pictures of how the cost of a position grows with the lexicon, with blanks and with threads; SVG."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.kernel import building
from bench.kernel.folder import LETTERS, fill
from bench.kernel.worker import Worker, compared

from differential.game_folder import NO_TILE, Turn
from mostek import _kernel

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
EVERY = (64, 16, 4, 1)
"""Lexica of every so many words."""
WIDTH, HEIGHT, EDGE = 640, 320, 64
COLOURS = ("#b00", "#06c", "#080")


def draw(text: Path, positions: Sequence[Turn], rounds: int) -> list[Path]:
    """Measure, and write the pictures."""
    words = building.read(text).text().decode().split()
    sizes: dict[str, dict[str, float]] = {}
    for every in EVERY:
        some = _kernel.Words.read("\n".join(words[::every]).encode(), LETTERS, capitals=True)
        sizes[f"{len(some) // 1000} 000"] = _microseconds(some, positions, rounds)
    whole = _kernel.Words.read("\n".join(words).encode(), LETTERS, capitals=True)
    blanks = {str(count): _microseconds(whole, with_blanks(positions, count), rounds) for count in range(3)}
    return [
        _write("kernel-lexicon.svg", "microseconds a position, by the number of words", sizes),
        _write("kernel-blanks.svg", "microseconds a position, by the number of blanks on a full rack", blanks),
        _write(
            "kernel-threads.svg", "greedy games a second, by the number of threads", _threads(whole, positions, rounds)
        ),
    ]


def with_blanks(positions: Sequence[Turn], count: int) -> list[Turn]:
    """The positions with full racks, with so many blanks in the place of the first tiles that are none."""
    full = [turn for turn in positions if NO_TILE not in turn.rack and 0 not in turn.rack]
    return [turn._replace(rack=bytes(count) + turn.rack[count:]) for turn in full[::4]]


def _microseconds(words: _kernel.Words, positions: Sequence[Turn], rounds: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), words, list(positions))
        worker = Worker(Path(name))
        ways = {
            "all plays": worker.way("all"),
            "best": worker.way("best", 1, 1),
            "best, no map": worker.way("best", 1, 0),
        }
        found = {name: 1e6 / rate.processor for name, rate in compared(ways, rounds).items()}
        worker.end()
    return found


def _threads(words: _kernel.Words, positions: Sequence[Turn], rounds: int) -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), words, list(positions))
        worker = Worker(Path(name))
        rates = compared({str(count): worker.way("games", 0, 600, count, 1) for count in (1, 2)}, rounds)
        worker.end()
    return {name: {"games": rate.clock} for name, rate in rates.items()}


def _write(name: str, title: str, groups: Mapping[str, Mapping[str, float]]) -> Path:
    path = PICTURES / name
    path.write_text(bars(title, groups), "utf-8")
    return path


def bars(title: str, groups: Mapping[str, Mapping[str, float]]) -> str:
    """Groups of bars from left to right, each with its number."""
    names = list(next(iter(groups.values())))
    high = max(value for group in groups.values() for value in group.values())
    place = (WIDTH - 2 * EDGE) / len(groups)
    width = place * 0.8 / len(names)
    drawn = "".join(
        _bar(
            EDGE + at * place + (0.1 * place) + number * width, width, group[name] / high, group[name], COLOURS[number]
        )
        for at, group in enumerate(groups.values())
        for number, name in enumerate(names)
    )
    foot = "".join(
        f'<text x="{EDGE + (at + 0.5) * place:.0f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{name}</text>'
        for at, name in enumerate(groups)
    )
    key = "".join(
        f'<text x="{EDGE + 130 * number}" y="{HEIGHT - 16}" fill="{COLOURS[number]}">■ {name}</text>'
        for number, name in enumerate(names)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{EDGE}" y="24">{title}</text>'
        f'<path d="M{EDGE} {HEIGHT - EDGE}H{WIDTH - EDGE}" stroke="#999"/>{drawn}{foot}{key}</svg>\n'
    )


def _bar(left: float, width: float, share: float, value: float, colour: str) -> str:
    height = share * (HEIGHT - 2 * EDGE - 24)
    top = HEIGHT - EDGE - height
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width * 0.9:.1f}" height="{height:.1f}" fill="{colour}"/>'
        f'<text x="{left + width * 0.45:.1f}" y="{top - 4:.1f}" text-anchor="middle" font-size="10">{value:.0f}</text>'
    )
