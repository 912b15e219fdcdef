"""Whatever happens at a table, the differences of its balance sheets keep every account as it must be."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.games.house.evolve import evolve as evolve_house
from croupier.games.house.table import HouseRound
from croupier.games.poker import events as pk
from croupier.games.poker.evolve import evolve as evolve_poker
from croupier.games.poker.table import PokerState
from croupier.ledger.accounts import CAGE, Account, kind, rake, stack, tray, wallet
from croupier.ledger.checks import check_layout_clear, check_nobody_below_zero, check_sum
from croupier.ledger.postings import Posting, house_postings, poker_postings, posted, transfer
from croupier.ledger.sheets import house_sheet, poker_sheet
from croupier.sim.poker_crowd import MANNERS, Crowd, random_setup
from croupier.sim.poker_lives import Table
from tests.properties.rounds import Played, in_the_round, played

MUCH = 10**12
"""What everybody has bought at the cage."""

Balances = dict[Account, int]


def with_chips(*accounts: Account) -> Balances:
    balances: Balances = {}
    for account in accounts:
        balances = posted(balances, transfer(CAGE, account, MUCH))
    return balances


def net(round_: HouseRound, player: str) -> int:
    """What the lines of a round that is over give a player."""
    boxes = [box for box in round_.boxes.values() if box.player == player]
    lines = sum(line.returned + line.paid - line.staked for box in boxes for line in box.lines)
    return lines + sum(award.paid for box in boxes for award in box.awards)


@given(played(rounds=3))
def test_house_tables(what: Played) -> None:
    players = {*what.setup.table.players.values()}
    balances = with_chips(*(stack("t", player) for player in sorted(players)))
    won = dict.fromkeys(players, MUCH)
    for round_ in what.rounds:
        check_layout_clear(balances, "t")
        state = round_.opening
        for event in in_the_round(round_.events):
            after = evolve_house(state, event)
            assert not sum(house_sheet("t", after).values())
            balances, state = posted(balances, house_postings("t", state, after)), after
            check_sum(balances)
            check_nobody_below_zero(balances)
            if state.over:
                check_layout_clear(balances, "t")
        final = round_.final.round
        won = {player: chips + net(final, player) for player, chips in won.items()}
        assert {player: balances[stack("t", player)] for player in players} == won
        assert balances.get(tray("t"), 0) == len(players) * MUCH - sum(won.values())


@given(played())
def test_one_act_is_posted_as_its_events_are(what: Played) -> None:
    for round_ in what.rounds:
        state = round_.opening
        for step in round_.steps:
            if step.refused is None and step.events:
                one_by_one: Balances = {}
                before = state
                for event in in_the_round(step.events):
                    after = evolve_house(state, event)
                    one_by_one, state = posted(one_by_one, house_postings("t", state, after)), after
                at_once = {each.account: each.amount for each in house_postings("t", before, state)}
                assert {account: cents for account, cents in one_by_one.items() if cents} == at_once


class PokerLedger:
    """Follows a poker table event by event, and holds what must be against what is."""

    def __init__(self, state: PokerState) -> None:
        self.balances: Balances = {}
        self.raked = 0
        for seat in state.seats.values():
            self.enter(seat.player)
            self.post(transfer(wallet(seat.player), stack("t", seat.player), seat.stack))

    def enter(self, player: str) -> None:
        if wallet(player) not in self.balances:
            self.balances = posted(self.balances, transfer(CAGE, wallet(player), MUCH))

    def post(self, postings: tuple[Posting, ...]) -> None:
        self.balances = posted(self.balances, postings)
        check_sum(self.balances)
        check_nobody_below_zero(self.balances)

    def hear(self, before: PokerState, event: pk.PokerEvent, after: PokerState) -> tuple[Posting, ...]:
        if isinstance(event, pk.PlayerSatDown):
            self.enter(event.player)
        moved = poker_postings("t", before, [event], after)
        self.post(moved)
        check_wallets(before, event, {each.account: each.amount for each in moved if kind(each.account) == "wallet"})
        stacks: dict[str, int] = {}
        for seat in after.seats.values():
            stacks[seat.player] = stacks.get(seat.player, 0) + seat.stack
        for account, held in self.balances.items():
            if kind(account) == "stack":
                assert held == stacks.get(account.removeprefix("stack/t/"), 0), account
        if isinstance(event, pk.PotsGivenOut):
            self.raked += sum(pot.rake for pot in event.pots)
        assert self.balances.get(rake("t"), 0) == self.raked
        if not after.playing:
            check_layout_clear(self.balances, "t")
        return moved


def check_wallets(before: PokerState, event: pk.PokerEvent, moved: dict[Account, int]) -> None:
    """Only who sits down, leaves or brings more moves chips between wallet and table."""
    match event:
        case pk.PlayerSatDown(player=player, stake=stake):
            assert moved == {wallet(player): -stake}
        case pk.StakeIncreased(seat=seat, amount=amount):
            assert moved == {wallet(before.seats[seat].player): -amount}
        case pk.PlayerLeft(seat=seat, stack=chips):
            assert moved == ({wallet(before.seats[seat].player): chips} if chips else {})
        case _:
            assert not moved, event


@settings(suppress_health_check=[HealthCheck.large_base_example, HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_poker_tables(chance: random.Random) -> None:
    live(chance, moves=60)


def test_poker_tables_for_long() -> None:
    started = sum(live(random.Random(number), moves=600) for number in range(25))
    assert started > 500, "too little was played"


def live(chance: random.Random, moves: int) -> int:
    """A table where anything happens; how many rounds were started."""
    setup = random_setup(chance)
    crowd, table = Crowd(chance, chance.choice(MANNERS), setup.rulebook()), Table(setup)
    ledger, rounds = PokerLedger(table.state), 0
    for _ in range(moves):
        step = table.make(crowd.next_move(table.state))
        before, one_by_one = step.before, dict[Account, int]()
        for event in step.events:
            rounds += isinstance(event, pk.RoundStarted)
            after = evolve_poker(before, event)
            assert not sum(poker_sheet("t", after).values())
            one_by_one = posted(one_by_one, ledger.hear(before, event, after))
            before = after
        at_once = {each.account: each.amount for each in poker_postings("t", step.before, step.events, step.after)}
        assert {account: cents for account, cents in one_by_one.items() if cents} == at_once
    return rounds
