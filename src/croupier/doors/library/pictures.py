"""A table as a notebook shows it: plain SVG, nothing from elsewhere, no script."""

from collections.abc import Iterator, Sequence
from html import escape

from croupier.rules.games.house.view import HouseView
from croupier.rules.games.poker.view import PokerView
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.weave import title_of

FELT, INK, PAPER, BACK, RED, BLACK = "#0f4c3b", "#d5e8dd", "#fdfaf3", "#24324f", "#c21f2f", "#1b1917"
WIDE, HIGH, GAP, ROW, LEFT, RIGHT = 34, 46, 4, 74, 150, 260
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Picture:
    """An SVG that a notebook shows; `str(picture)` is its text."""

    def __init__(self, words: str, svg: str) -> None:
        self.words = words
        self.svg = svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture of {self.words}>"

    def _repr_svg_(self) -> str:
        return self.svg


Row = tuple[str, Sequence[str | None], str]
"""The owner, the cards as shown, and the text next to them."""


def table(book: Rulebook, seen: HouseView | PokerView) -> str:
    """Every hand in a row of its own. Face-down cards are backs."""
    rows = list(_house(seen) if isinstance(seen, HouseView) else _poker(seen))
    most = max((len(cards) for _, cards, _ in rows), default=0)
    width, height = LEFT + most * (WIDE + GAP) + RIGHT, 40 + ROW * max(1, len(rows))
    parts = [
        f'<rect width="{width}" height="{height}" rx="16" fill="{FELT}"/>',
        _text(20, 26, f"{title_of(book)} · {book.key}", INK, 13),
    ]
    for number, (whose, cards, beside) in enumerate(rows):
        top = 40 + ROW * number
        parts.append(_text(20, top + 28, whose, PAPER, 14))
        parts += [_card(LEFT + place * (WIDE + GAP), top + 4, card) for place, card in enumerate(cards)]
        parts.append(_text(LEFT + most * (WIDE + GAP) + 12, top + 28, beside, INK, 13))
    style = "font-family:system-ui,sans-serif"
    label = escape(f"A table of {book.key}", quote=True)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'{head} role="img" aria-label="{label}" style="{style}">{"".join(parts)}</svg>'


def _house(seen: HouseView) -> Iterator[Row]:
    if seen.dealer:
        yield "Dealer", seen.dealer, ""
    if seen.board:
        yield "Board", seen.board, ""
    for number, box in seen.boxes.items():
        bets = " · ".join(f"{spot.words} {_short(bet.amount)}" for spot, bet in box.bets.items())
        yield f"{number} {box.player}", box.cards, bets or "no bet"


def _poker(seen: PokerView) -> Iterator[Row]:
    if seen.round is not None:
        yield "Board", seen.round.board, ""
    for number, seat in seen.seats.items():
        hand = () if seen.round is None or number not in seen.round.hands else seen.round.hands[number].cards
        button = " · button" if number == seen.button else ""
        yield f"{number} {seat.player}", hand, f"{_short(seat.stack)}{button}"


def _short(amount: Cents) -> str:
    return dollars(amount).removesuffix(".00")


def _card(x: int, y: int, card: str | None) -> str:
    frame = f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4"'
    if card is None:
        return f'{frame} fill="{BACK}" stroke="{PAPER}"/>'
    colour = RED if card[1] in "hd" else BLACK
    rank = "10" if card[0] == "T" else card[0]
    face = _text(x + 6, y + 20, rank, colour, 16) + _text(x + 6, y + 39, SUITS[card[1]], colour, 17)
    return f'{frame} fill="{PAPER}"/>{face}'


def _text(x: int, y: int, words: str, colour: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" font-size="{size}">{escape(words)}</text>'
