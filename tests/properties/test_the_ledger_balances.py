"""Whatever happens at a table, the differences of its balance sheets keep every account as it must be."""

import random
from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.floor.ledger.accounts import CAGE, Account, award, kind, rake, stack, tray, wallet
from croupier.floor.ledger.postings import Posting, difference, house_postings, link_postings, poker_postings, transfer
from croupier.floor.ledger.sheets import house_sheet, poker_sheet
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable as PokerLife
from croupier.rules.games.house.events import RoundOpened
from croupier.rules.games.house.life import evolve as evolve_house
from croupier.rules.games.house.table import HouseRound, HouseState
from croupier.rules.games.poker import events as pk
from croupier.rules.games.poker.evolve import evolve as evolve_poker
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot import events as lk
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import AwardState, Link
from croupier.rules.jackpot.meter import PARTS
from tests.oracle.balances import check_layout_clear, check_meter, check_nobody_below_zero, check_sum, posted
from tests.properties.link_worlds import Evening
from tests.properties.rounds import Plan, Table, plans

ROUNDING = 4
"""Cents: each account of a link holds whole ones."""
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


def lived(plan: Plan) -> Table:
    table = Table(plan.setup)
    for script in plan.scripts:
        if table.rounds and not table.next():
            break
        table.play(script)
    return table


@given(plans(rounds=3))
def test_house_tables_and_their_meters(plan: Plan) -> None:
    table = lived(plan)
    players = {*plan.setup.table.players.values()}
    balances = with_chips(*(stack("t", player) for player in sorted(players)))
    state: HouseState | None = None
    link: Link | None = None
    paid_in = Fraction(0)
    for event in table.log:
        if isinstance(event, LinkEvent):
            paid_in += put_in(link, event)
            after = evolve_link(link, event)
            balances, link = posted(balances, link_postings(link, after, "t")), after
            check_meter(balances, link.name, link.displayed)
            assert balances.get(award(link.name), 0) == link.locked
        elif state is None:
            state = evolve_house(None, event)
        else:
            now = evolve_house(state, event)
            assert not sum(house_sheet("t", now.round.boxes.values()).values())
            balances, state = posted(balances, house_postings("t", state, [event], now)), now
            if state.round.over:
                check_layout_clear(balances, "t")
        check_sum(balances)
        check_nobody_below_zero(balances)
    nets = {player: sum(net(round_.final.round, player) for round_ in table.rounds) for player in players}
    assert {player: balances[stack("t", player)] - MUCH for player in players} == nets
    assert abs(balances.get(tray("t"), 0) + sum(nets.values()) + paid_in) < ROUNDING


def put_in(before: Link | None, event: LinkEvent) -> Fraction:
    """What the tables have put into a link with this event, in cents, less what they got from it."""
    match event:
        case lk.HandsDealt(contributions=added):
            parts = sum(each.meter + each.overflow + each.reserve for each in added.values())
        case lk.ContributionsTakenBack():
            parts = -(event.from_meter + event.from_overflow + event.from_reserve + event.from_house)
        case lk.AwardPaid(amount=amount):
            parts = -amount * PARTS
        case lk.AwardUndone(award=number) if before is not None and before.awards[number].state is AwardState.PAID:
            parts = (before.awards[number].amount or 0) * PARTS
        case _:
            parts = 0
    return Fraction(parts, PARTS)


@given(plans())
def test_one_act_is_posted_as_its_events_are(plan: Plan) -> None:
    for round_ in lived(plan).rounds:
        for step in round_.steps:
            one_by_one: Balances = {}
            state = step.before.table
            for event in step.events:
                after = evolve_house(state, event)
                one_by_one, state = posted(one_by_one, house_postings("t", state, [event], after)), after
            at_once = house_postings("t", step.before.table, step.events, step.after.table)
            assert {account: cents for account, cents in one_by_one.items() if cents} == {
                each.account: each.amount for each in at_once
            }
            if not any(isinstance(event, RoundOpened) for event in step.events):
                whole = [house_sheet("t", each.table.round.boxes.values()) for each in (step.before, step.after)]
                assert at_once == difference(*whole), step.events


def test_links_of_many_tables() -> None:
    """Awards are locked by the acts of other tables, and still each is paid through the winner's own tray."""
    awards = 0
    for seed in range(60):
        evening = Evening(seed)
        evening.live(200)
        balances: Balances = {}
        link: Link | None = None
        paid_in, by_the_house = Fraction(0), 0
        for event in evening.events:
            paid_in += put_in(link, event)
            after = evolve_link(link, event)
            by_the_house += not hasattr(event, "table")
            acting = getattr(event, "table", None)
            moved = link_postings(link, after, acting)
            if isinstance(event, lk.AwardPaid):
                assert moved == transfer(award(after.name), tray(event.table), event.amount)
                awards += 1
            if isinstance(event, lk.AwardLocked):
                assert not any(kind(each.account) == "tray" for each in moved)
            balances, link = posted(balances, moved), after
            check_sum(balances)
            check_nobody_below_zero(balances)
            check_meter(balances, link.name, link.displayed)
            assert balances.get(award(link.name), 0) == link.locked
        trays = sum(held for account, held in balances.items() if kind(account) == "tray")
        assert abs(trays + paid_in) < ROUNDING + by_the_house
    assert awards > 50, "too little was won"


class PokerLedger:
    """Follows a poker table event by event, and holds what must be against what is."""

    def __init__(self, state: PokerState) -> None:
        self.balances: Balances = {}
        self.raked = 0
        for seat in state.seats.values():
            self.enter(seat.player)
        self.post(poker_postings("t", None, [], state))

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
        if not isinstance(event, pk.RoundStarted):
            assert moved == difference(poker_sheet("t", before), poker_sheet("t", after)), event
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
    crowd, table = Crowd(chance, chance.choice(MANNERS), setup.rulebook()), PokerLife(setup)
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
