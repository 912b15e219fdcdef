"""A chart of regret: both axes are logarithmic."""

from collections.abc import Sequence
from math import log10
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 360, 80, 40


def draw_regret(file: str, title: str, found: Sequence[tuple[float, float]]) -> None:
    """Regret by rounds, as SVG; where there is none it is drawn at the bottom."""
    least = min((regret for _, regret in found if regret > 0), default=1e-9)
    points = [(log10(rounds), log10(max(regret, least / 10))) for rounds, regret in found]
    xs, ys = zip(*points, strict=True)
    wide, high = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)

    def place(x: float, y: float) -> tuple[float, float]:
        across, up = (x - min(xs)) / wide, (y - min(ys)) / high
        return LEFT + across * (WIDTH - LEFT - 20), HEIGHT - BOTTOM - up * (HEIGHT - BOTTOM - 40)

    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
    marks = []
    for power in range(int(min(ys)) - 1, int(max(ys)) + 2):
        if min(ys) <= power <= max(ys):
            _, y = place(min(xs), power)
            marks.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for power in range(int(min(xs)), int(max(xs)) + 1):
        if min(xs) <= power <= max(xs):
            x, _ = place(power, min(ys))
            marks.append(f'<text x="{x:.1f}" y="{HEIGHT - 15}" text-anchor="middle">1e{power}</text>')
    Path(file).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><title>{title}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{title}</text>{"".join(marks)}'
        f'<polyline points="{line}" fill="none" stroke="#0b6" stroke-width="2"/></svg>\n',
        encoding="utf-8",
    )
