"""Pictures for the PAR sheet, drawn as SVG: the hole-card grid, strategy by dealer's card, distribution, jackpot."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from itertools import chain

from croupier.numbers.maths.jackpot.odds import JackpotOdds
from croupier.numbers.maths.odds.strategies import HoleGrid, StudTable, Threshold
from croupier.rules.cards import RANKS
from croupier.rules.money import Cents

INK, FAINT, LINE = "#1c2a26", "#6b7a75", "#d5dcd8"
BET, SOME, FOLD, PAPER = "#1f7a5a", "#a9d3bf", "#f3e3df", "#ffffff"
LOSS, GAIN = "#b4533c", "#1f7a5a"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

COLOURS = {"bet": BET, "depends": SOME, "fold": FOLD, "–": PAPER}


def svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'{head} role="img" font-family="{FONT}"><title>{escape(title)}</title>{"".join(parts)}</svg>'


def box(x: float, y: float, width: float, height: float, fill: str, *, edge: str = "none", round_: float = 0) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:.1f}"'
    return f'<rect {place} fill="{fill}" stroke="{edge}"/>'


def text(
    x: float, y: float, words: str, *, size: float = 11, fill: str = INK, anchor: str = "middle", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, colour: str = LINE, width: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"'
        f' stroke-width="{width}"{dashed}/>'
    )


def _mix(colour: str, part: float) -> str:
    """A colour thinned with white."""
    channels = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - channel) * part):02x}" for channel in channels)


def hole_grid(found: HoleGrid) -> str:
    """13 × 13, suited to the upper right: what the Flop bet brings more than a fold."""
    by_name = {str(choice.hole): choice for choice in found.choices}
    gains = {name: choice.flop - choice.fold for name, choice in by_name.items()}
    highest = float(max(gains.values()))
    cell, left, top = 44, 26, 26
    parts = []
    for row, one in enumerate(RANKS[::-1]):
        parts.append(text(left + cell * row + cell / 2, top - 9, one, fill=FAINT, bold=True))
        parts.append(text(left - 13, top + cell * row + cell / 2 + 4, one, fill=FAINT, bold=True))
        for column, other in enumerate(RANKS[::-1]):
            name = f"{one}{other}s" if row < column else (f"{other}{one}o" if row > column else one + other)
            gain = float(gains[name])
            x, y = left + cell * column, top + cell * row
            bets = by_name[name].bets
            strength = 0.12 + 0.88 * max(0.0, gain / highest) ** 0.6 if bets else 0
            ink = "#ffffff" if strength > 0.85 else INK
            fill = _mix(BET, strength) if bets else FOLD
            parts.append(box(x + 1, y + 1, cell - 2, cell - 2, fill, edge="none" if bets else LOSS, round_=4))
            parts.append(text(x + cell / 2, y + 19, name, size=12.5, fill=ink if bets else LOSS, bold=True))
            value = "fold" if not bets else f"{gain:+.2f}"
            parts.append(text(x + cell / 2, y + 34, value, size=9.5, fill=ink if bets else LOSS))
    size = left + 13 * cell + 8
    return svg(size, top + 13 * cell + 8, "First decision by hole cards", parts)


def stud_chart(found: StudTable) -> str:
    """Kinds of hands by dealer's card; in each cell the left half is for boxes that hold a card of its rank."""
    cell, high, left, top = 42, 27, 112, 44
    ups = [row.up for row in found.rows]
    parts = [text(left - 10, top - 8, "one's hand", fill=FAINT, anchor="end", size=10)]
    for place, up in enumerate(ups):
        parts.append(text(left + cell * place + cell / 2, top - 8, up, bold=True))
    parts.append(text(left + cell * len(ups) / 2, top - 26, "dealer's card", fill=FAINT, size=10))
    for row, (kind, by_up) in enumerate(found.chart.items()):
        y = float(top + row * high)
        parts.append(text(left - 10, y + high / 2 + 4, kind, anchor="end", size=11.5))
        for place, up in enumerate(ups):
            x = float(left + cell * place)
            for half, what in enumerate(by_up[up]):
                edge = LINE if what == "–" else "none"
                parts.append(box(x + 2 + half * 19, y + 2, 18.5, high - 4, COLOURS[what], edge=edge))
    legend = top + high * len(found.chart) + 22
    x = float(left)
    for words, what in (
        ("bet", "bet"),
        ("bet with some, see the appendix", "depends"),
        ("fold", "fold"),
        ("no such hand", "–"),
    ):
        parts.append(box(x, legend - 10, 14, 14, COLOURS[what], edge=LINE))
        parts.append(text(x + 20, legend + 1, words, anchor="start", size=10.5))
        x += 34 + 6.0 * len(words)
    words = "left half: holding a card of the dealer's rank; right half: not"
    parts.append(text(left, legend + 20, words, anchor="start", size=10.5, fill=FAINT))
    return svg(left + cell * len(ups) + 10, legend + 30, "Bet or fold by dealer's card", parts)


