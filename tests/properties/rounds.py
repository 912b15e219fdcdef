"""Random rounds at a real table, for properties to look at.

Chance picks the table, the cards and what people do; nothing is played in advance, so hypothesis can make a failing
round smaller act by act. Whatever the script leaves open is brought to its end, so every round is over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.rounds.dealing.following import FloorEvent, Jackpot, jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import DECK, Card, Deck, parse_cards, seeded_chance, show_cards, shuffled
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.events import HouseEvent, RoundEvent, TableEvent
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, HouseState, HouseTable, Limits, Phase, Policy
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of

BOOKS = ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6")
T = TypeVar("T")

ANYBODY = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")

ANTE = Limits(Cents(10_00), Cents(1000_00))
SIDE_BET = Limits(Cents(5_00), Cents(500_00))
JACKPOT_BET = Cents(5_00)


# --- A table and its cards ------------------------------------------------------------------------------------


class Setup(NamedTuple):
    """A table before its first round."""

    key: str
    table: HouseTable
    jackpot: Jackpot | None
    decks: tuple[tuple[Card, ...], ...]

    @property
    def game(self) -> HouseGame:
        return HOUSE_GAMES[game_of(self.key)]

    @property
    def book(self) -> Rulebook:
        return at_the_table(self.key, self.table.device)

    def supply(self) -> Iterator[Deck]:
        yield from map(Deck, self.decks)
        while True:
            yield Deck(shuffled(DECK, seeded_chance("beyond the list")))


def dealt_places(key: str, device: Device, boxes: Sequence[int]) -> list[str | int]:
    """Where the cards go one after the other if all these boxes play to the end: told again, not asked for."""
    shoe = device is Device.SHOE
    if key.startswith("progressive-holdem"):
        if not shoe:
            return ["board"] * 5 + [box for box in boxes for _ in range(2)] + ["dealer"] * 2
        streets = ["burn", "board", "board", "board", "burn", "board", "burn", "board"]
        return ["burn", *boxes, *boxes, *streets, "dealer", "dealer"]
    size = 3 if key.startswith("three-card") else 5
    hands: list[str | int] = [*boxes, "dealer"]
    if shoe:
        return ["burn", *hands * size]
    return [hand for hand in hands for _ in range(size)]


def deck_with(places: Sequence[str | int], hands: Mapping[str | int, Sequence[Card]], seed: int) -> tuple[Card, ...]:
    """A whole deck that gives these hands to these places; everything else is as chance has it."""
    wanted = {place: list(cards) for place, cards in hands.items()}
    taken = {card for cards in hands.values() for card in cards}
    rest = [card for card in shuffled(DECK, seeded_chance(seed)) if card not in taken]
    order = [wanted[place].pop(0) if wanted.get(place) else rest.pop() for place in places]
    return (*order, *rest, *(card for cards in wanted.values() for card in cards))


REMARKABLE: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "three-card-poker": (
        ("As Ks Qs", "", "Jd 8h 2c"),
        ("Ah Kh Qh", "As Ks Qs", ""),
        ("Ah Kh Qh", "Ad Kd Qd", "Qs 4h 2c"),
        ("5s 4s 3s", "7s 7d 7h", ""),
        ("9d 8h 7c", "Kd Qd 2d", "9s 8c 7h"),
        ("", "", "Jd 8h 2c"),
    ),
    "casino-stud": (
        ("As Ks Qs Js Ts", "", "Ad 9h 8c 7d 2h"),
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", ""),
        ("9s 8s 7s 6s 5s", "8h 7h 6h 5h 4h", "9d 9c 2c 3d Jd"),
        ("9s 9h 9d 9c 5s", "Kh Kd Ks 4d 4c", "Ad Kc 8c 7d 2h"),
        ("2h 4h 8h Th Qh", "2c 3d 4c 5s 6d", ""),
        ("", "", "Ad 9h 8c 7d 2h"),
    ),
    "progressive-holdem": (
        ("As Ks", "Ad Ac", "2d 2h", "Qs Js Ts 2c 3d"),
        ("As Ks", "Ad Kd", "2d 2h", "Qs Js 3d Ts 2c"),
        ("As 4d", "9h 9d", "2d 2h", "Qs Js 3d Ts Ks"),
        ("2c 3d", "Ad Ac", "Ah As", "Qc Jd 9d 2s 3s"),
        ("2d 3d", "5d 5h", "Ah As", "Ac Kc Qc Jc Tc"),
        ("Kh 3d", "5d 5h", "Ah As", "Qh Jh Th 9h 8h"),
        ("9h 3d", "5d 5h", "Ah As", "9d 9c 9s Kd 2h"),
        ("Ad 3d", "5d 5h", "Ah As", "9d 9c 9s 9h Ac"),
    ),
}
"""Hands that chance would take too long to find: of two boxes, of the dealer, and of the board."""


class Dice:
    """One number from hypothesis, taken apart into choices: a whole act costs one draw, and 0 is the plainest one."""

    def __init__(self, number: int) -> None:
        self._number = number

    def pick(self, *options: T) -> T:
        self._number, place = divmod(self._number, len(options))
        return options[place]

    def chance(self, one_in: int) -> bool:
        return bool(self.pick(*range(one_in)) == one_in - 1)

    def some(self, options: Sequence[T]) -> tuple[T, ...]:
        """None, one or two of them."""
        first, second = self.pick(None, None, *options), self.pick(None, None, *options)
        return tuple(dict.fromkeys(option for option in (first, second) if option is not None))


rolls = st.integers(0, 2**24 - 1)  # hypothesis draws larger numbers less evenly


def a_deck(key: str, device: Device, boxes: Sequence[int], seed: int) -> tuple[Card, ...]:
    """A shuffled deck; every second one holds remarkable hands."""
    dice = Dice(seed)
    hands: dict[str | int, Sequence[Card]] = {}
    if dice.chance(2):
        own, other, dealer, *board = dice.pick(*REMARKABLE[game_of(key)])
        first = dice.pick(*boxes)
        second = dice.pick(*boxes)
        hands = {"dealer": parse_cards(dealer), first: parse_cards(own), "board": parse_cards("".join(board))}
        if second != first:
            hands[second] = parse_cards(other)
    return deck_with(dealt_places(key, device, boxes), hands, seed)


@st.composite
def setups(draw: st.DrawFn, keys: Sequence[str] = BOOKS, rounds: int = 1) -> Setup:
    dice = Dice(draw(rolls))
    key = dice.pick(*keys)
    device = dice.pick(*Device)
    meter = a_meter(dice)
    limits = {Spot.ANTE: ANTE}
    side = {"three-card-poker@3": Spot.PAIR_PLUS, "progressive-holdem@6": Spot.BONUS}.get(key)
    if side and not dice.chance(4):
        limits[side] = SIDE_BET
    places = dice.pick((1,), (1, 2), (2, 3, 7), (1, 2, 3, 4), (1, 3, 5, 6, 7))
    players = {place: dice.pick("Ann", "Ben", "Cid") for place in places}
    table = HouseTable(
        device=device,
        limits=limits,
        players=players,
        jackpot_bet=None if meter is None else JACKPOT_BET,
        settles_by_hand=dice.chance(3),
    )
    orders = tuple(a_deck(key, device, places, draw(rolls)) for _ in range(rounds))
    return Setup(key, table, meter, orders)


def a_meter(dice: Dice) -> Jackpot | None:
    if dice.chance(3):
        return None
    reset = dice.pick(50_000_00, 1_00)
    above = dice.pick(0, 1, 123_45, 75_000_00)
    contribution = dice.pick("0.60", "0.333333333333", "0.0001", "1", "0")
    return jackpot_at(displayed=Cents(reset + above), reset=Cents(reset), contribution=Fraction(contribution))


# --- What people do -------------------------------------------------------------------------------------------


class Together(NamedTuple):
    """Two cards that left the shoe one after the other: which two is known only when they have been dealt."""

    place: int
    swapped: bool


Move = cmd.HouseCommand | Together

AMOUNTS = tuple(map(Cents, (10_00, 10_00, 25_50, 100_00, 1000_00, 1, 9_99, 500_00, 500_01, 1000_01, 2345_67)))
SIDE_AMOUNTS = tuple(map(Cents, (5_00, 5_00, 12_34, 500_00, 1, 4_99, 500_01, 900_00)))
SIZES = (None, None, None, *map(Cents, (1, 10_00, 20_00, 25_50, 1000_00, 5000_00)))
NONSENSE = tuple(map(Cents, (0, -1, -10_00, 1, 3, 10**15, 5_00, 10_00)))


def bet(setup: Setup, roll: int) -> Move:
    """Something that happens while bets are open."""
    dice = Dice(roll)
    boxes = sorted(setup.table.players)
    match dice.pick(*"aaaaaaaaaajjjjjjjjjssssssssswwlr"):
        case "a":
            return cmd.PlaceBet(dice.pick(*boxes), Spot.ANTE, dice.pick(*AMOUNTS), dice.chance(3))
        case "j":
            return cmd.PlaceBet(dice.pick(*boxes), Spot.JACKPOT, JACKPOT_BET)
        case "s":
            spot = dice.pick(*setup.table.limits)
            return cmd.PlaceBet(dice.pick(*boxes), spot, dice.pick(*SIDE_AMOUNTS), dice.chance(3))
        case "w":
            return cmd.WithdrawBet(dice.pick(*boxes), dice.pick(*setup.game.spots))
        case "l":
            return cmd.WalkAway(dice.pick(*boxes))
        case _:
            return report(setup, dice)


def act(setup: Setup, roll: int) -> Move:
    """Something that happens while cards lie on the table."""
    dice = Dice(roll)
    boxes = sorted(setup.table.players)
    match dice.pick(*"kkkkdddddddddccccclhttrrrrrrp"):
        case "k":
            return cmd.Look(dice.pick(*boxes))
        case "d":
            return cmd.MakeDecision(dice.pick(*boxes), dice.pick(*setup.game.decisions), dice.pick(*SIZES))
        case "c":
            return cmd.Choose(dice.pick(*boxes), dice.pick(*cmd.Choice))
        case "l":
            return cmd.WalkAway(dice.pick(*boxes))
        case "h":
            return cmd.HideHand(dice.pick(*boxes))
        case "t":
            return Together(dice.pick(*range(40)), dice.chance(2))
        case "p":
            return cmd.Settle()
        case _:
            return report(setup, dice)


def late(setup: Setup, roll: int) -> Move:
    """Something that happens when the round is over."""
    dice = Dice(roll)
    boxes = sorted(setup.table.players)
    match dice.pick(*"hlrrr"):
        case "h":
            return cmd.HideHand(dice.pick(*boxes))
        case "l":
            return cmd.WalkAway(dice.pick(*boxes))
        case _:
            return report(setup, dice)


MILD = (cmd.Incident.DEALING_ERROR, cmd.Incident.PLAYER_COUNT, cmd.Incident.EXTRA_LOOK, cmd.Incident.EXPOSED)
"""Often drawn: those that leave most of the round to play."""


def report(setup: Setup, dice: Dice) -> cmd.ReportIrregularity:
    boxes = sorted(setup.table.players)
    return cmd.ReportIrregularity(
        dice.pick(*MILD, *MILD, *sorted(setup.game.incidents)),
        dice.pick(ANYBODY, ANYBODY, ANYBODY, Actor(Rank.DEALER, "Dee"), Actor(Rank.PLAYER, "Ann")),
        boxes=dice.some(boxes),
        dealer=dice.chance(2),
        cards=dice.pick(1, 1, 2),
        reconstructable=dice.chance(2),
        hands_movable=dice.chance(2),
        intentional=dice.chance(2),
        policy=dice.pick(*Policy, None),
        void=dice.chance(2),
        card=dice.pick(None, None, None, *DECK[::7]),
    )


def nonsense(setup: Setup, roll: int) -> Move:
    """Anything that can be said in the types of the commands."""
    dice = Dice(roll)
    boxes = (*sorted(setup.table.players), -1, 0, 8, 60)
    match dice.pick(*"awcDkdlhCARRp"):
        case "a":
            return cmd.PlaceBet(dice.pick(*boxes), dice.pick(*Spot), dice.pick(*NONSENSE), dice.chance(2))
        case "w":
            return cmd.WithdrawBet(dice.pick(*boxes), dice.pick(*Spot))
        case "c":
            return cmd.CloseBets()
        case "D":
            cards = dice.pick(DECK[:1], DECK, DECK[::-1], (), (Card("Zz"),) * 7, (DECK[3],) * 2)
            return cmd.DealCards(cards[: dice.pick(*range(60))])
        case "k":
            return cmd.Look(dice.pick(*boxes))
        case "d":
            return cmd.MakeDecision(dice.pick(*boxes), dice.pick(*Decision), dice.pick(None, None, *NONSENSE))
        case "l":
            return cmd.WalkAway(dice.pick(*boxes))
        case "h":
            return cmd.HideHand(dice.pick(*boxes))
        case "C":
            return cmd.Choose(dice.pick(*boxes), dice.pick(*cmd.Choice))
        case "p":
            return cmd.Settle()
        case "A":
            return cmd.AnswerClaim(dice.pick(*NONSENSE), dice.pick(False, True))
        case _:
            return cmd.ReportIrregularity(
                dice.pick(*cmd.Incident),
                Actor(dice.pick(*Rank), "somebody"),
                boxes=dice.some(boxes),
                cards=dice.pick(1, 0, -2, 60),
                reconstructable=dice.chance(2),
                first=dice.pick(None, DECK[0], Card("1s")),
                second=dice.pick(None, DECK[1], DECK[0], Card("1s")),
            )


class Script(NamedTuple):
    """What people do in one round; `finishing` answers whatever is still asked at the end."""

    window: tuple[Move, ...]
    play: tuple[Move, ...]
    afterwards: tuple[Move, ...]
    finishing: int


@st.composite
def scripts(draw: st.DrawFn, setup: Setup, *, incidents: bool = True, disturbed: bool = False) -> Script:
    """`disturbed`: nonsense is said in between."""

    def some(make: Callable[[Setup, int], Move], most: int, least: int = 0) -> tuple[Move, ...]:
        moves = [make(setup, roll) for roll in draw(st.lists(rolls, min_size=least, max_size=most))]
        if not incidents:
            moves = [move for move in moves if not isinstance(move, cmd.ReportIrregularity | Together)]
        if not disturbed:
            return tuple(moves)
        others = [nonsense(setup, roll) for roll in draw(st.lists(rolls, max_size=most))]
        return tuple(move for pair in zip_longest(moves, others) for move in pair if move is not None)

    return Script(some(bet, 10, 1), some(act, 12), some(late, 3) if incidents else (), draw(rolls))


# --- Playing it -----------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A meter, in parts of a cent."""

    parts: int
    reset: Cents
    contribution: int


