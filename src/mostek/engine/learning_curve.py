"""The picture of how a training went: what each generation still changed, and what it explained; SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mostek.engine.training import Generation

_WIDTH, _HEIGHT, _EDGE = 640, 320, 56


def learning_curve(generations: Sequence[Generation], titles: tuple[str, str, str]) -> str:
    """The picture; `titles` are those of the changes (points), of the shares explained (percent) and of the generations."""
    changes = [generation.change for generation in generations]
    shares = [100 * generation.explained for generation in generations]
    place = _places(len(generations))
    foot = "".join(
        f'<text x="{place(number):.0f}" y="{_HEIGHT - _EDGE + 18}" text-anchor="middle">{generation.number}</text>'
        for number, generation in enumerate(generations)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'
        f'<path d="M{_EDGE} {_EDGE}V{_HEIGHT - _EDGE}H{_WIDTH - _EDGE}V{_EDGE}" fill="none" stroke="#999"/>'
        f"{_line(changes, place, '#b00', titles[0], 'start', '{:.1f}')}{_line(shares, place, '#06c', titles[1], 'end', '{:.0f}')}"
        f'{foot}<text x="{_WIDTH / 2}" y="{_HEIGHT - 12}" text-anchor="middle">{titles[2]}</text></svg>\n'
    )


def _places(count: int) -> Callable[[int], float]:
    """Where each generation stands from left to right."""
    return lambda number: 2 * _EDGE + number * (_WIDTH - 4 * _EDGE) / max(count - 1, 1)


def _line(
    numbers: Sequence[float], place: Callable[[int], float], colour: str, title: str, anchor: str, form: str
) -> str:
    """A line with a point and a number for each generation, its title above the side on which it is read."""
    high = max(*numbers, 1e-9)
    points = [
        (place(number), _HEIGHT - _EDGE - value / high * (_HEIGHT - 3 * _EDGE)) for number, value in enumerate(numbers)
    ]
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    labels = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3"/>'
        f'<text x="{x:.0f}" y="{y - 8:.0f}" text-anchor="middle">{form.format(value)}</text>'
        for (x, y), value in zip(points, numbers, strict=True)
    )
    left = _EDGE if anchor == "start" else _WIDTH - _EDGE
    heading = f'<text x="{left}" y="{_EDGE - 16}" text-anchor="{anchor}">{title}</text>'
    return f'<g fill="{colour}"><polyline points="{path}" fill="none" stroke="{colour}"/>{labels}{heading}</g>'
