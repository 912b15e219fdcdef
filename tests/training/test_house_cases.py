"""How far a round of the house was, as the desk asks for it: every phase that is recognised is one of the desk's."""

import pytest

from croupier.floor.training.house_cases import situation
from croupier.floor.training.questions import every_case
from croupier.rules.games.house.table import HouseState
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rulings_desk.desk import brought_about

PLAIN = frozenset(
    {
        *("bets-open", "dealt", "looked", "folded-unseen", "folded", "pause", "river", "settled"),
        *("flop", "flop-folded", "turn", "turn-folded"),
    }
)
"""Phases in which nothing was ruled before, and not all boxes have folded."""


@pytest.mark.parametrize("book", [book for book in BOOKS if not book.startswith("poker")])
def test_the_situation_of_an_example_is_the_phase_that_it_was_brought_into(book: str) -> None:
    seen = set()
    for device in load(book).procedure.devices:
        for asked in every_case(book, device):
            if asked.finding.key != "foreign-card":
                continue
            _, example, _ = brought_about(book, device, asked.phase.key, asked.report)
            assert isinstance(example.dealer.state, HouseState)
            found = situation(example.dealer.state.round)
            if asked.phase.key in PLAIN:
                assert found is not None, asked.phase.key
                assert (found.phase, found.so) == (asked.phase.key, frozenset(reply.text for reply in asked.so))
                seen.add(found.phase)
            elif asked.phase.key != "bets-open-later":
                assert found is None, (asked.phase.key, found)
    assert seen >= {"bets-open", "dealt", "looked", "folded", "settled"}
