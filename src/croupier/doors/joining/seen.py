"""What the server shows, as the values that the screens draw: views come as JSON, and cards that are hidden as ??."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET, convert

from croupier.base.citation import Citation
from croupier.floor.live.answers.rounds import BetTold, BoxTold, HouseRound, PokerHand, PokerRound, PotTold
from croupier.floor.live.answers.tables import SeatTold
from croupier.rules.cards import Card
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.lines import AwardPaid, LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Phase, Standing
from croupier.rules.games.house.view import BetView, BoxView, HouseView
from croupier.rules.games.poker.pots import Pot
from croupier.rules.games.poker.table import BettingRound, PokerTable, PotWon
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.view import Cards, HandView, PokerView, RoundView, SeatView
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import Device

_STANDING = {"in-play": Standing.IN_PLAY, "folded": Standing.FOLDED, "returned": Standing.RETURNED}


def cards(text: str) -> Cards:
    return tuple(None if card == FACE_DOWN else Card(card) for card in text.split())


def house_view(told: Mapping[str, Any]) -> HouseView:
    round_ = convert(told["round"], HouseRound)
    held = cards(round_.dealer.hand or "")
    return HouseView(
        table=HouseTable(Device.SHOE, {}, {}),
        phase=Phase(round_.phase),
        stage=0,
        boxes={int(number): _box(int(number), box) for number, box in round_.boxes.items()},
        dealer=held,
        dealer_shown=bool(held) and None not in held,
        board=cards(round_.board or ""),
        burnt=round_.burnt,
        dealt=(),
        departed=(),
        incidents=(),
        void=_cites(round_.void_cites or ()),
        waiting=(),
    )


def _box(number: int, box: BoxTold) -> BoxView:
    return BoxView(
        number=number,
        player=box.player,
        bets={Spot(spot): BetView(cents(bet.staked)) for spot, bet in box.bets.items()},
        cards=cards(box.hand or ""),
        looked=box.looked,
        decisions=tuple(map(Decision, box.decisions)),
        standing=_STANDING[box.standing],
        because=(),
        shown=True,
        lines=tuple(line for spot, bet in box.bets.items() for line in _settled(Spot(spot), bet)),
        awards=tuple(
            AwardPaid(award.award, cents(award.paid), _cites(award.cites), award.from_ or None)
            for award in box.awards or ()
        ),
    )


def _settled(spot: Spot, bet: BetTold) -> Iterator[LineSettled]:
    """Nothing before settlement."""
    if bet.returned is UNSET or bet.paid is UNSET or bet.result is UNSET:
        return
    paid = (cents(bet.staked), cents(bet.returned), cents(bet.paid))
    yield LineSettled(spot, *paid, Result(bet.result), _cites(bet.cites or ()))


def poker_view(told: Mapping[str, Any], me: str) -> PokerView:
    seats = {int(number): _seat(seat) for number, seat in convert(told["seats"], dict[str, SeatTold]).items()}
    return PokerView(
        table=PokerTable(Device.SHOE, max(seats, default=2), Cents(1), Cents(1), Cents(1)),
        seats=seats,
        button=0,
        seat=next((number for number, seat in seats.items() if seat.player == me), None),
        options=None,
        round=None if told["round"] is None else _poker_round(convert(told["round"], PokerRound)),
    )


def _seat(seat: SeatTold) -> SeatView:
    small, big = "small" in seat.missed, "big" in seat.missed
    return SeatView(seat.player, cents(seat.stack), seat.away, small, big, False, seat.waits, False)


def _poker_round(round_: PokerRound) -> RoundView:
    posts = {int(seat): cents(chips) for seat, chips in round_.posts.items()}
    hands = {int(number): _hand(hand, posts.get(int(number), 0)) for number, hand in round_.players.items()}
    low, high = (min(posts.values(), default=0), max(posts.values(), default=0))
    is_open = round_.status == "open"
    return RoundView(
        phase=PokerPhase.BETTING if is_open else PokerPhase(round_.status),
        betting_round=BettingRound(round_.betting_round),
        button=round_.button,
        small_blind=next((seat for seat, chips in posts.items() if chips == low < high), None),
        big_blind=next((seat for seat, chips in posts.items() if chips == high), 0),
        order=tuple(hands),
        hands=hands,
        turn=round_.turn,
        price=Cents(0),
        board=cards(round_.board),
        pots=tuple(Pot(cents(pot.amount), tuple(pot.eligible), ()) for pot in round_.pots if is_open),
        burnt=round_.burnt,
        dealt=(),
        discarded=(),
        shown=tuple(round_.shown),
        uncalled={int(seat): cents(chips) for seat, chips in round_.uncalled.items()},
        results=tuple(won for pot in round_.pots for won in _won(pot)),
        incidents=(),
        void=_cites(round_.void_cites or ()),
    )


def _hand(hand: PokerHand, posted: int) -> HandView:
    bet, put = cents(hand.bet), cents(hand.put)
    flags = (hand.looked, hand.folded, hand.all_in)
    return HandView(hand.player, cards(hand.hand), *flags, Cents(posted), bet, put, None)


def _won(pot: PotTold) -> Iterator[PotWon]:
    """Nothing before the pots are given out."""
    if pot.won is not UNSET:
        won = {int(seat): cents(chips) for seat, chips in pot.won.items()}
        yield PotWon(cents(pot.amount), cents(pot.rake or "0"), tuple(pot.eligible), won, _cites(pot.cites or ()))


def _cites(told: Iterable[str]) -> tuple[Citation, ...]:
    return tuple(map(Citation, told))
