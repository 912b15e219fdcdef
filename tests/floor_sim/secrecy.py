"""Hidden cards: which ones somebody may know, by the rules alone, and whether anything they are sent names another."""

import re
from typing import Any

import msgspec

from croupier.floor.journal.entry import Body
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState

CARD = re.compile(rb"(?<![A-Za-z0-9#])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
_json = msgspec.json.Encoder().encode


class Leak(Exception):
    invariant = "I8"


def may_know(who: Who | None, table: LiveTable) -> set[Card]:
    game = table.game
    auditor = who is not None and who.role is Role.AUDITOR
    player = who.name if who is not None and who.role is Role.PLAYER else None
    if isinstance(game, HouseState):
        return _house(game, player, auditor=auditor)
    return _poker(game, player, auditor=auditor)


def _house(state: HouseState, player: str | None, *, auditor: bool) -> set[Card]:
    round_ = state.round
    if round_.table.cards is Faces.BY_HAND or (auditor and round_.over):
        return set(round_.dealt).union(round_.dealer, *(box.cards for box in round_.boxes.values()))
    known = set(round_.community[: round_.turned])
    if round_.dealer_shown:
        known.update(round_.dealer)
    if round_.up is not None:
        known.add(round_.up)
    compared = str(round_.phase) in ("settling", "awarding", "settled")
    for box in round_.boxes.values():
        met = box.standing == "in play" and round_.dealer_shown
        paid = box.standing == "folded" and box.opened
        if (box.player == player and box.looked) or (compared and box.shown and (met or paid)):
            known.update(box.cards)
    return known


def _poker(state: PokerState, player: str | None, *, auditor: bool) -> set[Card]:
    round_ = state.round
    if round_ is None:
        return set()
    if auditor and round_.over:
        return set(round_.dealt)
    known = {*round_.community[: round_.turned], *round_.discarded}
    for seat, hand in round_.hands.items():
        own = round_.opening.seats[seat].player == player and seat in round_.looked
        if own or seat in round_.shown or seat in round_.turned_up:
            known.update(hand)
    return known


def check_view(who: Who | None, table: LiveTable, view: dict[str, Any]) -> None:
    """The cards on the table now; what has happened before is checked when it is written down."""
    told = {key: value for key, value in view.items() if key != "happened"}
    named = {Card(card.decode()) for card in CARD.findall(_json(told))}
    if not named <= (known := may_know(who, table)):
        whose = "nobody" if who is None else f"{who.role} {who.name}"
        raise Leak(f"{table.name} shows {sorted(named - known)} to {whose} in {view['moment']}")


def check_entry(where: str, table: LiveTable, body: Body) -> None:
    """Where cards are sealed or read no card stands in the journal, but those that lie open for everybody."""
    if table.sign.cards is Faces.BY_HAND:
        return
    public = may_know(None, table)
    for opened in body.opened:
        if opened.card not in public:
            raise Leak(f"{where} opens {opened.card}, which is face down")
    told = _json([body.do, body.then, body.answer, body.reason])
    if named := set(CARD.findall(told)):
        raise Leak(f"{where} names {sorted(named)}")
