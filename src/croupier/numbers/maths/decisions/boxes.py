"""A box that decides, as its player sees it: what goes with the question, and nothing that works it out."""

from collections.abc import Mapping, Sequence

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.settlement import proper_ante
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, Phase, Standing
from croupier.rules.money import NOTHING, Cents
from croupier.rules.rulebook.model import Rulebook


class Box(Value):
    """What a box knows and has bet when it decides. Without a hand it decides blind."""

    hand: Sequence[Card] = ()
    up: Sequence[Card] = ()
    board: Sequence[Card] = ()
    seen: Sequence[Card] = ()
    """Of another box of the same player, the one that they have looked at (R-8)."""
    ante: Cents = Cents(100)
    bets: Mapping[Spot, Cents] = {}
    """What else was bet in the betting window: side bets and the jackpot bet."""
    meter: Cents = NOTHING
    others: int = 0
    turn_bet: bool = False

    @property
    def stakes(self) -> dict[Spot, Cents]:
        """All bets on the layout before the box decides."""
        return {Spot.ANTE: self.ante, **self.bets}

    @property
    def jackpot(self) -> Cents:
        return self.bets.get(Spot.JACKPOT, NOTHING)


def box_at(book: Rulebook, round_: HouseRound, number: int, meter: Cents = NOTHING) -> Box:
    """A box of a live round that has a decision to make, as its player sees it: no cards before they have looked."""
    box = round_.boxes.get(number)
    if box is None or round_.phase is not Phase.DECIDING or box not in undecided(round_):
        raise Unreadable(f"box {number} has nothing to decide now")
    own = [other for other in round_.boxes.values() if other.player == box.player and other.number != number]
    rivals = [
        other
        for other in round_.boxes.values()
        if other.player != box.player and other.standing is Standing.IN_PLAY and other.bet(Spot.ANTE) is not None
    ]
    decided = {move.spot for move in HOUSE_GAMES[book.game].decisions.values()}
    placed = [spot for spot in box.bets if spot is not Spot.ANTE and spot not in decided]
    return Box(
        hand=box.cards if box.looked else (),
        up=() if round_.up is None else (round_.up,),
        board=round_.community[: round_.turned],
        seen=tuple(card for other in own if other.looked for card in other.cards),
        ante=proper_ante(book, round_, box),
        bets={spot: stake.amount for spot in placed if (stake := box.bet(spot)) is not None},
        meter=meter,
        others=len(rivals) if pays_envy(book) else 0,
        turn_bet=Decision.TURN in box.decisions,
    )


def pays_envy(book: Rulebook) -> bool:
    """Whether the hands of other players can bring anything."""
    return book.jackpot is not None and any(row.envy for row in book.jackpot.rows.values())
