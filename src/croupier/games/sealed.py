"""Which incidents are heard where cards are sealed: no hand touches a card there, so nothing can happen to one.

Nothing of the table is asked, so that nobody learns anything about its cards by asking.
"""

from croupier.annotated import texts_of
from croupier.cards import Card
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.values import Value

HEARD = ("interruption", "jackpot-down", "jackpot-up", "other")


def check_heard(incident: str, report: Value) -> None:
    """Refuse what cannot happen to sealed cards, and every report that names one."""
    if incident not in HEARD or any(texts_of(report, Card)):
        why = f"cards are sealed at this table and nobody touches or names one; heard are {', '.join(HEARD)}"
        raise Refused(why, (ruling(96),))
