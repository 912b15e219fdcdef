"""What the cards make that somebody sees whole."""

from typing import Any

from croupier.cards import Card
from croupier.games.house.dealing import is_place
from croupier.games.house.game import HouseGame
from croupier.hands import Made, made


def makes(
    game: HouseGame,
    cards: tuple[Card, ...],
    board: tuple[Card, ...],
    seen: frozenset[Card],
    dealer: tuple[Card, ...] = (),
) -> dict[str, Any]:
    """Beside a hand: `makes`, as soon as there are cards enough for one; `dealer` is who it plays against."""
    if not seen.issuperset(cards) or any(map(is_place, cards)):
        return {}
    found = game.makes(cards + board)
    if found is None:
        return {}
    rows = game.paid_as(cards, board, dealer if dealer and seen.issuperset(dealer) else ())
    return {"makes": {**_told(found), "paid_as": list(rows)}}


def makes_at_poker(cards: tuple[Card | None, ...], board: tuple[Card | None, ...]) -> dict[str, Any]:
    """The best of a hand and the board, as far as both lie open to the viewer."""
    if None in cards or not cards:
        return {}
    found = made(tuple(card for card in (*cards, *board) if card is not None))
    return {} if found is None else {"makes": _told(found)}


def _told(found: Made) -> dict[str, Any]:
    return {
        "hand": found.hand,
        "ranks": list(found.ranks),
        "cards": " ".join(found.cards),
        "text": found.text,
    }
