"""What one person may see of a round at a house-banked table. A hidden card never leaves: face down, it is None."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from croupier.base.actors import Role, Viewer
from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces, Ruled, is_place
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, HouseTable, Phase, Standing
from croupier.rules.money import Cents

Cards = tuple[Card | None, ...]
"""The cards on the table; None is one that is face down for this viewer."""


class BetView(Value):
    amount: Cents
    returned: tuple[Citation, ...] = ()
    """Why it goes back whatever happens, if it does."""


class BoxView(Value):
    number: int
    player: str
    bets: Mapping[Spot, BetView]
    cards: Cards
    looked: bool
    decisions: tuple[Decision, ...]
    standing: Standing
    because: tuple[Citation, ...]
    """What put the box into its standing, if it was not the player's own decision."""
    shown: bool
    """False once the player has said that they do not show their hand."""
    lines: tuple[LineSettled, ...]
    awards: tuple[AwardPaid, ...]


class Waiting(Value):
    """What the round waits for: "close", "cards", "decision", "choice", "settle" or "jackpot", and whose."""

    reason: str
    box: int | None = None
    of: str | None = None
    """"dealer" or "board", if it waits for their cards to be turned up and named."""
    due: int | None = None
    """How many cards."""


class HouseView(Value):
    table: HouseTable
    """The sign at the table, and who has which box."""
    phase: Phase
    stage: int
    boxes: Mapping[int, BoxView]
    dealer: Cards
    dealer_shown: bool
    board: Cards
    burnt: int
    """How many; nobody sees which while the round runs."""
    dealt: Cards
    """Everything that has left the device, in its order."""
    departed: tuple[str, ...]
    incidents: tuple[Ruled, ...]
    void: tuple[Citation, ...]
    waiting: tuple[Waiting, ...]

    def __repr__(self) -> str:
        return f"<view of a round: {self.phase}, {len(self.boxes)} boxes, {len(self.dealt)} cards dealt>"

    @property
    def over(self) -> bool:
        return self.phase in (Phase.SETTLED, Phase.VOID)


def view(round_: HouseRound, viewer: Viewer) -> HouseView:
    """Bets, decisions and payments are public; cards are seen only as far as they were turned up or looked at."""
    seen = sees(round_, viewer)
    return HouseView(
        table=round_.table,
        phase=round_.phase,
        stage=round_.stage,
        boxes={number: _box(box, seen) for number, box in round_.boxes.items()},
        dealer=_as_seen(round_.dealer, seen),
        dealer_shown=round_.dealer_shown,
        board=_as_seen(round_.community, seen),
        burnt=len(round_.burnt),
        dealt=_as_seen(round_.dealt, seen),
        departed=round_.departed,
        incidents=round_.incidents,
        void=round_.void,
        waiting=tuple(waiting(round_)),
    )


def sees(round_: HouseRound, viewer: Viewer) -> frozenset[Card]:
    """The cards that the viewer may see now; every view of a round holds these and no others."""
    if not round_.dealt:
        return _NONE
    if round_.table.cards is Faces.BY_HAND:  # what has a face was turned up before everybody
        return frozenset([card for card in round_.dealt if not is_place(card)])
    if viewer.role is Role.AUDITOR and round_.over:
        return frozenset(round_.dealt).union(round_.dealer, *(box.cards for box in round_.boxes.values()))
    seen = {*round_.board}
    if round_.dealer_shown:
        seen.update(round_.dealer)
    if round_.up is not None:
        seen.add(round_.up)
    player, may_lie_open = viewer.player, round_.phase in _TURNED_UP
    for box in round_.boxes.values():
        own = box.looked and player is not None and box.player == player
        if own or (may_lie_open and turned_up(round_, box)):
            seen.update(box.cards)
    return frozenset(seen)


_NONE: frozenset[Card] = frozenset()
_TURNED_UP = (Phase.SETTLING, Phase.AWARDING, Phase.SETTLED)


def turned_up(round_: HouseRound, box: Box) -> bool:
    """Whether everybody sees the hand: it met the dealer's, or it had to be shown to be paid. A void opens nothing."""
    if round_.phase not in _TURNED_UP or not box.shown:
        return False
    match box.standing:
        case Standing.IN_PLAY:
            return round_.dealer_shown
        case Standing.FOLDED:
            return box.opened or _named_by_hand(round_, box)
        case Standing.RETURNED:
            return False
        case _:
            assert_never(box.standing)


def waiting(round_: HouseRound) -> Iterator[Waiting]:
    if round_.choosing:
        yield from (Waiting("choice", number) for number in sorted(round_.choosing))
        return
    match round_.phase:
        case Phase.BETTING:
            yield Waiting("close")
        case Phase.DEALING:
            yield Waiting("cards")
        case Phase.DECIDING:
            asked = undecided(round_)
            yield from (Waiting("decision", box.number) for box in asked)
            if not asked:
                yield Waiting("cards")  # dealt by hand, they are named when they are turned up
        case Phase.SETTLING:
            yield Waiting("settle")
        case Phase.AWARDING:
            yield from (Waiting("jackpot", claim.box) for claim in round_.claims)
        case Phase.SETTLED | Phase.VOID:
            return
        case _:
            assert_never(round_.phase)


def _box(box: Box, seen: frozenset[Card]) -> BoxView:
    return BoxView(
        number=box.number,
        player=box.player,
        bets={spot: BetView(stake.amount, stake.returned) for spot, stake in box.bets.items()},
        cards=_as_seen(box.cards, seen),
        looked=box.looked,
        decisions=box.decisions,
        standing=box.standing,
        because=box.because,
        shown=box.shown,
        lines=box.lines,
        awards=box.awards,
    )


def _named_by_hand(round_: HouseRound, box: Box) -> bool:
    return round_.table.cards is Faces.BY_HAND and not any(map(is_place, box.cards))


def _as_seen(cards: tuple[Card, ...], seen: frozenset[Card]) -> Cards:
    if seen.isdisjoint(cards):
        return (None,) * len(cards)
    return tuple([card if card in seen else None for card in cards])
