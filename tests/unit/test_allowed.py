"""Who may say what, on whose place: the whole table, command by command, rank by rank, as it was reviewed.

The golden files are matrices: the player of the place, another player, and the ranks of staff. Whose decision an
incident is stands in the rulings manuals, with its paragraph.
"""

from collections.abc import Callable
from functools import partial
from typing import get_args

import pytest
from msgspec.structs import replace

from croupier.base.actors import Actor, Rank, RunBy
from croupier.base.errors import Forbidden, Refused
from croupier.base.values import Value
from croupier.rules.cards import parse_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as house
from croupier.rules.games.house.allowed import RIGHTS as HOUSE_RIGHTS
from croupier.rules.games.house.allowed import allowed as allowed_at_a_box
from croupier.rules.games.house.irregularities import IRREGULARITIES
from croupier.rules.games.house.lines import AwardPaid, LineSettled, Result
from croupier.rules.games.house.reports import decided_by
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, HouseTable, Phase, Policy, open_round
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.allowed import RIGHTS as POKER_RIGHTS
from croupier.rules.games.poker.allowed import allowed as allowed_at_a_seat
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import BOOKS, at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

HOUSE_BOOKS = [key for key in BOOKS if key.partition("@")[0] in HOUSE_GAMES]
OWN, OTHER = Actor(Rank.PLAYER, "Ann"), Actor(Rank.PLAYER, "Ben")
STAFF = [Actor(rank, rank.words) for rank in Rank if rank is not Rank.PLAYER]
ACTORS = [OWN, OTHER, *STAFF]
HEADS = ["own", "other", "dealer", "pit s.", "pit m.", "shift m."]
TEN = Cents(10_00)


def house_state(run_by: RunBy, *, waits: bool) -> HouseState:
    """Ann has box 1."""
    table = HouseTable(Device.SHOE, {}, {1: "Ann", 2: "Ben"}, settles_by_hand=waits, run_by=run_by)
    return HouseState(table, open_round(table))


def poker_state(run_by: RunBy, *, waits: bool) -> PokerState:
    """Ann has seat 1."""
    table = PokerTable(Device.SHOE, 9, Cents(1_00), TEN, Cents(400_00), settles_by_hand=waits, run_by=run_by)
    return open_table(table, {1: ("Ann", TEN), 2: ("Ben", TEN)}, 1, first_orbit=False)


def house_commands(by: Actor) -> list[tuple[str, house.HouseCommand]]:
    """One of each, about box 1 where it is about one."""
    return [
        ("1 ante 10", house.PlaceBet(1, Spot.ANTE, TEN)),
        ("1 ante 10 unnoticed", house.PlaceBet(1, Spot.ANTE, TEN, unnoticed=True)),
        ("1 withdraw ante", house.WithdrawBet(1, Spot.ANTE)),
        ("close", house.CloseBets()),
        ("(cards)", house.DealCards(())),
        ("dealt", house.DealFaceDown()),
        ("1 hand As Ks Qs", house.NameCards(house.Of.HAND, parse_cards("As Ks Qs"), 1)),
        ("hands 1 As Ks Qs", house.NameHands((house.NameCards(house.Of.HAND, parse_cards("As Ks Qs"), 1),))),
        ("incident entry", house.CorrectEntry((), by)),
        ("incident payment", house.RecordPayment(1, TEN, by)),
        ("1 look", house.Look(1)),
        ("1 play", house.MakeDecision(1, Decision.PLAY)),
        ("1 leaves", house.WalkAway(1)),
        ("1 hides", house.HideHand(1)),
        ("1 continue", house.Choose(1, house.Choice.CONTINUE)),
        ("settle", house.Settle()),
        ("(answer of the meter)", house.AnswerClaim(TEN)),
        ("incident interruption", house.ReportIrregularity(house.Incident.INTERRUPTION, by)),
        ("(a new table)", house.OpenTable(house_state(RunBy.DEALER, waits=False).table)),
        ("3 sits Ann 10", house.TakeBox(3, "Ann")),
        ("1 frees", house.FreeBox(1)),
        ("next", house.OpenRound()),
        ("(another sign)", house.ChangeSign()),
        ("suspend", house.SuspendTable("a reason")),
        ("resume", house.ResumeTable()),
        ("(closing)", house.CloseTable()),
        ("day-ends", house.EndDay()),
    ]


