"""Example tables: real desks with a few players, which a script in the words of round files brings into a phase."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import count

from msgspec.structs import replace

from croupier.base.actors import RunBy
from croupier.base.errors import Unreadable
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import ALONE, FloorEvent, jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile import house_script, poker_script
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.live_poker_words import read_live_poker_action
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rounds.roundfile.read import Script, cards
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance, show_cards, shuffled
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as house
from croupier.rules.games.house import corrections as house_corrections
from croupier.rules.games.house.corrections import CORRECTIONS, PAYMENT
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable, Limits, Phase
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker import corrections as poker_corrections
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.jackpot.commands import DealHands
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.machine import advance
from croupier.rules.money import NOTHING, Cents, cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of
from croupier.rulings_desk.findings import own_details
from croupier.rulings_desk.house_findings import ONE_CAN_HAVE_FOLDED
from croupier.rulings_desk.phases import AwardPhase, Cast, Circumstances, HousePhase, PokerPhase
from croupier.rulings_desk.settings import HouseSetting, PokerSetting, acts_there, renumbered

ORDER = shuffled(DECK, seeded_chance("the example of the rulings desk"))
"""The order in which the cards leave the device; no hand of the example wins a jackpot."""

LIMITS = Limits(cents("10"), cents("500"))
JACKPOT = jackpot_at(displayed=cents("125000"), reset=cents("50000"), contribution=Fraction("0.60"))

VERIFIED = replace(JACKPOT, parameters=replace(JACKPOT.parameters, verify_above=cents("1000")))
ROYAL_FLUSH = parse_cards("As Ks Qs Js Ts")
THERE = "there"
"""Another table of the link."""

BUTTON, BIG_BLIND, FIRST_TO_ACT = 1, 3, 4
SEATS = {1: "Ann", 2: "Ben", 3: "Cyd", FIRST_TO_ACT: "Dan"}
MOST_SEATS = 9


class HouseExample:
    """A house-banked table in some phase, and the report for it."""

    def __init__(
        self,
        key: str,
        device: Device,
        phase: HousePhase,
        so: Circumstances,
        kind: str,
        details: Sequence[str],
        setting: HouseSetting | None = None,
    ) -> None:
        self.book = at_the_table(key, device)
        self.kind = kind
        self.game = HOUSE_GAMES[game_of(key)]
        own, shared = own_details(kind, [renumbered(detail, setting) for detail in details])
        most = self.game.most_boxes[device]
        self.cast = self._cast(kind, _named(shared, "box", most), setting)
        players, looks = self.cast.players, self.cast.looks
        if len(players) > most:
            raise Unreadable(f"a single deck serves {most} boxes of this game, not {len(players)}")
        self.table = HouseTable(
            device=device,
            limits={spot: _limits(setting) for spot in self.game.spots if spot is not Spot.JACKPOT},
            players=players,
            jackpot_bet=cents("5") if self.game.offers_jackpot else None,
            places=most if setting is None else setting.boxes,
            settles_by_hand=True,  # as every table that a dealer runs
            run_by=RunBy.DEALER if kind in CORRECTIONS else RunBy.SYSTEM,
            cards=Faces.READER if kind in CORRECTIONS else Faces.SEALED,
        )
        self.script_of_phase = phase.script(self.cast, so)
        if own.get("second") == "folded":
            if phase.key not in ONE_CAN_HAVE_FOLDED:
                raise Unreadable(f"second=folded belongs to the phases {', '.join(ONE_CAN_HAVE_FOLDED)}")
            second = next(box for box in players if players[box] == players[looks] and box != looks)
            self.script_of_phase = _with_a_fold(self.script_of_phase, second)
        self._award = phase.award
        order: Sequence[Card] = ORDER if setting is None else setting.order
        if phase.award is not None:
            order = self._won_in(order)
        order, pair = _drawn_together(shared, swapped=own.get("swapped") == "true", order=order)
        if kind == house.Incident.SIMULTANEOUS:
            shared = [detail for detail in shared if not detail.startswith(("first=", "second="))] + pair
        self._begin(order)
        if kind in CORRECTIONS:
            shared = self._filled_in(shared, order, own.get("pushed"))
        self.details = shared
        self.earlier = own.get("earlier")
        self.earlier_round = "round" in own

    def _cast(self, kind: str, named: Sequence[int], setting: HouseSetting | None) -> Cast:
        if setting is not None:
            return Cast(self.game, dict(setting.players), setting.looks, setting.folds, setting.stakes)
        return Cast(self.game, *_boxes(kind, named))

    def _begin(self, order: Sequence[Card]) -> None:
        """Brings the table into the phase, with the cards in this order."""
        jackpot = VERIFIED if self._award is AwardPhase.VERIFYING else JACKPOT
        link = _link_with_an_earlier_hand(self.table) if self._award is AwardPhase.HELD else None
        decks = ShuffledDecks(seeded_chance(0), order)
        self.dealer = HouseDealer(self.game, self.book, self.table, jackpot, decks, link=link)
        self.play(self.script_of_phase)

    def _won_in(self, order: Sequence[Card]) -> Sequence[Card]:
        """The order with the best possible hand for the box that looks."""
        self._begin(order)
        round_, arranged = self.dealer.round, list(order)
        lie = (*round_.boxes[self.cast.looks].cards, *round_.community[:3])
        for place, card in zip(map(order.index, lie), ROYAL_FLUSH, strict=False):
            other = arranged.index(card)
            arranged[place], arranged[other] = arranged[other], arranged[place]
        return arranged

    def with_dealer(self, *, qualifying: bool) -> None:
        """Changes the cards if needed, so that the dealer's hand qualifies, or does not."""
        seeds = count()
        while (
            self.game.qualifies is not None and self.game.qualifies(self.book, self.dealer.round.dealer) != qualifying
        ):
            self._begin(shuffled(DECK, seeded_chance(f"another order of the desk, {next(seeds)}")))

    def _filled_in(self, details: Sequence[str], order: Sequence[Card], pushed: str | None) -> list[str]:
        """Completes a report of a wrong entry or payment that does not name the cards, or the amount pushed."""
        named = named_cards(details)
        if named:
            self._begin([*(card for card in order if card not in named), *named])  # they are nowhere else on the table
        round_ = self.dealer.round
        if self.kind == PAYMENT:
            due = {number: house_corrections.due_to(box) for number, box in round_.boxes.items()}
            return with_amount(details, "box", due, pushed)
        named_boxes = _named(details, "box", self.game.most_boxes[self.table.device])
        hand = next((round_.boxes[number].cards for number in named_boxes), ())
        lie = {"hand": hand, "dealer": round_.dealer, "up": (), "board": round_.board}
        return with_other_cards(details, "box", lie, order[-1])

    @property
    def report(self) -> house.ReportIrregularity:
        return house_script.read_incident(self.game, self.table.players, self.kind, self.details, IN_CHARGE)

    def play(self, script: Sequence[str]) -> list[FloorEvent]:
        events: list[FloorEvent] = []
        for act in script:
            events += self.dealer.act(house_script.read_action(self.game, self.table.players, act.split(), IN_CHARGE))
            while self.table.cards is Faces.READER and self.dealer.round.phase is Phase.DEALING:
                events += self.dealer.deal()
        return events

    @property
    def correction(self) -> house.CorrectEntry | house.RecordPayment:
        read = read_live_action(self.game, self.table.players, ["incident", self.kind, *self.details], IN_CHARGE)
        assert isinstance(read, house.CorrectEntry | house.RecordPayment), read
        return read

    def report_earlier(self) -> None:
        """Something was found earlier in this round, and the box that was asked chose to continue."""
        if (what := self.earlier) is None:
            return
        earlier = {
            "box": f"incident exposed box={self.cast.looks}",
            "dealer": "incident exposed dealer=true",
            "down": "incident jackpot-down policy=without-jackpot",
        }
        if what not in earlier:
            raise Unreadable(f"earlier={what}: expected one of {', '.join(earlier)}")
        asked_before = set(self.dealer.round.choosing)
        self.play([earlier[what]])
        self.play([f"{box} continue" for box in sorted({*self.dealer.round.choosing} - asked_before)])


