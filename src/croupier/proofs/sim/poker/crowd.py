"""Random people at a random poker table: who does what next. Everything depends on the chance handed in.

Unlike the players in `croupier.rounds.players` the crowd sees the whole state, because it also does what no sensible
player would: it folds for nothing, exposes hands, walks off in the middle of a round, and asks for what is
forbidden.
"""

import random
from collections.abc import Sequence

from croupier.base.actors import Actor, Rank
from croupier.base.values import Value
from croupier.rules.cards import DECK, RANKS, Card, seeded_chance, shuffled
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.betting import Options, by_right, options
from croupier.rules.games.poker.commands import Act, Incident, Street
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.games.poker.table import PokerRound, PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

STAFF = tuple(Actor(rank, f"the {rank.words}") for rank in Rank)
RANKS_THAT_REPORT = (0, 1, 4, 4, 8)
"""How often each rank, a player first, decides what is reported."""


class Setup(Value):
    """A table as it opens."""

    book: str
    table: PokerTable
    players: dict[int, tuple[str, Cents]]
    button: int
    first_orbit: bool

    def rulebook(self) -> Rulebook:
        return at_the_table(self.book, self.table.device)

    def open(self) -> PokerState:
        return open_table(self.table, self.players, self.button, first_orbit=self.first_orbit)


class Move(Value):
    command: cmd.PokerCommand
    deck: tuple[Card, ...] = ()
    """For the start of a round: all the cards, in the order in which they leave the device."""


class Manner(Value):
    """How often, in a thousand, the people of one life do anything other than betting."""

    nonsense: int
    looks: int
    absent: int
    leaves: int
    exposes: int
    comes: int
    """Sits down or is relocated to the table, between two rounds."""
    out_of_turn: int
    incidents: int
    narrow_decks: int
    """Decks of which a few ranks come first, so that hands tie and pots are split."""
    bets: tuple[int, int, int, int, int]
    """Weights of folding, checking or calling, the smallest bet or raise, any bet or raise, and all-in."""


def _manner(
    bets: tuple[int, int, int, int, int], *, narrow_decks: int = 200, nonsense: int = 25, looks: int = 100, **more: int
) -> Manner:
    nothing = dict.fromkeys(("absent", "leaves", "exposes", "comes", "out_of_turn", "incidents"), 0)
    return Manner(bets=bets, narrow_decks=narrow_decks, nonsense=nonsense, looks=looks, **nothing | more)


QUIET = _manner((1, 12, 2, 2, 0), looks=300, narrow_decks=300)
"""Everybody stays, and most rounds go to the showdown."""
BUSY = _manner((2, 12, 2, 3, 1), absent=20, leaves=6, exposes=6, comes=600)
WILD = _manner((1, 5, 2, 3, 5), absent=8, leaves=8, exposes=8, comes=800, narrow_decks=400)
"""All-in over all-in."""
RESTLESS = _manner((5, 6, 1, 1, 0), absent=60, leaves=15, exposes=2, comes=900)
"""Hardly anybody stays at the table for long."""
UNTIDY = _manner((2, 12, 2, 2, 1), absent=10, leaves=6, exposes=6, comes=600, out_of_turn=80, incidents=40)
MESSY = _manner((3, 12, 2, 2, 1), absent=10, leaves=25, exposes=25, comes=900, out_of_turn=250, incidents=120)
"""One thing on top of another."""
MANNERS = (QUIET, BUSY, WILD, WILD, RESTLESS, UNTIDY, UNTIDY, MESSY)

HOW_OFTEN = {
    Incident.EARLY_CARD: 3,
    Incident.TOO_MANY: 4,
    Incident.NO_BURN: 6,
    Incident.EXPOSED: 4,
    Incident.FACE_UP: 2,
    Incident.PLAYER_COUNT: 2,
    Incident.INTERRUPTION: 2,
    Incident.OTHER: 2,
}
"""Against 1 for each of the others, most of which only end the round."""


