"""What staff see of a table beyond its round: the deck of real cards, who deals, and the float."""

from collections.abc import Mapping

from croupier.floor.ledger.accounts import Account, tray, variance
from croupier.floor.live.answers.money import FloatTold, SlipTold
from croupier.floor.live.answers.tables import Dealers, DealerTenure, DeckTold
from croupier.floor.live.state.table import LiveTable, RealDeck, Slip, Tenure
from croupier.floor.live.state.times import printed_time
from croupier.rules.money import dollars


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


def float_told(table: LiveTable, balances: Mapping[Account, int]) -> FloatTold:
    name = table.name
    return FloatTold(
        table=name,
        kept=table.sign.float_kept,
        opened=table.has_float,
        tray=dollars(balances.get(tray(name), 0)),
        variance=dollars(balances.get(variance(name), 0)),
        slips=[_slip_told(slip) for _, slip in sorted(table.slips.items(), reverse=True)],
    )


def _slip_told(slip: Slip) -> SlipTold:
    asked, approved, moved = slip.asked, slip.approved, slip.moved
    told = SlipTold(
        slip=asked.number,
        kind=asked.kind,
        state="asked" if approved is None else "approved" if moved is None else "done",
        chips={dollars(each.denomination): each.pieces for each in asked.chips},
        amount=dollars(asked.amount),
        by=asked.by,
        at=printed_time(asked.at),
        reason=asked.reason,
    )
    if approved is not None:
        told.approved_by = approved.by
    if moved is not None:
        told.acknowledged_by, told.done_at = moved.acknowledged_by, printed_time(moved.at)
        if moved.kind == "count" or moved.expected or moved.variance:
            told.expected, told.variance = dollars(moved.expected), dollars(moved.variance)
    return told