def poker_commands(by: Actor) -> list[tuple[str, poker.PokerCommand]]:
    """One of each, about seat 1 where it is about one."""
    return [
        ("start", poker.StartRound()),
        ("(cards)", poker.DealCards(())),
        ("dealt", poker.DealFaceDown()),
        ("1 look", poker.LookAtCards(1)),
        ("1 check", poker.TakeAction(1, poker.Act.CHECK)),
        ("1 shows", poker.ShowHand(1)),
        ("1 mucks", poker.MuckHand(1)),
        ("3 sits Ann 10", poker.SitDown(3, "Ann", TEN, by=by)),
        ("3 relocated Ann 10", poker.SitDown(3, "Ann", TEN, relocated=True, by=by)),
        ("1 tops-up 10", poker.TopUp(1, TEN)),
        ("settle", poker.Settle()),
        ("(a late correction)", poker.GiveBack(1, TEN)),
        ("1 takes-off 10", poker.TakeOff(1, TEN)),
        ("1 away", poker.GoAway(1)),
        ("1 back", poker.ComeBack(1)),
        ("1 moves-to 3", poker.MoveSeat(1, 3)),
        ("1 leaves", poker.LeaveTable(1)),
        ("1 gone", poker.DeemGone(1, by)),
        ("1 out-of-turn check", poker.ActOutOfTurn(1, poker.Act.CHECK)),
        ("incident interruption", poker.ReportIrregularity(poker.Incident.INTERRUPTION, by)),
        ("1 hand As Ks", poker.NameCards((poker.Lies(parse_cards("As Ks"), 1),))),
        ("incident entry", poker.CorrectEntry((), by)),
        ("incident payment", poker.RecordPayment(1, TEN, by)),
        ("(a new table)", poker.OpenTable(poker_state(RunBy.DEALER, waits=False).table, {}, 1)),
        ("(the button)", poker.PlaceButton(1)),
        ("(another sign)", poker.ChangeSign(poker_state(RunBy.DEALER, waits=False).table)),
        ("suspend", poker.SuspendTable("a reason")),
        ("resume", poker.ResumeTable()),
        ("(closing)", poker.CloseTable()),
        ("day-ends", poker.EndDay()),
    ]


def at_a_box(actor: Actor, run_by: RunBy, number: int, *, waits: bool) -> bool:
    return may(allowed_at_a_box, actor, house_state(run_by, waits=waits), house_commands(actor)[number][1])


def at_a_seat(actor: Actor, run_by: RunBy, number: int, *, waits: bool) -> bool:
    return may(allowed_at_a_seat, actor, poker_state(run_by, waits=waits), poker_commands(actor)[number][1])


def may(allowed: Callable[..., None], actor: Actor, state: Value | None, command: Value) -> bool:
    try:
        allowed(actor, state, command)
    except Forbidden as forbidden:
        assert str(forbidden).strip()
        return False
    return True


@pytest.mark.parametrize(
    ("name", "ask", "acts"), [("house", at_a_box, house_commands(OWN)), ("poker", at_a_seat, poker_commands(OWN))]
)
def test_who_may_say_what(
    name: str, ask: Callable[..., bool], acts: list[tuple[str, Value]], golden: Callable[[str, str], None]
) -> None:
    asked = [(actor, run_by) for run_by in RunBy for actor in ACTORS]
    lines = [
        f"{'':<26}" + "".join(f"{f'run by the {run_by}':<{9 * len(HEADS)}}" for run_by in RunBy).rstrip(),
        f"{'':<26}" + "".join(f"{head:<9}" for head in HEADS * len(RunBy)).rstrip(),
    ]
    for number, (words, command) in enumerate(acts):
        for waits in (False, True):
            told = ["yes" if ask(*each, number, waits=waits) else "-" for each in asked]
            if not waits or isinstance(command, house.Settle | poker.Settle):
                said = f"{words}, paid by hand" if waits else words
                lines.append(f"{said:<26}" + "".join(f"{each:<9}" for each in told).rstrip())
                first = told
            assert told == first or isinstance(command, house.Settle | poker.Settle), words
    golden(f"rights/{name}.txt", "\n".join(lines) + "\n")


def test_every_command_has_its_right() -> None:
    assert set(HOUSE_RIGHTS) == set(get_args(house.HouseCommand))
    assert set(POKER_RIGHTS) == set(get_args(poker.PokerCommand))
    assert {type(command) for _, command in house_commands(OWN)} == set(HOUSE_RIGHTS)
    assert {type(command) for _, command in poker_commands(OWN)} == set(POKER_RIGHTS)


