"""What a house demands beyond its documents: checked decks, assigned dealers, no play by barred players."""

from collections.abc import Iterable, Mapping

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.state.table import LiveTable
from croupier.rules.games.common import Faces
from croupier.rules.games.poker.table import PokerState

DECKS, DEALERS = "house.decks", "house.dealers"
"""The names of these settings in the journal."""
RECORDED, ASSIGNED = "recorded", "assigned"


class Demands(Value):
    decks: bool = False
    """At tables with real cards, only decks that the pit has checked."""
    dealers: bool = False
    """Only the dealer assigned by the pit deals."""
    barred: frozenset[str] = frozenset()
    """Players who must not sit down or bet, in lower case."""

    def bars(self, player: str) -> bool:
        return bool(self.barred) and player.lower() in self.barred


NONE = Demands()


def demands_in(settings: Mapping[str, str], barred: Iterable[str]) -> Demands:
    """The demands: the settings noted at the house's start, and the players barred since."""
    return Demands(settings.get(DECKS) == RECORDED, settings.get(DEALERS) == ASSIGNED, frozenset(barred))


def check_can_deal(table: LiveTable, demands: Demands) -> None:
    """Refuses to close bets, or to start a round of poker, until the house's demands are met."""
    if table.sign.float_kept and not table.has_float:
        raise Refused(says("float-not-opened", table=table.name))
    if demands.decks and table.sign.cards is not Faces.SEALED:
        deck = table.real_deck
        if deck is None:
            raise Refused(says("deck-missing", table=table.name))
        if deck.checked is None:
            raise Refused(says("deck-unchecked", deck=deck.deck))


def has_the_table(table: LiveTable, dealer: str, demands: Demands) -> bool:
    """Whether this dealer may act here (R-115). If nobody has taken the table, every dealer may, unless the house
    demands that the pit assigns one."""
    has = table.dealer
    if has is None:
        return not demands.dealers
    return has.dealer == dealer and (bool(has.by) or not demands.dealers)


def seats_of_the_barred(state: PokerState, demands: Demands) -> list[int]:
    """Poker: the seats of barred players, who finish the round they are in and are dealt into no other."""
    if not demands.barred:
        return []
    return [
        number
        for number, seat in state.seats.items()
        if demands.bars(seat.player) and not seat.away and not seat.leaving
    ]


def counted(table: LiveTable) -> bool:
    """Whether a closing table may close: if its float is kept, only after a count of the tray after the last round."""
    return table.counted_out or not (table.sign.float_kept and table.has_float)
