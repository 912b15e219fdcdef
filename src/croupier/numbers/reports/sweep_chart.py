"""Lines over values, drawn as SVG."""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, log10

from croupier.base.values import Value
from croupier.numbers.reports.charts import FAINT, INK, LINE, line, svg, text

COLOURS = ("#14523d", "#b4533c", "#3b5b92", "#a9791c", "#6b4a86", "#2a8a8a", "#8a8f2a", "#8a2a5e")
LEFT, TOP, WIDTH, HEIGHT, KEY = 74, 44, 560, 260, 20


class ChartLine(Value):
    name: str
    marks: tuple[tuple[str, float | None], ...]
    """Value along, and how high; None where there is nothing."""


def line_chart(lines: Sequence[ChartLine], *, along: str, upwards: str, marked: str | None) -> str:
    """`marked` is the approved value, where a dashed line stands."""
    values = [value for value, _ in lines[0].marks]
    places = _places(values)
    heights = [height for each in lines for _, height in each.marks if height is not None]
    steps = _steps(min(heights, default=0.0), max(heights, default=1.0))
    low, high = steps[0], steps[-1]

    def x_of(place: float) -> float:
        return LEFT + 16 + place * (WIDTH - 32)

    def y_of(height: float) -> float:
        return TOP + (high - height) / (high - low) * HEIGHT

    parts = []
    for step in steps:
        parts.append(line(LEFT, y_of(step), LEFT + WIDTH, y_of(step), INK if step == 0 else LINE))
        parts.append(text(LEFT - 8, y_of(step) + 4, f"{step:,.10g}", fill=FAINT, anchor="end", size=12))
    every = ceil(sum(len(value) + 2 for value in values) * 7 / WIDTH)
    for number, (value, place) in enumerate(zip(values, places, strict=True)):
        if number % every == 0:
            parts.append(text(x_of(place), TOP + HEIGHT + 20, value, size=12))
    if marked in values:
        x = x_of(places[values.index(marked)])
        parts.append(line(x, TOP, x, TOP + HEIGHT, FAINT, 1.2, "4 3"))
        parts.append(text(x, TOP - 8, "approved", fill=FAINT, size=12))
    for number, each in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        at = [
            (x_of(place), y_of(height))
            for place, (_, height) in zip(places, each.marks, strict=True)
            if height is not None
        ]
        parts += [line(*one, *other, colour, 2.4) for one, other in pairwise(at)]
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{colour}"/>' for x, y in at]
        y = TOP + HEIGHT + 62 + number * KEY
        parts.append(line(LEFT, y - 4, LEFT + 26, y - 4, colour, 3))
        parts.append(text(LEFT + 34, y, each.name, anchor="start", size=12.5))
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, along, fill=FAINT, size=12))
    parts.append(text(8, 14, upwards, fill=FAINT, anchor="start", size=12))
    height = TOP + HEIGHT + 62 + len(lines) * KEY
    return svg(LEFT + WIDTH + 20, height, f"{upwards} by {along}", parts)


def _places(values: Sequence[str]) -> list[float]:
    """From 0 to 1 in proportion to the numbers; evenly spaced if they are no numbers."""
    numbers = [float(read[1]) if (read := re.fullmatch(r"([0-9.]+)%?", value)) else None for value in values]
    known = [number for number in numbers if number is not None]
    if len(known) < len(values) or len(set(known)) < 2:
        return [number / max(1, len(values) - 1) for number in range(len(values))]
    low, high = min(known), max(known)
    return [(number - low) / (high - low) for number in known]


def _steps(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, about five of them."""
    reach = high - low or abs(high) or 1.0
    power = 10.0 ** floor(log10(reach / 5))
    size = next(power * factor for factor in (1, 2, 5, 10) if reach / (power * factor) <= 6)
    first, last = floor(low / size), ceil(high / size)
    if first == last:
        first, last = first - 1, last + 1
    return [number * size for number in range(first, last + 1)]
