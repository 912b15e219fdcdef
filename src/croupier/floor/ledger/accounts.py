"""The accounts of the House, by name. What is held there is positive, and all of them together are nothing."""

from functools import lru_cache
from typing import NewType

Account = NewType("Account", str)

CAGE = Account("cage")
"""The counterpart of all chips issued."""
HOUSE = Account("house")
"""Opens meters, and makes up what an award or a void would take below the reset value."""

_NAMES = 16_384
"""Every act names the same few accounts of a table again, before and after."""

MAY_BE_NEGATIVE = frozenset({"cage", "house", "tray", "variance"})


@lru_cache(_NAMES)
def wallet(user: str) -> Account:
    """Chips that lie at no table."""
    return Account(f"wallet/{user}")


@lru_cache(_NAMES)
def stack(table: str, user: str) -> Account:
    """In front of a player."""
    return Account(f"stack/{table}/{user}")


@lru_cache(_NAMES)
def owed(user: str) -> Account:
    """A claim of the House on a player, in the place of chips that are gone (R-108)."""
    return Account(f"owed/{user}")


def is_stack_of(account: Account, user: str) -> bool:
    """At whichever table."""
    return account.startswith("stack/") and account.endswith(f"/{user}")


@lru_cache(_NAMES)
def layout(table: str) -> Account:
    """Bets and pots of the open round."""
    return Account(f"layout/{table}")


@lru_cache(_NAMES)
def tray(table: str) -> Account:
    """What the table has won or lost. If the table's float is kept: the chips in its tray, and the cash in the drop box
    that players paid for such chips."""
    return Account(f"tray/{table}")


@lru_cache(_NAMES)
def rake(table: str) -> Account:
    """The rake box."""
    return Account(f"rake/{table}")


@lru_cache(_NAMES)
def variance(table: str) -> Account:
    """Chips that a count did not find; negative if it found too many."""
    return Account(f"variance/{table}")


@lru_cache(_NAMES)
def meter(link: str) -> Account:
    """What the sign shows."""
    return Account(f"meter/{link}")


@lru_cache(_NAMES)
def reserve(link: str) -> Account:
    """The hidden share of the bets."""
    return Account(f"reserve/{link}")


@lru_cache(_NAMES)
def overflow(link: str) -> Account:
    """What came above the limit of the meter."""
    return Account(f"overflow/{link}")


@lru_cache(_NAMES)
def award(link: str) -> Account:
    """Won and not yet paid."""
    return Account(f"award/{link}")


def kind(account: Account) -> str:
    return account.partition("/")[0]


def may_be_negative(account: Account) -> bool:
    return kind(account) in MAY_BE_NEGATIVE
