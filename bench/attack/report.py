"""A row of figures for each flood, the goals that it misses, and everything as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

import msgspec
from bench.attack.floods import WORK
from bench.attack.honest import Felt
from bench.attack.rounds import BACK, Row, percentile, ratios

QUEUES = "all queues"
"""The row in which every flood of costly work comes at once."""
HEAD = (
    "| flood | moves | moves without: p50 / p99 ms | with | p99, times calm (range) | pages without | with "
    "| stranger: analysis / words / paper s | serving MB: before, most, after | all MB (proportional) | back s "
    "| disk MB | outward | refused to honest people | attackers |\n" + "|---" * 15 + "|"
)
_KB, _MB = 1024, 2**20


def line(row: Row) -> str:
    """A row of the table."""
    middle, least, most = ratios(row)
    calm, flood = ([getattr(each, which) for each in row.rounds] for which in ("calm", "flood"))
    refused = ", ".join(f"{n} × {what}" for what, n in _refused(flood).items()) or "0"
    cells = [
        row.name,
        str(sum(len(each.moves) for each in flood)),
        *(_moves(each) for each in (calm, flood)),
        f"{middle:.1f} ({least:.1f}–{most:.1f})",
        *(_pages(each) for each in (calm, flood)),
        " / ".join(f"{slowest(row, what):.1f}" for what in ("analysis", "words", "paper")),
        ", ".join(f"{each.serving / _KB:.0f}" for each in (row.start, row.peak, row.after)),
        ", ".join(f"{each.all_share / _KB:.0f}" for each in (row.start, row.peak, row.after)),
        "never" if row.back is None else f"{row.back:.0f}",
        f"{row.disk / _MB:.1f}",
        str(row.connections),
        refused,
        ", ".join(f"{n} {what}" for what, n in sorted(row.attackers.items()) if n),
    ]
    return "| " + " | ".join(cells) + " |"


def missed(row: Row) -> Iterator[str]:
    """The goals of the issue that this row misses."""
    p99, times = _median(row, 0.99), ratios(row)[0]
    if p99 >= 60 or times > 3:
        yield f"moves p99 {p99:.0f} ms, {times:.1f} times calm (goal: under 60, and 3 times)"
    if row.name == QUEUES and times > 1.2:
        yield f"moves wait for jobs: {times:.2f} times calm (goal: 1.2)"
    if row.name in (*WORK, QUEUES):
        for what in ("analysis", "words", "paper"):
            if (waited := slowest(row, what)) > 2:
                yield f"a stranger's {what} after {waited:.1f} s (goal: 2)"
    if row.peak.serving >= 250 * _KB:
        yield f"serving process {row.peak.serving / _KB:.0f} MB (goal: under 250)"
    if row.peak.all_share >= 700 * _KB:
        yield f"all processes {row.peak.all_share / _KB:.0f} MB (goal: under 700)"
    if row.back is None:
        yield f"memory not back to {BACK} times the start"
    if row.name == "removals" and row.disk >= 20 * _MB:
        yield f"one guest leaves {row.disk / _MB:.0f} MB (goal: under 20)"
    if row.connections:
        yield f"{row.connections} connections to an address of this machine (goal: none)"
    if rude := sum(n for what, n in row.attackers.items() if "badly" in what):
        yield f"{rude} refusals without a sentence, or without when to come again"


def encoded(rows: list[Row]) -> bytes:
    """The rows with the figures of each round."""
    return msgspec.json.format(msgspec.json.encode([_figures(row) for row in rows]), indent=1)


def slowest(row: Row, what: str) -> float:
    """The longest wait of the stranger for an answer, in seconds."""
    return max((wait for each in row.rounds for wait in each.flood.stranger.get(what, [])), default=0.0) / 1000


def _figures(row: Row) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in row.__struct_fields__ if name != "rounds"}
    told |= {name: getattr(row, name)._asdict() for name in ("start", "peak", "after")}
    rounds = [{"calm": _felt(each.calm), "flood": _felt(each.flood)} for each in row.rounds]
    return told | {"p99 times calm": ratios(row), "rounds": rounds, "missed": list(missed(row))}


def _felt(felt: Felt) -> dict[str, Any]:
    waits = {
        what: {"n": len(each), "p50": percentile(each, 0.5), "most": max(each)} for what, each in felt.stranger.items()
    }
    return {name: _spread(getattr(felt, name)) for name in ("moves", "pages")} | {
        "stranger": waits,
        "refused": dict(felt.refused),
    }


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "n": len(values),
        "p50": percentile(values, 0.5),
        "p99": percentile(values, 0.99),
        "most": max(values, default=0),
    }


def _median(row: Row, part: float) -> float:
    return median(percentile(each.flood.moves, part) for each in row.rounds)


def _moves(all: list[Felt]) -> str:
    return " / ".join(f"{median(percentile(each.moves, part) for each in all):.1f}" for part in (0.5, 0.99))


def _pages(all: list[Felt]) -> str:
    return " / ".join(f"{median(percentile(each.pages, part) for each in all):.1f}" for part in (0.5, 0.99))


def _refused(all: list[Felt]) -> dict[str, int]:
    total: dict[str, int] = {}
    for each in all:
        for what, number in each.refused.items():
            total[what] = total.get(what, 0) + number
    return total