class PokerExample:
    """A poker table in some phase, and the report for it."""

    def __init__(
        self,
        key: str,
        device: Device,
        phase: PokerPhase,
        so: Circumstances,
        kind: str,
        details: Sequence[str],
        setting: PokerSetting | None = None,
    ) -> None:
        self.book = at_the_table(key, device)
        self.kind = kind
        self.setting = setting
        self.order = ORDER if setting is None else setting.order
        own, shared = own_details(kind, [renumbered(detail, setting) for detail in details])
        if any(detail.startswith("shoe=") for detail in shared):
            raise Unreadable("shoe=…: the desk rules without knowing the order of the shoe")
        self.script = Script(self.book, device, (), (), {}, {})
        named = _named(shared, "seat", MOST_SEATS)
        last = FIRST_TO_ACT
        if setting is None:
            last = next((seat for seat in named if seat > FIRST_TO_ACT), FIRST_TO_ACT)
        usual = {last if seat == FIRST_TO_ACT else seat: (name, cents("200")) for seat, name in SEATS.items()}
        table = PokerTable(device, MOST_SEATS, cents("1"), cents("40"), cents("400"), settles_by_hand=True)
        self.state = open_table(table, seated(usual, setting), place(BUTTON, setting), first_orbit=False)
        self.script_of_phase = [
            f"{last} {act.removeprefix(f'{FIRST_TO_ACT} ')}" if act.startswith(f"{FIRST_TO_ACT} ") else act
            for act in phase.script(so)
        ]
        if own.get("earlier", "seat") != "seat":
            raise Unreadable(f"earlier={own['earlier']}: expected seat")
        if "earlier" in own and "start" in self.script_of_phase:  # it was reported during the deal, when it happened
            self.script_of_phase.insert(self.script_of_phase.index("start") + 1, f"incident exposed seat={BIG_BLIND}")
        self.dealer = self._in_phase(self.order)
        if exposed := next((detail for detail in shared if detail.startswith("card=")), None):
            self.dealer = self._in_phase(self._holding(cards("card", exposed[5:]), named))
        if kind in CORRECTIONS:
            shared = self._filled_in(shared, named, own.get("pushed"))
        self.details = shared
        self.earlier_round = "round" in own

    @property
    def report(self) -> poker.ReportIrregularity:
        return poker_script.read_incident(self.script.book, MOST_SEATS, self.kind, self.details, IN_CHARGE)

    def _filled_in(self, details: Sequence[str], seats: Sequence[int], pushed: str | None) -> list[str]:
        """As at a house-banked table."""
        named = named_cards(details)
        if named:
            self.dealer = self._in_phase([*(card for card in self.order if card not in named), *named])
        round_ = self.dealer.state.round
        if self.kind == PAYMENT:
            won = {} if round_ is None else {seat: poker_corrections.due_to(round_, seat) for seat in round_.order}
            return with_amount(details, "seat", {**dict.fromkeys(seats or [BUTTON], NOTHING), **won}, pushed)
        hand = () if round_ is None else next((round_.hands.get(seat, ()) for seat in seats), ())
        lie = {"hand": hand, "board": () if round_ is None else round_.board}
        return with_other_cards(details, "seat", lie, self.order[-1])

    @property
    def correction(self) -> poker.CorrectEntry | poker.RecordPayment:
        read = read_live_poker_action(self.book, MOST_SEATS, ["incident", self.kind, *self.details], IN_CHARGE)
        assert isinstance(read, poker.CorrectEntry | poker.RecordPayment), read
        return read

    def play(self, dealer: PokerDealer, script: Sequence[str]) -> list[PokerEvent]:
        there = acts_there(script, self.setting)
        acts = [poker_script.read_action(self.script.book, MOST_SEATS, act.split(), IN_CHARGE) for act in there]
        return [event for act in acts for event in dealer.act(act)]

    def with_a_post(self) -> PokerDealer:
        """The table after somebody took seat 4 again and posted to join."""
        dealer = PokerDealer(self.book, self.state, ShuffledDecks(seeded_chance(0), self.order))
        self.play(dealer, [f"{FIRST_TO_ACT} leaves", f"{FIRST_TO_ACT} sits Eve 200", *self.script_of_phase])
        return dealer

    def _in_phase(self, order: Sequence[Card]) -> PokerDealer:
        dealer = PokerDealer(self.book, self.state, ShuffledDecks(seeded_chance(0), order))
        self.play(dealer, self.script_of_phase)
        return dealer

    def _holding(self, named: Sequence[Card], seats: Sequence[int]) -> Sequence[Card]:
        """The order with this card in the hand that it was exposed from, if there is one."""
        round_ = self.dealer.state.round
        if round_ is None or len(named) != 1 or not seats or seats[0] not in round_.hands:
            return self.order
        return _exchanged(self.order, round_.hands[seats[0]][0], named[0])


