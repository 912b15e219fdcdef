"""What the server shows, as the values that the screens draw: views come as JSON, and cards that are hidden as ??."""

from collections.abc import Mapping
from typing import Any

from croupier.base.citation import Citation
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

Told = Mapping[str, Any]


def cards(text: str) -> Cards:
    return tuple(None if card == FACE_DOWN else Card(card) for card in text.split())


def house_view(view: Told) -> HouseView:
    round_ = view["round"]
    dealer = round_.get("dealer", {})
    held, phase = cards(dealer.get("hand", "")), Phase(round_["phase"])
    return HouseView(
        table=HouseTable(Device.SHOE, {}, {}),
        phase=phase,
        stage=0,
        boxes={int(number): _box(int(number), box) for number, box in round_["boxes"].items()},
        dealer=held,
        dealer_shown=bool(held) and None not in held,
        board=cards(round_.get("board", "")),
        burnt=round_["burnt"],
        dealt=(),
        departed=(),
        incidents=(),
        void=_cites(round_.get("void_cites", ())),
        waiting=(),
    )


def _box(number: int, box: Told) -> BoxView:
    return BoxView(
        number=number,
        player=box["player"],
        bets={Spot(spot): BetView(cents(bet["staked"])) for spot, bet in box["bets"].items()},
        cards=cards(box.get("hand", "")),
        looked=box["looked"],
        decisions=tuple(map(Decision, box["decisions"])),
        standing=_STANDING[box["standing"]],
        because=(),
        shown=True,
        lines=tuple(_line(Spot(spot), bet) for spot, bet in box["bets"].items() if "paid" in bet),
        awards=tuple(
            AwardPaid(award["award"], cents(award["paid"]), _cites(award["cites"]), award.get("from"))
            for award in box.get("awards", ())
        ),
    )


def _line(spot: Spot, bet: Told) -> LineSettled:
    paid = (cents(bet["staked"]), cents(bet["returned"]), cents(bet["paid"]))
    return LineSettled(spot, *paid, Result(bet["result"]), _cites(bet["cites"]))


def poker_view(view: Told, me: str) -> PokerView:
    seats = {int(number): _seat(seat) for number, seat in view["seats"].items()}
    return PokerView(
        table=PokerTable(Device.SHOE, max(seats, default=2), Cents(1), Cents(1), Cents(1)),
        seats=seats,
        button=0,
        seat=next((number for number, seat in seats.items() if seat.player == me), None),
        options=None,
        round=None if view["round"] is None else _poker_round(view["round"], seats),
    )


def _seat(seat: Told) -> SeatView:
    missed = seat["missed"]
    small, big = "small" in missed, "big" in missed
    return SeatView(seat["player"], cents(seat["stack"]), seat["away"], small, big, False, seat["waits"], False)


def _poker_round(round_: Told, seats: Mapping[int, SeatView]) -> RoundView:
    posts = {int(seat): cents(chips) for seat, chips in round_["posts"].items()}
    hands = {int(number): _hand(hand, posts.get(int(number), 0)) for number, hand in round_["players"].items()}
    low, high = (min(posts.values(), default=0), max(posts.values(), default=0))
    status = round_["status"]
    return RoundView(
        phase=PokerPhase(status) if status != "open" else PokerPhase.BETTING,
        betting_round=BettingRound(round_["betting_round"]),
        button=round_["button"],
        small_blind=next((seat for seat, chips in posts.items() if chips == low < high), None),
        big_blind=next((seat for seat, chips in posts.items() if chips == high), 0),
        order=tuple(hands),
        hands=hands,
        turn=round_["turn"],
        price=Cents(0),
        board=cards(round_["board"]),
        pots=tuple(Pot(cents(pot["amount"]), tuple(pot["eligible"]), ()) for pot in round_["pots"] if status == "open"),
        burnt=round_["burnt"],
        dealt=(),
        discarded=(),
        shown=tuple(round_["shown"]),
        uncalled={int(seat): cents(chips) for seat, chips in round_["uncalled"].items()},
        results=tuple(_won(pot) for pot in round_["pots"] if "won" in pot),
        incidents=(),
        void=_cites(round_.get("void_cites", ())),
    )


def _hand(hand: Told, posted: int) -> HandView:
    bet, put = cents(hand["bet"]), cents(hand["put"])
    flags = (hand["looked"], hand["folded"], hand["all_in"])
    return HandView(hand["player"], cards(hand["hand"]), *flags, Cents(posted), bet, put, None)


def _won(pot: Told) -> PotWon:
    won = {int(seat): cents(chips) for seat, chips in pot["won"].items()}
    return PotWon(cents(pot["amount"]), cents(pot["rake"]), tuple(pot["eligible"]), won, _cites(pot["cites"]))


def _cites(told: Any) -> tuple[Citation, ...]:
    return tuple(map(Citation, told))