class State(NamedTuple):
    """The table, its meter and its deck."""

    table: HouseState
    meter: Shown | None
    deck: Deck

    @property
    def round(self) -> HouseRound:
        return self.table.round


class Step(NamedTuple):
    """One command at the desk, heard or refused."""

    command: cmd.HouseCommand
    before: State
    events: tuple[HouseEvent, ...]
    after: State
    refused: Refused | None = None


def in_the_round(events: Iterable[HouseEvent]) -> list[RoundEvent]:
    """Without what concerns the table alone."""
    return [event for event in events if not isinstance(event, TableEvent)]


class PlayedRound(NamedTuple):
    """One round from its opening to its end; what was refused is among the steps."""

    opening: HouseRound
    meter: Shown | None
    steps: tuple[Step, ...]
    final: State

    @property
    def events(self) -> tuple[HouseEvent, ...]:
        return tuple(event for step in self.steps for event in step.events)

    def states(self) -> Iterator[HouseRound]:
        """Every state there was, also those inside a command: cards due, claims open."""
        round_ = self.opening
        yield round_
        for event in in_the_round(self.events):
            round_ = evolve(round_, event)
            yield round_


class Played(NamedTuple):
    setup: Setup
    dealer: HouseDealer
    rounds: tuple[PlayedRound, ...]

    def __repr__(self) -> str:
        """What hypothesis prints of a failure: the table and all that was said at it."""
        table, meter = self.setup.table, self.setup.jackpot
        lines = [f"{self.setup.key} {table.device} {dict(table.players)} {[*table.limits]} {meter}"]
        for round_, deck in zip(self.rounds, self.setup.decks, strict=False):
            lines.append(f"  cards {show_cards(deck)}")
            for step in round_.steps:
                lines.append(f"  {step.command}" + (f" was refused: {step.refused.why}" if step.refused else ""))
        return "\n".join(lines)


