"""Who may decide: a dealer reports, and what a paragraph leaves to somebody waits for them (R-101)."""

from croupier.actors import Actor, Rank
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.poker.clauses import Poker
from croupier.rulebook.model import Rulebook
from croupier.sentences import says, word


def check_rank(book: Rulebook, by: Actor, rank: Rank, clause: str) -> None:
    """The last paragraph names its rank; of the others R-101 says whose they are."""
    if by.rank < rank:
        whose = () if clause == Poker.SHIFT_MANAGER_DECIDES else (ruling(101),)
        why = says("rank-decides", rank=word("rank", rank.key))
        raise Refused(why, (book.cite(clause), *whose), left_to=rank)
