"""What staff see of a table beyond its round: the deck of real cards, and who deals."""

from croupier.floor.live.answers.tables import Dealers, DealerTenure, DeckTold
from croupier.floor.live.state.table import LiveTable, RealDeck, Tenure
from croupier.floor.live.state.times import printed_time


def deck_told(table: LiveTable, deck: RealDeck) -> DeckTold:
    told = DeckTold(
        deck=deck.deck,
        colour=deck.colour,
        by=deck.by,
        since=printed_time(deck.since),
        rounds=table.rounds - deck.rounds,
    )
    if deck.checked is not None:
        told.checked_by, told.checked_at = deck.checked.by, printed_time(deck.checked.at)
    if deck.shuffled is not None:
        told.shuffled, told.shuffled_by = deck.shuffled.how, deck.shuffled.by
        told.shuffled_at, told.shuffled_after = printed_time(deck.shuffled.at), deck.shuffled.round
    return told


def dealer_told(tenure: Tenure) -> DealerTenure:
    until = None if tenure.until is None else printed_time(tenure.until)
    return DealerTenure(name=tenure.dealer, since=printed_time(tenure.since), until=until, by=tenure.by)


def dealers_told(table: LiveTable) -> Dealers:
    now = table.dealer
    return Dealers(table.name, None if now is None else now.dealer, [dealer_told(each) for each in table.dealers])