class Table:
    """A desk that remembers what happened at it."""

    def __init__(self, setup: Setup) -> None:
        self._supply = setup.supply()
        self.setup = setup
        self.dealer = HouseDealer(setup.game, setup.book, setup.table, setup.jackpot, self)
        self.rounds: list[PlayedRound] = []
        self.log: list[FloorEvent] = [*self.dealer.opening]
        """Everything that has happened at the table and on its link, from the opening on."""
        self._open()

    def next_deck(self) -> Deck:
        return next(self._supply)

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError("no house game reshuffles within a round")

    def _open(self) -> None:
        self._opening, self._meter = self.dealer.round, self.meter
        self.steps: list[Step] = []

    @property
    def meter(self) -> Shown | None:
        if (link := self.dealer.link) is None:
            return None
        return Shown(link.meter.parts, link.parameters.reset, link.parameters.contribution)

    def state(self) -> State:
        return State(self.dealer.state, self.meter, self.dealer.deck)

    def do(self, move: Move) -> Step:
        before = self.state()
        command = self.in_words(move)
        events: tuple[HouseEvent, ...] = ()
        try:
            happened = self.dealer.act(command)
            self.log += happened
            events = tuple(event for event in happened if not isinstance(event, LinkEvent))
            step = Step(command, before, events, self.state())
        except Refused as refused:
            step = Step(command, before, (), self.state(), refused)
        self.steps.append(step)
        return step

    def in_words(self, move: Move) -> cmd.HouseCommand:
        """Name the cards that were drawn together, if there are any."""
        if not isinstance(move, Together):
            return move
        dealt = self.dealer.round.dealt
        pair = [dealt[move.place % len(dealt)], dealt[(move.place + 1) % len(dealt)]] if dealt else [None, None]
        first, second = reversed(pair) if move.swapped else pair
        return cmd.ReportIrregularity(cmd.Incident.SIMULTANEOUS, ANYBODY, first=first, second=second)

    def play(self, script: Script) -> PlayedRound:
        for move in script.window:
            self.do(move)
        self.tidy()
        self.do(cmd.CloseBets())
        for move in script.play:
            self.do(move)
        self.finish(script.finishing)
        for move in script.afterwards:
            self.do(move)
        self.finish(script.finishing)
        played = PlayedRound(self._opening, self._meter, tuple(self.steps), self.state())
        self.rounds.append(played)
        return played

    def tidy(self) -> None:
        """Small bets that block the close are taken back, and if there is no bet, somebody bets."""
        for box in self.dealer.round.boxes.values():
            for spot, stake in box.bets.items():
                limits = self.setup.table.limits.get(spot)
                if limits and stake.amount < limits.low and not stake.unnoticed:
                    self.do(cmd.WithdrawBet(box.number, spot))
        if not any(Spot.ANTE in box.bets for box in self.dealer.round.boxes.values()):
            self.do(cmd.PlaceBet(next(iter(self.dealer.round.boxes)), Spot.ANTE, Cents(10_00)))

    def next(self) -> bool:
        """Whether the next round could be opened."""
        step = self.do(cmd.OpenRound())
        if step.refused is None:
            self._open()
        return step.refused is None

    def finish(self, answers: int) -> None:
        """Bring the round to its end: everybody who is asked answers; if nobody bets, it is called off."""
        for number in range(200):
            round_ = self.dealer.round
            if round_.over:
                return
            answer = answers >> number % 16
            if round_.choosing:
                choice = cmd.Choice.CONTINUE if answer & 1 else cmd.Choice.WITHDRAW
                self.do(cmd.Choose(min(round_.choosing), choice))
            elif round_.phase is Phase.SETTLING:
                self.do(cmd.Settle())
            elif asked := undecided(round_):
                decision = asked_of(self.setup.game, round_)[answer % 2]
                bets = self.setup.game.decisions[decision].spot is not None
                self.do(cmd.MakeDecision(asked[0].number, decision, SIZES[answer % len(SIZES)] if bets else None))
            else:
                self.do(cmd.ReportIrregularity(cmd.Incident.OTHER, ANYBODY, void=True))
        raise AssertionError(f"the round does not end: {self.dealer.round}")


