"""Random evenings of linked tables, against a second bookkeeping that knows nothing but the order of the deals."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase as Effort
from hypothesis import find, given, settings
from hypothesis import strategies as st

from croupier.base.errors import Refused
from croupier.rounds.dealing import linked
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rules.cards import Card, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, HouseTable, Limits, Phase
from croupier.rules.jackpot import awards, link
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

BET, ANTE, START, RESET = cents("5"), cents("50"), cents("60000"), cents("50000")
ADDS = Cents(BET * 60 // 100)
WINNERS = {
    "casino-stud@2": {
        "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh": Fraction(1),
        "2c 9s Qd 8s 7c 7s 2h 6s 5d 5s Kh": Fraction(1, 10),
        "2c 9h Qd 7s 8c 4d 2h 3s 5d Jc Kh": Fraction(0),
    },
    "three-card-poker@3": {"2c As Qd Ks 7c Qs 2h": Fraction(1), "2c 9h Qd 7s 7c 4d 2h": Fraction(0)},
    "progressive-holdem@6": {
        "2c As Ks 3c Qs Js Ts 6c 5s 6d 9c 7c 7d": Fraction(1),
        "2c As Ks 3c Qs Js 4h 6c Ts 6d 9c 7c 7d": Fraction(1, 4),
        "2c 9h 4d 3c 8s Jd 2h 6c 5s 6d Tc 7c 7d": Fraction(0),
    },
}
"""What the one box of a table wins with which shoe."""
SIGN = HouseTable(Device.SHOE, {Spot.ANTE: Limits(cents("10"), cents("1000"))}, {1: "Ann"}, BET)
STEPS = ("deal", "deal", "deal", "stay", "stay", "stay", "next", "next", "fold", "void", "deal-without")
Steps = Sequence[tuple[int, str, int]]


class Ledger:
    """Who was dealt when, who has claimed, and what the meter shows: the paragraphs read once more."""

    def __init__(self) -> None:
        self.meter: int = START
        self.open: list[str] = []
        self.claims: dict[str, Fraction] = {}
        self.order: list[str] = []
        self.paid: list[tuple[str, int]] = []

    def dealt(self, table: str) -> None:
        self.meter += ADDS
        self.open.append(table)
        self.order = [*(name for name in self.order if name != table), table]

    def over(self, table: str, share: Fraction) -> None:
        if table in self.open:
            self.open.remove(table)
            if share:
                self.claims[table] = share
        self.pay()

    def void(self, table: str) -> None:
        if table in self.order and (table in self.open or table in self.claims):
            self.open = [name for name in self.open if name != table]
            self.claims.pop(table, None)
            self.meter = max(self.meter - ADDS, RESET)
        self.pay()

    def pay(self) -> None:
        for table in self.order:
            if table in self.open:
                return
            if (share := self.claims.pop(table, None)) is not None:
                amount = int(self.meter * share)
                self.paid.append((table, amount))
                self.meter = RESET if share == 1 else max(RESET, self.meter - amount)


class World:
    def __init__(self, books: Sequence[str]) -> None:
        jackpot = jackpot_at(displayed=START, reset=RESET, contribution=Fraction(60, 100))
        self.books = {f"t-{number}": book for number, book in enumerate(books, 1)}
        signs = {name: self._sign(book) for name, book in self.books.items()}
        *_, self.now = linked.opened(signs, jackpot)
        self.shoes: dict[str, str] = {}
        self.paid: list[tuple[str, int]] = []
        self.ledger = Ledger()

    def _sign(self, book: str) -> tuple[HouseGame, Rulebook, HouseTable]:
        rules = at_the_table(book, Device.SHOE)
        return HOUSE_GAMES[rules.game], rules, SIGN

    def cards(self, name: str, state: HouseState, due: int) -> tuple[Card, ...]:
        deck = shuffled_deck(seeded_chance(0), parse_cards(self.shoes[name]))
        return deck.next_cards(len(state.round.dealt), due)

    def state(self, name: str) -> HouseState:
        return self.now.tables[name].state

    def says(self, name: str, command: cmd.HouseCommand) -> None:
        happened, self.now = linked.act(self.now, name, command, self.cards)
        for one in happened:
            self.paid += [(one.table, e.line.paid) for e in one.events if isinstance(e, ev.JackpotPaid)]

    def step(self, name: str, what: str, roll: int) -> None:
        state, game = self.state(name), self.now.tables[name].game
        phase, bets = state.round.phase, state.round.boxes[1].bets
        share = WINNERS[self.books[name]].get(self.shoes.get(name, ""), Fraction(0))
        if what in ("deal", "deal-without") and phase is Phase.BETTING:
            shoes = sorted(WINNERS[self.books[name]])
            self.shoes[name] = shoes[roll % len(shoes)]
            self.says(name, cmd.PlaceBet(1, Spot.ANTE, ANTE))
            if what == "deal":
                self.says(name, cmd.PlaceBet(1, Spot.JACKPOT, BET))
            self.says(name, cmd.CloseBets())
            if what == "deal":
                self.ledger.dealt(name)
        elif what == "stay" and phase is Phase.DECIDING:
            for decision in game.staying[state.round.stage - 1 :]:
                self.says(name, cmd.MakeDecision(1, decision))
            self.ledger.over(name, share if Spot.JACKPOT in bets else Fraction(0))
        elif what == "fold" and phase is Phase.DECIDING:
            self.says(name, cmd.MakeDecision(1, Decision.FOLD))
            self.ledger.over(name, share if game.key == "casino-stud" else Fraction(0))
        elif what == "void" and phase in (Phase.DECIDING, Phase.AWARDING):
            kind = cmd.Incident.DEALER_COUNT if state.round.dealer else cmd.Incident.DECK_COUNT
            self.says(name, cmd.ReportIrregularity(kind, by=IN_CHARGE))
            if self.state(name).round.phase is Phase.VOID:
                self.ledger.void(name)
        elif what == "next":
            self.next_round(name, phase)

    def next_round(self, name: str, phase: Phase) -> None:
        try:
            self.says(name, cmd.OpenRound())
        except Refused:
            assert phase not in (Phase.SETTLED, Phase.VOID)
        else:
            assert phase in (Phase.SETTLED, Phase.VOID)


evenings = st.tuples(
    st.lists(st.sampled_from(sorted(WINNERS)), min_size=2, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(STEPS), st.integers(0, 2)), min_size=8, max_size=40),
)


def agree(books: Sequence[str], steps: Steps) -> bool:
    """After each act: the same payments in the same order, the same meter, the same tables waiting."""
    world = World(books)
    for number, what, roll in steps:
        world.step(f"t-{number % len(books) + 1}", what, roll)
        meter = world.now.link
        waits = {name for name in world.books if linked.is_held(meter, name, world.state(name))}
        same = world.paid == world.ledger.paid and meter.displayed == world.ledger.meter
        if not same or waits != set(world.ledger.claims) or not reconciliation(meter).sound:
            return False
    return True


@given(evenings)
def test_paid_in_the_order_of_the_deals(evening: tuple[Sequence[str], Steps]) -> None:
    assert agree(*evening)


@pytest.mark.parametrize(
    ("module", "name", "broken"),
    [
        (awards, "is_held", lambda *_: False),
        (linked, "owed", lambda *_: None),
        (link, "in_order", lambda award: -award.deal),
    ],
)
def test_a_broken_order_is_noticed(
    module: ModuleType, name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, broken)
    find(evenings, lambda evening: not agree(*evening), settings=settings(max_examples=2000, phases=[Effort.generate]))
