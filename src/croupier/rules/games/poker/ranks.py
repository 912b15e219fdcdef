"""Who may decide: a dealer reports, and what a paragraph leaves to somebody waits for them (R-101, R-107)."""

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says, word
from croupier.rules.games.poker.table import SETTLED, PokerRound


def check_rank(by: Actor, rank: Rank, *cites: Citation) -> None:
    """Refuse a rank that is too low, and say whose decision it is and why."""
    if by.rank < rank:
        raise Refused(says("rank-decides", rank=word("rank", rank.key)), cites, left_to=rank)


def on_ranks(round_: PokerRound | None) -> Citation:
    """The ruling on who decides: another one once the round is settled."""
    return ruling(107) if round_ is not None and round_.phase is SETTLED else ruling(101)
