"""What must hold of balances, whatever happened."""

from collections.abc import Iterable, Mapping

from croupier.floor.ledger.accounts import Account, layout, may_be_negative, meter
from croupier.floor.ledger.postings import Posting, Unbalanced
from croupier.rules.money import dollars

Balances = Mapping[Account, int]


def check_nobody_below_zero(balances: Balances) -> None:
    for account, held in balances.items():
        if held < 0 and not may_be_negative(account):
            raise Unbalanced(f"{account} holds {dollars(held)}, and may not be below zero")


def check_sum(balances: Balances) -> None:
    total = sum(balances.values())
    if total:
        raise Unbalanced(f"all accounts together hold {dollars(total)} and must hold nothing")


def check_layout_clear(balances: Balances, table: str) -> None:
    """Between rounds no bet is on any layout."""
    lying = balances.get(layout(table), 0)
    if lying:
        raise Unbalanced(f"{dollars(lying)} is on the layout of {table} between rounds")


def check_meter(balances: Balances, link: str, displayed: int) -> None:
    """The sign shows what the account holds; parts of a cent are the link's own."""
    held = balances.get(meter(link), 0)
    if held != displayed:
        raise Unbalanced(f"{link} shows {dollars(displayed)}, and its account holds {dollars(held)}")


def posted(balances: Balances, postings: Iterable[Posting]) -> dict[Account, int]:
    """The balances after these postings."""
    now = dict(balances)
    for posting in postings:
        now[posting.account] = now.get(posting.account, 0) + posting.amount
    return now