def random_setup(chance: random.Random) -> Setup:
    book, device = chance.choice(
        [("poker@6", Device.SHOE), ("poker@7", Device.SHOE), ("poker@7", Device.SHOE), ("poker@7", Device.SHUFFLER)]
    )
    small_blind, chip = chance.choice(
        [(100, 100), (100, 100), (50, 50), (250, 50), (500, 500), (300, 100), (100, 1), (250, 300)]
    )
    big_blind = 2 * small_blind
    table = PokerTable(
        device=device,
        seats=chance.choice([2, 3, 4, 5, 6, 6, 7, 8, 9, 9]),
        small_blind=Cents(small_blind),
        stake_low=Cents(chance.choice([chip, big_blind, 20 * big_blind])),
        stake_high=Cents(chance.choice([40, 100, 1000]) * big_blind),
        chip=Cents(chip),
        rake_basis_points=chance.choice([500, 500, 250, 333, 0]),
        rake_cap=chance.choice([None, Cents(0), Cents(chip), Cents(3 * chip), Cents(10 * big_blind)]),
        settles_by_hand=chance.random() < 0.3,
    )
    number = chance.randint(2, table.seats)
    seats = sorted(chance.sample(range(1, table.seats + 1), number))
    odd_cents = chance.random() < 0.2
    players = {seat: (f"Player-{seat}", _stack(chance, table, odd_cents=odd_cents)) for place, seat in enumerate(seats)}
    return Setup(book, table, players, chance.randint(1, table.seats), chance.random() < 0.5)


