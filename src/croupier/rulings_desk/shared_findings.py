"""Questions that all tables share."""

from croupier.base.sentences import Sentence, says
from croupier.rulings_desk.model import Fact, Finding, Group, Reply


def yes_no(question: Sentence, key: str, yes: Sentence, no: Sentence) -> Fact:
    return Fact(question, (Reply(f"{key}=true", yes), Reply(f"{key}=false", no)))


REPAIR = yes_no(says("ask.repair"), "reconstructable", says("found.repair.yes"), says("found.repair.no"))
DECIDED = Fact(
    says("ask.decided"),
    (Reply("ruling=void", says("found.decided.void")), Reply("ruling=continue", says("found.decided.continue"))),
)
DECK_FAULTS = Group(
    says("group.deck"),
    (
        Finding("interruption", says("finding.interruption")),
        Finding("foreign-card", says("finding.foreign-card")),
        Finding("deck-count", says("finding.deck-count")),
        Finding("shoe-short", says("finding.shoe-short")),
        Finding("unshuffled", says("finding.unshuffled")),
    ),
)
REAL_CARDS = says("group.corrections")
WHICH_ROUND = Fact(
    says("ask.round"),
    (
        Reply("", says("found.round.this")),
        Reply("round=earlier", says("found.round.earlier"), not_in=("before", "bets-open")),
    ),
)
PUSHED = Fact(
    says("ask.pushed"),
    (Reply("pushed=more", says("found.pushed.more")), Reply("pushed=less", says("found.pushed.less"))),
)