@pytest.mark.parametrize("run_by", RunBy)
def test_cards_come_from_the_device_alone(run_by: RunBy) -> None:
    at_boxes, state = house_state(run_by, waits=True), poker_state(run_by, waits=True)
    for actor in ACTORS:
        for allowed, at, command in (
            (allowed_at_a_box, at_boxes, house.DealCards(())),
            (allowed_at_a_seat, state, poker.DealCards(())),
        ):
            assert may(partial(allowed, device="Dealer"), actor, at, command) is (actor.name == "Dealer")


def test_a_player_called_like_the_device_feeds_in_nothing() -> None:
    with pytest.raises(Forbidden):
        allowed_at_a_box(OWN, house_state(RunBy.DEALER, waits=True), house.DealCards(()), device="Ann")


def test_dealt_by_hand_the_dealer_alone_says_which_cards_are_shown() -> None:
    """A player's device knows no card, and may be wrong about one; giving the hand up is the player's own act."""
    state = poker_state(RunBy.DEALER, waits=True)
    by_hand = replace(state, table=replace(state.table, dealt_by_hand=True))
    allowed_at_a_seat(Actor(Rank.DEALER, "Dan"), by_hand, poker.ShowHand(1, parse_cards("As Ks")))
    allowed_at_a_seat(OWN, by_hand, poker.MuckHand(1))
    with pytest.raises(Forbidden, match="Dealer or above"):
        allowed_at_a_seat(OWN, by_hand, poker.ShowHand(1))


def test_a_command_must_be_in_the_actors_own_name() -> None:
    """A report with the Shift Manager's name on it would be decided at that rank."""
    manager = Actor(Rank.SHIFT_MANAGER, "Sam")
    forged = house.ReportIrregularity(house.Incident.OTHER, manager, void=True)
    with pytest.raises(Forbidden, match="in your own name"):
        allowed_at_a_box(OWN, house_state(RunBy.DEALER, waits=True), forged)
    for command in (poker.DeemGone(1, manager), poker.ReportIrregularity(poker.Incident.OTHER, manager)):
        with pytest.raises(Forbidden, match="in your own name"):
            allowed_at_a_seat(Actor(Rank.DEALER, "Dan"), poker_state(RunBy.DEALER, waits=True), command)


def test_nobody_can_act_on_an_empty_place() -> None:
    with pytest.raises(Forbidden, match="box 5 is empty"):
        allowed_at_a_box(OWN, house_state(RunBy.DEALER, waits=False), house.Look(5))
    with pytest.raises(Forbidden, match="seat 2 belongs to Ben"):
        allowed_at_a_seat(OWN, poker_state(RunBy.DEALER, waits=False), poker.LookAtCards(2))


def test_a_table_that_is_not_open_yet_is_opened_by_the_pit() -> None:
    opening = house.OpenTable(house_state(RunBy.SYSTEM, waits=False).table)
    seats = poker.OpenTable(poker_state(RunBy.SYSTEM, waits=False).table, {}, 1)
    pit = [Rank.PIT_SUPERVISOR, Rank.PIT_MANAGER, Rank.SHIFT_MANAGER]
    assert [actor.rank for actor in ACTORS if may(allowed_at_a_box, actor, None, opening)] == pit
    assert [actor.rank for actor in ACTORS if may(allowed_at_a_seat, actor, None, seats)] == pit


def test_a_box_given_up_after_the_round_is_the_next_ones_to_free_and_the_last_ones_to_hide() -> None:
    """Until the next round opens, Ann may still keep her hand to herself; the box is Ben's."""
    table = HouseTable(Device.SHOE, {}, {1: "Ann"})
    state = HouseState(replace(table, players={1: "Ben"}), replace(open_round(table), phase=Phase.SETTLED))
    ben = Actor(Rank.PLAYER, "Ben")
    assert may(allowed_at_a_box, OWN, state, house.HideHand(1))
    for command in (house.FreeBox(1), house.WalkAway(1)):
        assert may(allowed_at_a_box, ben, state, command)
        assert not may(allowed_at_a_box, OWN, state, command)
    assert not may(allowed_at_a_box, ben, state, house.HideHand(1))


def test_staff_do_not_play() -> None:
    dan = Actor(Rank.DEALER, "dan")
    for run_by in RunBy:
        boxes, seats = house_state(run_by, waits=False), poker_state(run_by, waits=False)
        for name, seated in (("Cyd", True), ("dan", False), ("DAN", False)):
            assert may(allowed_at_a_box, dan, boxes, house.TakeBox(3, name)) is seated
            for relocated in (False, True):
                sits = poker.SitDown(3, name, TEN, relocated=relocated, by=dan)
                assert may(allowed_at_a_seat, dan, seats, sits) is seated


