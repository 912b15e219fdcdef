"""Questions that all tables share."""

from croupier.base.sentences import Sentence, says
from croupier.rulings_desk.model import Fact, Finding, Group, Reply


def yes_no(question: str, key: str, yes: Sentence, no: Sentence) -> Fact:
    return Fact(question, (Reply(f"{key}=true", yes), Reply(f"{key}=false", no)))


REPAIR = yes_no(
    "Can the cards be put back in their order?", "reconstructable", says("found.repair.yes"), says("found.repair.no")
)
DECIDED = Fact(
    "What does the Shift Manager decide?",
    (Reply("ruling=void", says("found.decided.void")), Reply("ruling=continue", says("found.decided.continue"))),
)
DECK_FAULTS = Group(
    "Interruption and faults of the deck",
    (
        Finding("interruption", says("finding.interruption")),
        Finding("foreign-card", says("finding.foreign-card")),
        Finding("deck-count", says("finding.deck-count")),
        Finding("shoe-short", says("finding.shoe-short")),
        Finding("unshuffled", says("finding.unshuffled")),
    ),
)
REAL_CARDS = "Wrong entries and payments, at tables with real cards"
WHICH_ROUND = Fact(
    "Of which round?",
    (
        Reply("", says("found.round.this")),
        Reply("round=earlier", says("found.round.earlier"), not_in=("before", "bets-open")),
    ),
)
PUSHED = Fact(
    "What was pushed?",
    (Reply("pushed=more", says("found.pushed.more")), Reply("pushed=less", says("found.pushed.less"))),
)
