"""Where cards are sealed, only what needs no hand on a card is heard, whatever the report says."""

import pytest

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.rules.cards import Card
from croupier.rules.games.house import commands as house
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.sealed import HEARD, check_heard

SAM = Actor(Rank.SHIFT_MANAGER, "Sam")
ACE, KING = Card("As"), Card("Kd")


def is_heard(report: house.ReportIrregularity | poker.ReportIrregularity) -> bool:
    try:
        check_heard(report.incident, report)
    except Refused as refused:
        assert not any(card in refused.why for card in (ACE, KING))
        return False
    return True


def test_the_incidents_that_sealed_tables_accept() -> None:
    at_boxes = [each for each in house.Incident if is_heard(house.ReportIrregularity(each, SAM))]
    at_seats = [each for each in poker.Incident if is_heard(poker.ReportIrregularity(each, SAM))]
    assert at_boxes == list(HEARD)
    assert at_seats == ["interruption", "other"]


@pytest.mark.parametrize(
    "report",
    [
        house.ReportIrregularity(house.Incident.OTHER, SAM, card=ACE),
        house.ReportIrregularity(house.Incident.INTERRUPTION, SAM, first=ACE, second=KING),
        house.ReportIrregularity(house.Incident.JACKPOT_DOWN, SAM, second=KING),
        poker.ReportIrregularity(poker.Incident.OTHER, SAM, card=KING),
        poker.ReportIrregularity(poker.Incident.OTHER, SAM, shoe=(ACE, KING)),
    ],
)
def test_nobody_names_a_card(report: house.ReportIrregularity | poker.ReportIrregularity) -> None:
    assert not is_heard(report)
