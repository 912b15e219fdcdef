"""The steps from the last decision to the next round, in the order in which the floor takes them.

Pages show a settlement step by step and must not invent its order. The order follows from the round alone, names no
card and no amount, and is the same for every viewer. Until a settlement is undone the list only grows, so a page that
has shown the first steps goes on where it stopped.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import UNSET

from croupier.floor.live.answers.rounds import HouseStep, PokerStep
from croupier.rules.games.common import is_place
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseRound, Standing
from croupier.rules.games.house.table import Phase as HousePhase
from croupier.rules.games.house.view import turned_up
from croupier.rules.games.poker.table import TURNED, Phase, PokerRound, PotWon

_DECIDED = (HousePhase.SETTLING, HousePhase.AWARDING, HousePhase.SETTLED)
_BOARD = tuple(TURNED.values())
"""Community cards face up at the first decision, at the second, and so on; both families deal the same board."""
_MOVES: Mapping[Result, Literal["take", "pay", "push", "return"]] = {
    Result.LOSE: "take",
    Result.WIN: "pay",
    Result.PUSH: "push",
    Result.RETURNED: "return",
}


def house_decided(round_: HouseRound) -> bool:
    """Whether nobody can decide any more. A void round has no order: it ends at once."""
    return round_.phase in _DECIDED


def house_order(round_: HouseRound) -> list[HouseStep]:
    """The order so far of a round in which nobody can decide any more."""
    return [*_opened(round_), *_settled(round_)]


def _opened(round_: HouseRound) -> Iterator[HouseStep]:
    decisions = max((len(box.decisions) for box in round_.boxes.values()), default=0)
    for place in range(_BOARD[max(decisions, 1) - 1] + 1, round_.turned + 1):
        yield HouseStep("turn", of="board", card=place)
    if round_.dealer_shown:
        for place, card in enumerate(round_.dealer, 1):
            if card != round_.up:
                yield HouseStep("turn", of="dealer", card=place)
        yield HouseStep("verdict")
    lying_open = [box for box in round_.boxes.values() if box.cards and turned_up(round_, box)]
    # a folded hand opens when its own cards are paid, so after the hands that met the dealer's
    for box in sorted(lying_open, key=lambda box: box.standing is not Standing.IN_PLAY):
        yield HouseStep("open", box=box.number)


def _settled(round_: HouseRound) -> Iterator[HouseStep]:
    """First all losing bets, then the payments of one box after the other, then the jackpot's awards. Shares of the
    meter come last, because they wait for its answer (R-13)."""
    if not round_.settlement_made:
        return
    boxes = round_.boxes.values()
    for box in boxes:
        yield from (_moved(box, line) for line in box.lines if line.result is Result.LOSE)
    for box in boxes:
        yield from _paid(box)
    for box in sorted(boxes, key=lambda box: box.share):
        if any(map(_is_award, box.lines)):
            yield HouseStep("award", box=box.number, spot=Spot.JACKPOT)
            yield HouseStep("home", box=box.number)


def _paid(box: Box) -> Iterator[HouseStep]:
    steps = [_moved(box, line) for line in box.lines if line.result is not Result.LOSE and not _is_award(line)]
    for award in box.awards:
        source = UNSET if award.source is None else award.source
        steps.append(HouseStep("pay", box=box.number, award=award.award, from_=source))
    yield from steps
    if steps:
        yield HouseStep("home", box=box.number)


def _is_award(line: LineSettled) -> bool:
    return line.spot is Spot.JACKPOT and line.result is Result.WIN


def _moved(box: Box, line: LineSettled) -> HouseStep:
    return HouseStep(_MOVES[line.result], box=box.number, spot=line.spot)


def poker_decided(round_: PokerRound) -> bool:
    """Whether nobody can act any more. A void round has no order: it ends at once."""
    return round_.phase in (Phase.SETTLING, Phase.SETTLED)


def poker_order(round_: PokerRound) -> list[PokerStep]:
    """The order so far of a round in which nobody can act any more."""
    return [*_showdown(round_), *_given_out(round_)]


def _showdown(round_: PokerRound) -> Iterator[PokerStep]:
    yield PokerStep("gather")
    for before, after in pairwise(_BOARD):
        if len(round_.live()) > 1 and round_.decided_on <= before and after <= round_.turned:
            yield PokerStep("street", cards=after - before)
    yield from (PokerStep("uncalled", seat=seat) for seat in round_.uncalled)
    yield from (PokerStep("show", seat=seat) for seat in round_.shown)
    if round_.shown:
        yield from (PokerStep("muck", seat=seat) for seat in round_.live() if _mucked(round_, seat))


def _mucked(round_: PokerRound, seat: int) -> bool:
    """Dealt by hand, a hand that is neither shown nor given up is still to come."""
    return seat not in round_.shown and (seat in round_.mucked or not is_place(round_.hands[seat][0]))


def _given_out(round_: PokerRound) -> Iterator[PokerStep]:
    if round_.phase is not Phase.SETTLED:
        return
    yield from (PokerStep("rake", pot=number) for number, pot in enumerate(round_.pots, 1) if pot.rake)
    for number, pot in enumerate(round_.pots, 1):
        yield from _pushed(round_, number, pot)
    yield PokerStep("over")


def _pushed(round_: PokerRound, number: int, pot: PotWon) -> Iterator[PokerStep]:
    """Equal shares first, clockwise from the left of the button; then who gets an odd chip more (4.5)."""
    winners = [seat for seat in round_.order if seat in pot.won]
    share = min(pot.won.values())
    yield from (PokerStep("push", pot=number, seat=seat) for seat in winners)
    yield from (PokerStep("odd", pot=number, seat=seat) for seat in winners if pot.won[seat] > share)