def _stack(chance: random.Random, table: PokerTable, *, odd_cents: bool) -> Cents:
    big_blind = table.big_blind
    high = chance.choice([big_blind, 3 * big_blind, 10 * big_blind, 40 * big_blind, 200 * big_blind])
    chips = chance.randint(1, max(1, high // table.chip)) * table.chip
    if odd_cents and table.chip > 1:
        chips += chance.randrange(table.chip)
    return Cents(chips)


def random_deck(chance: random.Random, manner: Manner) -> tuple[Card, ...]:
    cards = list(shuffled(DECK, seeded_chance(chance.getrandbits(32))))
    if _happens(chance, manner.narrow_decks):
        ranks = set(chance.sample(RANKS, chance.randint(4, 7)))
        cards.sort(key=lambda card: card[0] not in ranks)
    return tuple(cards)


def _happens(chance: random.Random, in_a_thousand: int) -> bool:
    return chance.random() * 1000 < in_a_thousand


class Crowd:
    """Decides what happens next at one table."""

    def __init__(self, chance: random.Random, manner: Manner, book: Rulebook) -> None:
        self.chance = chance
        self.manner = manner
        self.incidents = sorted(known_to(book))
        self.names = 100
        self.returns = chance.choice([0.05, 0.2, 0.6])
        """How soon people come back to their seats."""

    def next_move(self, state: PokerState) -> Move:
        chance, manner = self.chance, self.manner
        if _happens(chance, manner.nonsense):
            command = self.nonsense(state)
        elif state.playing:
            command = self.during(state)
        else:
            command = self.between(state)
        if isinstance(command, cmd.StartRound) and not state.playing:
            return Move(command, random_deck(chance, manner))
        return Move(command)

    # --- During a round -----------------------------------------------------------------------------------------

    def during(self, state: PokerState) -> cmd.PokerCommand:
        chance, manner = self.chance, self.manner
        round_ = state.round
        assert round_ is not None
        if round_.turn is None:
            return self.pause(state, round_)
        dice = chance.random() * 1000
        for share, what in (
            (manner.looks / 4, self.look),
            (manner.absent, self.absence),
            (manner.leaves, self.leave),
            (manner.exposes, self.expose),
            (manner.out_of_turn, self.act_early),
            (manner.incidents * (1 if round_.acted or round_.folded else 3), self.incident),
        ):
            dice -= share
            if dice < 0:
                return what(state, round_)
        return self.bet(state, round_.turn)

    def pause(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        """Before the payments (R-93)."""
        chance, manner = self.chance, self.manner
        for share, what in (
            (manner.absent, self.absence),
            (manner.leaves * 2, self.leave),
            (manner.looks, self.look),
            (manner.exposes, self.expose),
            (manner.incidents * 3, self.incident),
        ):
            if _happens(chance, share):
                return what(state, round_)
        return cmd.Settle()

    def look(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        return cmd.LookAtCards(self.chance.choice(round_.live()))

    def absence(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        return cmd.GoAway(self.chance.choice(list(state.seats)))

    def leave(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        return cmd.LeaveTable(self.chance.choice(list(state.seats)))

    def expose(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        return cmd.ShowHand(self.chance.choice(round_.live()))

    def act_early(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        """An attempt of somebody whose turn has not come."""
        chance = self.chance
        seat = chance.choice(round_.live())
        act = chance.choice(list(Act))
        if act not in (Act.BET, Act.RAISE):
            return cmd.ActOutOfTurn(seat, act)
        allowed = by_right(state, seat)
        least = allowed.bet or allowed.raise_to
        if least is None or chance.random() < 0.1:
            return cmd.ActOutOfTurn(seat, act, self.amount(state, seat))
        return cmd.ActOutOfTurn(seat, act, self.size(state.table, allowed, least))

    def incident(self, state: PokerState, round_: PokerRound) -> cmd.PokerCommand:
        """Any irregularity, mostly of a street of which it can be one: the last that was dealt, or the next."""
        chance = self.chance
        (kind,) = chance.choices(self.incidents, [HOW_OFTEN.get(kind, 1) for kind in self.incidents])
        streets = list(Street)
        street = chance.choice([None, *streets])
        if chance.random() < 0.8:
            street = streets[min(3, round_.betting_round - (kind is not Incident.EARLY_CARD))]
        if not state.playing and street in (None, Street.DEAL):
            street = Street.FLOP  # after the round all are taken down, and a round file has to have words for them
        seat = chance.choice([None, *round_.order, *round_.order])
        hand = round_.hands.get(seat or 0, ())
        return cmd.ReportIrregularity(
            incident=kind,
            by=self.somebody_of_the_staff(),
            seat=chance.randint(1, state.table.seats) if chance.random() < 0.1 else seat,
            card=chance.choice(DECK) if chance.random() < 0.05 else chance.choice([None, *hand]),
            cards=chance.choice([1, 1, 1, 1, 2, 3]),
            street=street,
            reconstructable=chance.random() < 0.4,
            other_cards_exposed=chance.random() < 0.2,
            void=chance.random() < 0.3,
        )

    def somebody_of_the_staff(self) -> Actor:
        (actor,) = self.chance.choices(STAFF, RANKS_THAT_REPORT)
        return actor if self.chance.random() < 0.98 else STAFF[0]

    def bet(self, state: PokerState, seat: int) -> cmd.PokerCommand:
        chance = self.chance
        allowed = options(state, seat)
        (wish,) = chance.choices("fcmba", self.manner.bets)
        passive = Act.CHECK if Act.CHECK in allowed.may else Act.CALL
        active = Act.BET if Act.BET in allowed.may else Act.RAISE
        if wish == "f":
            return cmd.TakeAction(seat, Act.FOLD)
        if wish == "c" or active not in allowed.may:
            return cmd.TakeAction(seat, passive)
        if wish == "a":
            if chance.random() < 0.5:
                return cmd.TakeAction(seat, Act.ALL_IN)
            return cmd.TakeAction(seat, active, allowed.all_in)
        least = allowed.bet or allowed.raise_to
        assert least is not None
        if wish == "m":
            return cmd.TakeAction(seat, active, least)
        return cmd.TakeAction(seat, active, self.size(state.table, allowed, least))

    def size(self, table: PokerTable, allowed: Options, least: Cents) -> Cents:
        """Whole chips between the smallest bet and all-in, and rather small."""
        chance, chip = self.chance, table.chip
        most = least + (allowed.all_in - least) // chance.choice([1, 4, 8, 16, 32, 64])
        chips = chance.randint(least, max(least, most)) // chip * chip
        return Cents(max(least, chips))

    # --- Between two rounds -------------------------------------------------------------------------------------

    def between(self, state: PokerState) -> cmd.PokerCommand:
        """Broke players mostly buy in again and empty seats fill up, or soon two would be left."""
        chance, manner = self.chance, self.manner
        seats = list(state.seats)
        present = sum(seat.present for seat in state.seats.values())
        broke = [number for number, seat in state.seats.items() if not seat.stack]
        if broke and (present < 2 or chance.random() < 0.7):
            return cmd.TopUp(chance.choice(broke), self.stake(state.table))
        back = [number for number, seat in state.seats.items() if seat.away]
        if back and (present < 2 or chance.random() < self.returns):
            return cmd.ComeBack(chance.choice(back))
        if present < 2 or (_happens(chance, manner.comes) and chance.random() < 1 - len(seats) / state.table.seats):
            return self.arrival(state)
        if state.round is not None and _happens(chance, manner.incidents * 2):
            return self.incident(state, state.round)
        if chance.random() < 0.3:
            if _happens(chance, manner.absent * 5):
                return cmd.GoAway(chance.choice(seats))
            if _happens(chance, manner.leaves * 5):
                empty = state.dead_button  # a player who sits down there next did not miss that blind
                return cmd.LeaveTable(empty if empty in seats and chance.random() < 0.3 else chance.choice(seats))
            if _happens(chance, manner.exposes * 20):
                return cmd.ShowHand(chance.choice(seats))
            gone = [number for number, seat in state.seats.items() if seat.missed_turns >= chance.choice([1, 2, 2, 2])]
            if gone and chance.random() < 0.3:
                return cmd.DeemGone(chance.choice(gone), self.somebody_of_the_staff())
            if chance.random() < 0.1:
                return cmd.TopUp(chance.choice(seats), self.stake(state.table))
        return cmd.StartRound()

    def stake(self, table: PokerTable) -> Cents:
        high = self.chance.choice([table.stake_low, 4 * table.stake_low, table.stake_high])
        chips = self.chance.randint(table.stake_low, max(table.stake_low, min(high, table.stake_high)))
        return Cents(max(table.chip, chips // table.chip * table.chip))

    def arrival(self, state: PokerState) -> cmd.PokerCommand:
        chance = self.chance
        free = [number for number in range(1, state.table.seats + 1) if number not in state.seats]
        if not free:
            return cmd.LeaveTable(chance.choice(list(state.seats)))
        name = f"Player-{self.names}"
        self.names += 1
        relocated = chance.random() < 0.3
        if state.left_with and chance.random() < 0.5:
            name = chance.choice(list(state.left_with))
        stake = self.stake(state.table)
        if chance.random() < 0.8:
            stake = max(stake, state.left_with.get(name, Cents(0)))
        seat = state.dead_button if state.dead_button in free and chance.random() < 0.7 else chance.choice(free)
        return cmd.SitDown(seat, name, stake, relocated, self.somebody_of_the_staff() if relocated else None)

    # --- Whatever comes to mind ---------------------------------------------------------------------------------

    def nonsense(self, state: PokerState) -> cmd.PokerCommand:
        """Any command with any seat and amount; now and then one of them is allowed."""
        chance = self.chance
        seat = chance.randint(0, state.table.seats + 1)
        match chance.randrange(15):
            case 0:
                return cmd.StartRound()
            case 1:
                return cmd.DealCards(tuple(chance.sample(DECK, chance.randrange(6))))
            case 2:
                return cmd.LookAtCards(seat)
            case 3:
                return cmd.ShowHand(seat)
            case 4:
                relocated = chance.random() < 0.5
                return cmd.SitDown(
                    seat, self.somebody(state), self.amount(state, seat), relocated, chance.choice([None, *STAFF])
                )
            case 5:
                return cmd.TopUp(seat, self.amount(state, seat))
            case 6:
                return cmd.TakeOff(seat, self.amount(state, seat))
            case 7:
                return cmd.GoAway(seat)
            case 8:
                return cmd.ComeBack(seat)
            case 9:
                return cmd.DeemGone(seat, chance.choice(STAFF))
            case 10 if chance.random() < 0.2:
                return cmd.LeaveTable(seat)
            case 11:
                return cmd.Settle()
            case _:
                act = chance.choice(list(Act))
                amount = self.amount(state, seat) if chance.random() < 0.8 else None
                return cmd.TakeAction(seat, act, amount)

    def somebody(self, state: PokerState) -> str:
        known = [seat.player for seat in state.seats.values()]
        return self.chance.choice([*known, *state.left_with, "Somebody"])

    def amount(self, state: PokerState, seat: int) -> Cents:
        taken = state.seats.get(seat)
        stack = taken.stack if taken is not None else 0
        round_ = state.round
        price = round_.price if round_ is not None else 0
        table = state.table
        bases = (0, table.chip, table.big_blind, price, price + table.big_blind, stack, stack + price, table.stake_low)
        steps: Sequence[int] = (0, 0, 0, 1, -1, table.chip, -table.chip)
        return Cents(self.chance.choice(bases) + self.chance.choice(steps))
