"""Names the hand that fully visible cards make."""

from croupier.floor.live.answers.rounds import Made
from croupier.rules import hands
from croupier.rules.cards import Card
from croupier.rules.games.common import is_place
from croupier.rules.games.house.game import HouseGame


def makes(
    game: HouseGame,
    cards: tuple[Card, ...],
    board: tuple[Card, ...],
    seen: frozenset[Card],
    dealer: tuple[Card, ...] = (),
) -> Made | None:
    """What a hand makes, as soon as it has enough cards; `dealer` is the hand it plays against."""
    if not seen.issuperset(cards) or any(map(is_place, cards)):
        return None
    found = game.makes(cards + board)
    if found is None:
        return None
    told = _told(found)
    told.paid_as = list(game.paid_as(cards, board, dealer if dealer and seen.issuperset(dealer) else ()))
    return told


def makes_at_poker(cards: tuple[Card | None, ...], board: tuple[Card | None, ...]) -> Made | None:
    """The best hand of hole cards and board, if the viewer sees both."""
    if None in cards or not cards:
        return None
    found = hands.made(tuple(card for card in (*cards, *board) if card is not None))
    return None if found is None else _told(found)


def _told(found: hands.Made) -> Made:
    return Made(found.hand, list(found.ranks), " ".join(found.cards), found.text)