def asked_of(game: HouseGame, round_: HouseRound) -> tuple[Decision, ...]:
    """What a box may decide at this stage, as the document says it."""
    if game.key == "progressive-holdem":
        bet = (Decision.FLOP, Decision.TURN, Decision.RIVER)[round_.stage - 1]
        return bet, Decision.FOLD if round_.stage == 1 else Decision.CHECK
    return Decision.BET if game.key == "casino-stud" else Decision.PLAY, Decision.FOLD


class Plan(NamedTuple):
    """A table and what will be done at it, round after round."""

    setup: Setup
    scripts: tuple[Script, ...]

    def play(self) -> Played:
        table = Table(self.setup)
        for script in self.scripts:
            if table.rounds and not table.next():
                break
            table.play(script)
        return Played(self.setup, table.dealer, tuple(table.rounds))


@st.composite
def plans(
    draw: st.DrawFn, keys: Sequence[str] = BOOKS, *, rounds: int = 2, incidents: bool = True, disturbed: bool = False
) -> Plan:
    setup = draw(setups(keys, rounds))
    several = [draw(scripts(setup, incidents=incidents, disturbed=disturbed)) for _ in range(rounds)]
    return Plan(setup, tuple(several))


@st.composite
def played(
    draw: st.DrawFn, keys: Sequence[str] = BOOKS, *, rounds: int = 2, incidents: bool = True, disturbed: bool = False
) -> Played:
    """Some rounds at one table, from its opening on."""
    return draw(plans(keys, rounds=rounds, incidents=incidents, disturbed=disturbed)).play()
