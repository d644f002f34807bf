"""Statistics of people as a file: one page of HTML with plots in SVG and no scripts, and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from msgspec import to_builtins

from mostek.core.spreadsheet import table_text
from mostek.engine.review import Grade
from mostek.engine.review.statistics import GamePoint, PersonStatistics, Statistics, TimeClass
from mostek.features.reviews.paper import lines_table, page, table_line
from mostek.features.reviews.words import decimal, grade_text, signed
from mostek.messages import text

MOST_PEOPLE = 200
"""The most people with a row."""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 460, 250, 50, 30
_LABELS, _BAR = 200, 205
"""The room for names beside bars, and the longest bar. A picture is narrow, so that its letters can be read on a phone."""
_LEFT_OUT = ("grades", "lost_by_phase", "words", "points_of_games", "seconds_by_phase", "by_time")
"""What the table has no column for."""


def statistics_page(found: Statistics) -> str:
    """The page in the reader's language; of one person with that person's plots, else with those of all together."""
    shown = found.people[0] if len(found.people) == 1 else found.all
    title = text("Statistics: {who}", who=shown.name if shown and shown.name else text("all players"))
    parts = [f"<h1>{escape(title)}</h1>", *_table(found.people[:MOST_PEOPLE])]
    if shown is not None:
        parts += [*_plots(shown), *_words(shown)]
    return page(title, "".join([*parts, f'<p class="faint">{escape(_about_times(shown))}</p>']))


def headings() -> list[str]:
    """The names of the columns of `figures`."""
    return [
        text("Player"),
        text("Games"),
        text("Won"),
        text("Drawn"),
        text("Lost"),
        text("Points"),
        text("Against"),
        text("Points a turn"),
        text("Bingos"),
        text("Exchanges"),
        text("Not in the list"),
        text("Accuracy"),
        text("Judged"),
        text("Mistake index"),
        text("Lost points"),
        text("Luck"),
        text("Time of a game"),
        text("Time of a turn"),
    ]


def figures(person: PersonStatistics) -> list[str]:
    """The figures of a person for a table."""
    return [
        person.name,
        str(person.games),
        str(person.won),
        str(person.drawn),
        str(person.lost),
        decimal(person.points),
        decimal(person.points_against),
        decimal(person.points_per_turn),
        decimal(person.bingos, 2),
        decimal(person.exchanges, 2),
        decimal(person.phoneys, 2),
        "–" if person.accuracy is None else decimal(person.accuracy),
        str(person.judged),
        decimal(person.mistake_index),
        decimal(person.lost_points),
        signed(person.luck),
        clock_time(person.seconds_per_game),
        clock_time(person.seconds_per_turn),
    ]


def clock_time(seconds: float | None) -> str:
    """A time as minutes and seconds; a dash for none."""
    return "–" if seconds is None else f"{round(seconds) // 60}:{round(seconds) % 60:02}"


def _table(people: Sequence[PersonStatistics]) -> Iterator[str]:
    """Several tables: all columns in one would be wider than a screen."""
    parts = (
        (text("Results"), 1, 7),
        (text("Moves and words"), 7, 11),
        (text("Grades and luck"), 11, 16),
        (text("Times"), 16, 18),
    )
    all_figures = [[escape(figure) for figure in figures(person)] for person in people]
    for title, start, end in parts:
        heads = [headings()[0], *headings()[start:end]]
        kinds = ["", *["n"] * (end - start)]
        lines = (table_line(heads, kinds, [row[0], *row[start:end]]) for row in all_figures)
        yield f"<h2>{escape(title)}</h2>{lines_table(heads, kinds, ''.join(lines))}"


def _plots(person: PersonStatistics) -> Iterator[str]:
    yield _grades(person)
    names = {
        "opening": text("over 60 tiles in the bag"),
        "middle": "31–60",
        "late": "8–30",
        "last": "1–7",
        "end": text("empty bag"),
    }
    losses = [(names[phase], lost) for phase, lost in person.lost_by_phase.items()]
    if losses:
        yield _bars(text("Lost points for each turn, by the tiles in the bag"), losses)
    yield from _times(person, names)
    games = [point for point in person.points_of_games if point.is_finished]
    if len(games) > 1:
        yield _scatter(text("Lost points and luck of each finished game"), games)


def _about_times(shown: PersonStatistics | None) -> str:
    if shown is None or not shown.timed_games:
        return text("Times are not shown: files of games hold none.")
    return text("Times come from the clocks of games of mostek; files of other games hold none.")


def _times(person: PersonStatistics, phases: Mapping[str, str]) -> Iterator[str]:
    """Times by phase, and points and losses by the time of a turn."""
    if person.seconds_by_phase:
        rows = [(phases[phase], seconds) for phase, seconds in person.seconds_by_phase.items()]
        yield _bars(text("Seconds for each turn, by the tiles in the bag"), rows)
    classes = [(_class_name(each), each) for each in person.by_time]
    if len(classes) > 1:
        lost = [(f"{name} ({each.judged})", each.lost_points) for name, each in classes if each.lost_points is not None]
        yield _bars(text("Lost points for each turn, by its time in seconds (and the number of turns)"), lost)
        points = [(f"{name} ({each.turns})", each.points) for name, each in classes]
        yield _bars(text("Points for each turn, by its time in seconds (and the number of turns)"), points)


def _class_name(found: TimeClass) -> str:
    return f"{found.least}–{found.end}" if found.end is not None else f"{found.least} +"


def _grades(person: PersonStatistics) -> str:
    total = sum(person.grades.values())
    if not total:
        return ""
    rows = [(grade_text(grade), 100 * person.grades.get(grade, 0) / total) for grade in Grade]
    return _bars(text("Grades of {n} judged turns, in per cent", n=total), rows)


def _bars(title: str, rows: Sequence[tuple[str, float]]) -> str:
    most = max([value for _, value in rows] + [1e-9])
    height = 30 * len(rows) + 6
    parts = [f'<h2>{escape(title)}</h2><svg class="graph small" viewBox="0 0 {_WIDTH} {height}" role="img">']
    parts.append(f"<title>{escape(title)}</title>")
    for place, (name, value) in enumerate(rows):
        y, width = 30 * place + 4, _BAR * value / most
        parts.append(f'<text x="{_LABELS - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect class="tile" x="{_LABELS}" y="{y}" width="{width:.1f}" height="22"/>')
        parts.append(f'<text x="{_LABELS + 6 + width:.1f}" y="{y + 16}">{decimal(value)}</text>')
    return "".join([*parts, "</svg>"])


def _scatter(title: str, games: Sequence[GamePoint]) -> str:
    lost = [game.lost_points for game in games]
    luck = [game.luck for game in games]
    right, low, high = max([*lost, 1.0]), min([*luck, 0.0]), max([*luck, 1.0])

    def at(game: GamePoint) -> tuple[float, float]:
        x = _LEFT + (_WIDTH - _LEFT - 20) * game.lost_points / right
        return x, 10 + (_HEIGHT - _BOTTOM - 10) * (high - game.luck) / (high - low)

    zero = 10 + (_HEIGHT - _BOTTOM - 10) * high / (high - low)
    parts = [
        f'<h2>{escape(title)}</h2><svg class="graph small" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - 20}" y1="{zero:.1f}" y2="{zero:.1f}"/>',
        f'<line class="grid" x1="{_LEFT}" x2="{_LEFT}" y1="10" y2="{_HEIGHT - _BOTTOM}"/>',
        f'<text class="axis" x="{_LEFT - 6}" y="16" text-anchor="end">{signed(high, 0)}</text>',
        f'<text class="axis" x="{_LEFT - 6}" y="{_HEIGHT - _BOTTOM}" text-anchor="end">{signed(low, 0)}</text>',
        f'<text class="axis" x="{_WIDTH - 20}" y="{_HEIGHT - 10}" text-anchor="end">{decimal(right, 0)}</text>',
    ]
    for game in games:
        x, y = at(game)
        label = f"{game.opponent} {game.score}:{game.against}"
        kind = "best" if game.score > game.against else "open"
        parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{escape(label)}</title></circle>')
    axes = escape(text("Across: lost points. Up: luck. ● won, ○ lost or drawn"))
    return "".join([*parts, f'</svg><p class="faint">{axes}</p>'])


def _words(person: PersonStatistics) -> Iterator[str]:
    if person.best_play:
        yield f"<h2>{escape(text('Words'))}</h2>"
        best = text("Best play: {move} ({points})", move=person.best_play, points=person.best_play_points)
        yield f"<p>{escape(best)}</p>"
    if person.words:
        listed = ", ".join(f"{word} {number}" for word, number in person.words)
        yield f"<p>{escape(text('Most frequent: {words}', words=listed))}</p>"


def statistics_csv(people: Sequence[PersonStatistics]) -> str:
    """A line for each person; names of columns are those of the JSON."""
    rows = [_row(person) for person in people]
    return table_text([*(list(row) for row in rows[:1]), *(row.values() for row in rows)], ",", "\n")


def _row(person: PersonStatistics) -> dict[str, Any]:
    plain = to_builtins(person)
    row = {name: value for name, value in plain.items() if name not in _LEFT_OUT}
    return row | {f"grade_{name}": number for name, number in plain["grades"].items()}
