"""Which incidents can be reported at tables with sealed cards: no hand touches a card there, so none can go wrong.

The answer does not depend on the state of the table, so that a report reveals nothing about its cards.
"""

from collections.abc import Sequence

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import listed, says
from croupier.base.typed_fields import texts_of
from croupier.base.values import Value
from croupier.rules.cards import Card

HEARD = ("interruption", "jackpot-down", "jackpot-up", "other")
NAME_CARDS = frozenset({"card", "first", "second", "shoe"})
"""Keys of a report that name cards."""


def check_said(incident: str, details: Sequence[str]) -> None:
    """Refuses a report by its words alone, whatever its details."""
    if incident not in HEARD or any(detail.partition("=")[0] in NAME_CARDS for detail in details):
        raise _not_heard()


def check_heard(incident: str, report: Value) -> None:
    """Refuse what cannot happen to sealed cards, and every report that names one."""
    if incident not in HEARD or any(texts_of(report, Card)):
        raise _not_heard()


def _not_heard() -> Refused:
    why = says("sealed-not-heard", heard=listed(HEARD))
    return Refused(why, (ruling(96),))
