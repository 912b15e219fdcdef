"""Whether a link's meter shows what its journal comes to and what its accounts hold (PJ-09, PJ-23)."""

from collections.abc import Mapping

from croupier.base.sentences import Sentence, says, word
from croupier.floor.ledger.accounts import Account, award, meter, overflow, reserve
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import dollars


def unsound(link: Link, balances: Mapping[Account, int]) -> Sentence | None:
    """The disagreement, in words; None if there is none."""
    found = reconciliation(link)
    for pot, reconciled in (("meter", found.meter), ("overflow", found.overflow), ("reserve", found.reserve)):
        if reconciled.difference:
            return says("pot-differs", pot=word("pot", pot), parts=reconciled.difference)
    name = link.name
    accounts = {
        meter(name): link.displayed,
        overflow(name): link.overflow.cents,
        reserve(name): link.reserve.cents,
        award(name): link.locked,
    }
    for account, shown in accounts.items():
        held = balances.get(account, 0)
        if held != shown:
            return says("account-differs", account=account, held=dollars(held), shown=dollars(shown))
    return None