@pytest.mark.parametrize("key", BOOKS)
def test_a_report_from_below_says_whose_decision_it_is(key: str) -> None:
    """Made by that rank, it is not refused for its rank any more."""
    book = at_the_table(key, Device.SHOE)
    for incident in house.Incident if book.key in HOUSE_BOOKS else poker.Incident:
        decides(book, incident)


@pytest.mark.parametrize("key", HOUSE_BOOKS)
def test_what_is_done_about_a_failed_jackpot_is_for_the_pit_and_closing_for_the_shift_manager(key: str) -> None:
    book, down = at_the_table(key, Device.SHOE), house.Incident.JACKPOT_DOWN
    assert decides(book, down) is Rank.DEALER
    assert decides(book, down, Policy.DISALLOW) is decides(book, down, Policy.WITHOUT_JACKPOT) is Rank.PIT_SUPERVISOR
    assert decides(book, down, Policy.CLOSE) is Rank.SHIFT_MANAGER
    assert decides(book, house.Incident.FOREIGN_CARD, Policy.CLOSE) is decides(book, house.Incident.FOREIGN_CARD)


def decides(book: Rulebook, incident: str, policy: Policy | None = None) -> Rank:
    """The lowest rank that is not told to leave it to somebody; nobody above is."""
    ranks = [left_to(book, incident, rank, policy) for rank in Rank]
    decides = next(rank for rank in Rank if ranks[rank] is None)
    assert ranks == [decides if rank < decides else None for rank in Rank], incident
    return decides


def left_to(book: Rulebook, incident: str, rank: Rank, policy: Policy | None) -> Rank | None:
    by = Actor(rank, rank.words)
    try:
        if book.key in HOUSE_BOOKS:
            game = HOUSE_GAMES[book.key.partition("@")[0]]
            round_ = house_state(RunBy.DEALER, waits=False).round
            game.decide(book, round_, house.ReportIrregularity(house.Incident(incident), by, policy=policy))
        else:
            state = poker_state(RunBy.DEALER, waits=False)
            decide(book, state, poker.ReportIrregularity(poker.Incident(incident), by))
    except Refused as refused:
        return refused.left_to
    return None


@pytest.mark.parametrize(
    ("incident", "verify_above", "rank"),
    [
        (house.Incident.DEALER_COUNT, 1_000_00, Rank.SHIFT_MANAGER),
        (house.Incident.DEALER_COUNT, 1_500_00, Rank.PIT_SUPERVISOR),
        (house.Incident.DEALER_COUNT, None, Rank.PIT_SUPERVISOR),
        (house.Incident.PLAYER_COUNT, 1_000_00, Rank.PIT_SUPERVISOR),
        (house.Incident.PLAYER_COUNT, 200_00, Rank.SHIFT_MANAGER),
        (house.Incident.PLAYER_COUNT, 250_00, Rank.PIT_SUPERVISOR),
    ],
)
def test_who_takes_back_an_award_that_the_house_has_paid(
    incident: house.Incident, verify_above: int | None, rank: Rank
) -> None:
    """R-107: a void takes back every award, a hand that is struck out its own. An Ante Bonus is no jackpot award."""
    state = house_state(RunBy.DEALER, waits=False)
    won = LineSettled(Spot.JACKPOT, Cents(5_00), Cents(0), Cents(1_500_00), Result.WIN, ())
    on_the_ante = LineSettled(Spot.ANTE, TEN, TEN, Cents(5_000_00), Result.WIN, ())
    envy, bonus = AwardPaid("envy", Cents(250_00), (), source=1), AwardPaid("ante-bonus", Cents(5_000_00), ())
    boxes = state.round.boxes
    round_ = replace(
        state.round,
        phase=Phase.SETTLED,
        boxes={1: replace(boxes[1], lines=(on_the_ante, won)), 2: replace(boxes[2], awards=(envy, bonus))},
    )
    above = None if verify_above is None else Cents(verify_above)
    report = house.ReportIrregularity(incident, Actor(Rank.DEALER, "dan"), boxes=(2,), verify_above=above)
    book = at_the_table("three-card-poker@3", Device.SHOE)
    assert decided_by(book, round_, report, IRREGULARITIES[incident])[0] is rank
    put_right = replace(report, reconstructable=True)
    assert decided_by(book, round_, put_right, IRREGULARITIES[incident])[0] is Rank.PIT_SUPERVISOR
