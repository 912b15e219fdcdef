"""What is asked alike at all tables."""

from croupier.rulings_desk.model import Fact, Finding, Group, Reply


def yes_no(question: str, key: str, yes: str, no: str) -> Fact:
    return Fact(question, (Reply(f"{key}=true", yes), Reply(f"{key}=false", no)))


REPAIR = yes_no(
    "Can the cards be put back in their order?", "reconstructable", "can be put right", "cannot be put right"
)
DECIDED = Fact("What does the Shift Manager decide?", (Reply("ruling=void", "void"), Reply("ruling=continue", "go on")))
DECK_FAULTS = Group(
    "Interruption and faults of the deck",
    (
        Finding("interruption", "a technical interruption, such as a power failure"),
        Finding("foreign-card", "a card that is not part of the deck"),
        Finding("deck-count", "too few or too many cards in the deck"),
        Finding("shoe-short", "not enough cards left to finish the round"),
        Finding("unshuffled", "the deck was not shuffled"),
    ),
)
REAL_CARDS = "Wrong entries and payments, at tables with real cards"
WHICH_ROUND = Fact(
    "Of which round?",
    (Reply("", "of this round"), Reply("round=earlier", "of an earlier round", not_in=("before", "bets-open"))),
)