def ladder(found: Threshold) -> str:
    """What playing brings more than folding, about the threshold."""
    if not found.ladder:
        return ""
    gains = [float(gain) for _, gain in found.ladder]
    reach = max(map(abs, gains)) or 1.0
    bar, left, high, top = 24, 50, 90, 16
    middle = top + high
    parts = []
    for mark in (-1.0, -0.5, 0.5, 1.0):
        y = middle - mark * high * 0.95
        parts.append(line(left, y, left + bar * len(gains), y))
        parts.append(text(left - 6, y + 3, f"{mark * reach:+.3f}", size=9, fill=FAINT, anchor="end"))
    for place, ((hand, _), gain) in enumerate(zip(found.ladder, gains, strict=True)):
        x = left + place * bar
        size = abs(gain) / reach * high * 0.95
        parts.append(box(x + 3, middle - size if gain > 0 else middle, bar - 6, size, GAIN if gain > 0 else LOSS))
        parts.append(
            f'<text transform="translate({x + bar / 2 + 3.5:.1f} {2 * high + top + 8}) rotate(-90)" font-size="10"'
            f' fill="{INK}" text-anchor="end">{escape(hand)}</text>'
        )
    parts.append(line(left, middle, left + bar * len(gains), middle, INK, 1.2))
    return svg(left + bar * len(gains) + 10, 2 * high + top + 66, "Playing against folding", parts)


def distribution(found: dict[Fraction, Fraction]) -> str:
    """A bar for each net result, the worst first."""
    highest = float(max(found.values()))
    high, top, left = 190, 26, 12
    bar = max(34, min(64, 640 // len(found)))
    parts = []
    for place, (net, chance) in enumerate(found.items()):
        x = left + place * bar
        size = float(chance) / highest * high
        colour = LOSS if net < 0 else (FAINT if net == 0 else GAIN)
        parts.append(box(x + 4, top + high - size, bar - 8, max(size, 0.8), colour, round_=1.5))
        share = float(chance * 100)
        told = f"{share:.2f}" if share >= 0.01 else f"{share:.5f}".rstrip("0")
        parts.append(text(x + bar / 2, top + high - size - 6, told, size=9.5, fill=FAINT))
        parts.append(text(x + bar / 2, top + high + 16, f"{float(net):+g}" if net else "0", size=11, bold=True))
    width = left * 2 + bar * len(found)
    parts.append(line(left, top + high, width - left, top + high, INK))
    parts.append(
        text(
            width / 2,
            top + high + 34,
            "net result in antes; above the bars the percentage of deals",
            size=10,
            fill=FAINT,
        )
    )
    return svg(width, top + high + 44, "Distribution of the net result", parts)


def jackpot_plot(odds: JackpotOdds, meter: Cents | None) -> str:
    """The value of a bet by meter, with the meter at which it breaks even."""
    even = odds.break_even
    if even is None or even <= odds.linear_from:
        return ""  # where it is not a straight line
    reach = max(float(even) * 1.6, (meter or 0) / 100 * 1.1)
    low, top_value = float(odds.fixed), float(odds.fixed + odds.per_dollar * Fraction(reach))
    left, top, width, height = 64, 20, 580, 220

    def x_of(dollars_: float) -> float:
        return left + dollars_ / reach * width

    def y_of(value: float) -> float:
        return top + (top_value - value) / (top_value - low) * height

    step = _step(reach / 6)
    parts = []
    for number in range(int(reach / step) + 1):
        x = x_of(number * step)
        parts.append(line(x, top, x, top + height))
        parts.append(text(x, top + height + 16, f"{number * step:,.0f}", size=9.5, fill=FAINT))
    vertical = _step((top_value - low) / 6)
    for number in range(int(low / vertical) - 1, int(top_value / vertical) + 1):
        value = number * vertical
        if low <= value <= top_value:
            parts.append(line(left, y_of(value), left + width, y_of(value)))
            parts.append(
                text(left - 7, y_of(value) + 3, f"{value:+.2f}" if number else "0", size=9.5, fill=FAINT, anchor="end")
            )
    parts.append(line(left, y_of(0), left + width, y_of(0), INK, 1.2))
    parts.append(line(x_of(0), y_of(low), x_of(float(even)), y_of(0), LOSS, 2.6))
    parts.append(line(x_of(float(even)), y_of(0), x_of(reach), y_of(top_value), GAIN, 2.6))
    parts.append(line(x_of(float(even)), y_of(0), x_of(float(even)), top + height, INK, 1, "4 3"))
    parts.append(f'<circle cx="{x_of(float(even)):.1f}" cy="{y_of(0):.1f}" r="4.5" fill="{INK}"/>')
    parts.append(
        text(x_of(float(even)) - 9, y_of(0) - 10, f"breaks even at {float(even):,.2f}", anchor="end", bold=True)
    )
    if meter is not None:
        x = x_of(meter / 100)
        parts.append(line(x, top, x, top + height, FAINT, 1.2, "2 3"))
        right = x > left + 0.75 * width
        words, anchor = f"meter {meter / 100:,.2f}", "end" if right else "start"
        parts.append(text(x - 5 if right else x + 5, top + height - 8, words, anchor=anchor, size=10, fill=FAINT))
    parts.append(
        text(
            left + width / 2,
            top + height + 34,
            "meter in dollars; upwards the value of a bet in dollars",
            size=10,
            fill=FAINT,
        )
    )
    return svg(left + width + 30, top + height + 44, "Value of the jackpot bet by meter", parts)


def _step(rough: float) -> float:
    """A round step of at least this size: 1, 2 or 5 and zeros."""
    power = 10.0 ** (len(f"{rough:.0f}") - 1) if rough >= 1 else 0.01
    steps = chain.from_iterable((power * tens, 2 * power * tens, 5 * power * tens) for tens in (0.1, 1, 10, 100))
    return next(step for step in steps if step >= rough)