PUSHED_TOO_MUCH = cents("10")
_CARDS_OF = ("hand", "dealer", "up", "board")


def named_cards(details: Sequence[str]) -> list[Card]:
    """The cards that a report names."""
    given = [(key, value) for key, _, value in (detail.partition("=") for detail in details)]
    return [card for key, value in given if key in _CARDS_OF and value for card in cards(key, value)]


def with_other_cards(details: Sequence[str], whose: str, lie: Mapping[str, tuple[Card, ...]], other: Card) -> list[str]:
    """Completes the report with the cards it leaves out: those on the table, except the last, which is another."""
    keys = {detail.partition("=")[0] for detail in details}
    filled = [*details, "hand"] if whose in keys and "hand" not in keys else details
    return [f"{each}={show_cards([*lie[each][:-1], other])}" if each in lie else each for each in filled]


def with_amount(details: Sequence[str], where: str, due: Mapping[int, Cents], pushed: str | None) -> list[str]:
    """Completes the report: the place that was due most, and an amount that is more, or less, than that."""
    named = _named(details, where, max(due))
    number = named[0] if named else max(due, key=lambda each: due[each])
    filled = [*details] if named else [*details, f"{where}={number}"]
    amounts = {"more": due[number] + PUSHED_TOO_MUCH, "less": due[number] // 2}
    return filled if pushed is None else [*filled, f"paid={dollars(amounts[pushed])}"]


def _link_with_an_earlier_hand(table: HouseTable) -> Link:
    """A link of this table and another, where a box was dealt before and has a live jackpot bet."""
    _, link = advance(None, JACKPOT.opened_over({ALONE: table, THERE: table}))
    bet = table.jackpot_bet
    assert bet is not None
    _, link = advance(link, DealHands(THERE, 1, {1: bet}))
    return link


def place(usual: int, setting: PokerSetting | None) -> int:
    return usual if setting is None else setting.places[usual]


def seated(
    usual: Mapping[int, tuple[str, Cents]], setting: PokerSetting | None, short: Collection[int] = ()
) -> dict[int, tuple[str, Cents]]:
    """The players; `short` are the usual seats whose stacks the case is about."""
    if setting is None:
        return dict(usual)
    return {
        setting.places[seat]: (setting.names[seat], chips if seat in short else setting.stacks[seat])
        for seat, (_, chips) in usual.items()
    }


def _named(details: Sequence[str], key: str, most: int) -> list[int]:
    """The boxes or seats that a report names, as far as they exist."""
    given = [value for name, _, value in (detail.partition("=") for detail in details) if name == key]
    numbers = [number for value in given for number in value.split(",")]
    return [int(number) for number in numbers if number.isascii() and number.isdigit() and 1 <= int(number) <= most]


def _boxes(kind: str, named: Sequence[int]) -> tuple[dict[int, str], int, int]:
    """Ann has two boxes and looks at the first, Ben has one and folds it; others have any further named boxes."""
    first, folds, second = 1, 2, 4
    if kind == house.Incident.EXTRA_LOOK and len(named) == 1 and named[0] not in (first, folds):
        second = named[0]
    elif kind == house.Incident.EXTRA_LOOK and len(named) == 1:
        first, folds, second = (4, 2, 1) if named[0] == 1 else (1, 4, 2)
    players = {first: "Ann", folds: "Ben", second: "Ann"}
    others = dict.fromkeys(number for number in named if number not in players)
    players |= {number: f"Cyd {count}" for count, number in enumerate(others, 1)}
    return dict(sorted(players.items())), first, folds


def _with_a_fold(script: Sequence[str], box: int) -> list[str]:
    """The same round, in which this box folds as soon as it can."""
    dealt = script.index("close") + 1
    looks = [act for act in script[dealt:] if act.endswith(" look")]
    others = [act for act in script[dealt:] if act not in looks and not act.startswith(f"{box} ")]
    return [*script[:dealt], *looks, f"{box} fold", *others]


def _limits(setting: HouseSetting | None) -> Limits:
    return LIMITS if setting is None else setting.limits


def _drawn_together(
    details: Sequence[str], *, swapped: bool, order: Sequence[Card]
) -> tuple[Sequence[Card], list[str]]:
    """An order in which the two cards leave the device one after the other, and their names in the report."""
    pairs = [(key, value) for key, _, value in (detail.partition("=") for detail in details)]
    named = {key: cards(key, value) for key, value in pairs if key in ("first", "second")}
    front, back = order[1], order[2]
    first, second = (back, front) if swapped else (front, back)
    if {len(given) for given in named.values()} == {1} and len(named) == 2:
        first, second = named["first"][0], named["second"][0]
        if first == second:
            raise Unreadable("first and second are the same card")
        for place, card in zip((1, 2), (second, first) if swapped else (first, second), strict=True):
            order = _exchanged(order, order[place], card)
    elif named:
        raise Unreadable("name both cards, first=As second=Kd, or neither")
    return order, [f"first={first}", f"second={second}"]


def _exchanged(order: Sequence[Card], one: Card, other: Card) -> list[Card]:
    return [{one: other, other: one}.get(card, card) for card in order]
