"""What a house demands beyond its documents, whom it has barred, and what a table needs before its cards are dealt."""

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
    """Tables with real cards need a deck that the pit has checked."""
    dealers: bool = False
    """Only the dealer whom the pit has assigned deals."""
    barred: frozenset[str] = frozenset()
    """Players who must not sit down or bet, in lower case."""

    def bars(self, player: str) -> bool:
        return bool(self.barred) and player.lower() in self.barred


NONE = Demands()


def demands_in(settings: Mapping[str, str], barred: Iterable[str]) -> Demands:
    """The demands, from the settings that the house noted at its start, and whom it has barred since."""
    return Demands(settings.get(DECKS) == RECORDED, settings.get(DEALERS) == ASSIGNED, frozenset(barred))


def check_can_deal(table: LiveTable, demands: Demands) -> None:
    """Refuses to close the bets, or to start a round of poker, before everything is there that the house demands."""
    if table.sign.float_kept and not table.has_float:
        raise Refused(says("float-not-opened", table=table.name))
    if demands.decks and table.sign.cards is not Faces.SEALED:
        deck = table.real_deck
        if deck is None:
            raise Refused(says("deck-missing", table=table.name))
        if deck.checked is None:
            raise Refused(says("deck-unchecked", deck=deck.deck))


def has_the_table(table: LiveTable, dealer: str, demands: Demands) -> bool:
    """Whether acts of this dealer are heard (R-115). Where nobody has taken the table, every dealer is heard, unless
    the house demands that the pit assigns one."""
    has = table.dealer
    if has is None:
        return not demands.dealers
    return has.dealer == dealer and (bool(has.by) or not demands.dealers)


def seats_of_the_barred(state: PokerState, demands: Demands) -> list[int]:
    """Poker: the seats that are dealt into no further round. Their players finish the one they are in."""
    if not demands.barred:
        return []
    return [
        number
        for number, seat in state.seats.items()
        if demands.bars(seat.player) and not seat.away and not seat.leaving
    ]


def counted(table: LiveTable) -> bool:
    """Whether a closing table may close: where its float is kept, the tray has been counted after the last round."""
    return table.counted_out or not (table.sign.float_kept and table.has_float)
