"""What is offered is what the rules accept, and what was offered before is offered again only where it still holds."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Never

import pytest

from croupier.base.errors import Forbidden, Refused
from croupier.floor.ledger.accounts import Account, owed, wallet
from croupier.floor.live.answers.tables import May
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.views.may import Offers
from croupier.floor.live.views.own_parts import MOST, OwnParts
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.betting import by_right
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Rulebook
from tests.live.any_evening import EVERYBODY, Evening
from tests.live.houses import DAN, PIA, SAM, House


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_offers_are_what_they_would_be_if_nothing_were_kept(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "store", seed)
    names = list(evening.house.floor.players)
    chance = random.Random(seed)
    offers: dict[str, OwnParts[list[May]]] = {name: OwnParts() for name in evening.tables}
    kept = 0
    for _ in range(250):
        evening.step(chance.choice(evening.tables))
        books = evening.house.floor.books  # another one after a restart
        for name, table in books.tables.items():
            book = at_the_table(table.book, table.sign.dealing)
            for player in names:
                who = Who(player, Role.PLAYER)
                make = partial(_offers, table, book, books.balances)
                offered = offers[name].of(who, table, book, books.balances, make)
                kept += offered is offers[name].of(who, table, book, books.balances, make)
                assert offered == make(who), (name, player, table.version)
    assert kept > 1_000
    evening.house.store.close()


def test_not_everybody_who_ever_looked_on_is_kept(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "store", 1)
    books = evening.house.floor.books
    table = next(iter(books.tables.values()))
    book = at_the_table(table.book, table.sign.dealing)
    offers: OwnParts[list[May]] = OwnParts()
    make = partial(_offers, table, book, books.balances)
    first = offers.of(Who("p0", Role.PLAYER), table, book, books.balances, make)
    for number in range(1, MOST + 1):
        offers.of(Who(f"p{number}", Role.PLAYER), table, book, books.balances, make)
    again = offers.of(Who("p0", Role.PLAYER), table, book, books.balances, make)
    assert again == first and again is not first
    evening.house.store.close()


def _offers(table: LiveTable, book: Rulebook, balances: Mapping[Account, int], who: Who) -> list[May]:
    return Offers(table, book, who, balances, None).all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8, 9, 10])
def test_what_is_offered_without_a_trial_is_what_the_rules_accept(tmp_path: Path, seed: int) -> None:
    """Each act is tried with all that follows from it, whether it is offered or not."""
    evening = Evening(tmp_path / "store", seed)
    names = list(evening.house.floor.players)
    found: dict[str, set[bool]] = {}
    for name in evening.tables:
        for _ in range(60):
            evening.step(name)
            books = evening.house.floor.books  # another one after a restart
            table = books.tables[name]
            if table.game.closed or table.game.suspended is not None or table.closing or table.queue:
                continue
            book = at_the_table(table.book, table.sign.dealing)
            for player in names:
                can_pay = books.balances.get(wallet(player), 0) and not books.balances.get(owed(player), 0)
                who = Who(player, Role.PLAYER)
                offered = {each.do for each in Offers(table, book, who, books.balances, None).all()}
                for do, commands in _acts_of(table, player):
                    if not can_pay and do.split()[1] in ("sits", "moves-to"):
                        continue
                    accepted = any(_is_accepted(table, book, who, command) for command in commands)
                    assert (do in offered) == accepted, (name, player, do, table.version)
                    found.setdefault(do.split()[1], set()).add(accepted)
    offered_and_not = {verb for verb, answers in found.items() if answers == {True, False}}
    assert offered_and_not >= {"sits", "frees", "withdraw", "hides", "look", "fold", "call", "raise", "allin"}, found
    evening.house.store.close()


class Entered(Exception):
    """What would be entered next."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 13])
def test_every_offer_can_be_said_as_it_stands(tmp_path: Path, seed: int) -> None:
    """Everything that somebody's view offers is sent with the moment of that view, and stopped when it is decided."""
    evening = Evening(tmp_path / "store", seed)
    everybody = [*EVERYBODY, DAN, PIA, SAM]
    accepted: Counter[str] = Counter()
    for name in evening.tables:
        for count in range(60):
            evening.step(name)
            if count % 10 == 0:
                _somebody_is_barred_or_not(evening, everybody[count // 10])
            for who in everybody:
                view = evening.house.view(name, who)
                for offer in view["you"]["may"]:
                    assert offer["say"] == " ".join(filter(None, (offer["do"], offer.get("from"))))
                    status, answer = _tried(evening.house, who, name, offer["say"], view["moment"])
                    assert status == 200, (name, who.name, offer, answer)
                    accepted[f"{offer['kind']} {'amount' if 'from' in offer else ''}"] += 1
    assert len(accepted) >= 12, accepted
    evening.house.store.close()


def _somebody_is_barred_or_not(evening: Evening, who: Who) -> None:
    if who.role is Role.PLAYER:
        evening.acts += 1
        barred = who.name.lower() in evening.house.floor.register.barred
        change = cmd.LiftBar(who.name) if barred else cmd.BarPlayer(who.name)
        evening.house.answered(evening.house.floor.perform(SAM, f"bar-{evening.acts:08d}", change, "seen"))


def _tried(house: House, who: Who, table: str, say: str, moment: str) -> tuple[int, object]:
    def entered(*decided: Any, **more: Any) -> Never:
        _work, _act, _stream, status, answer = decided[:5]
        raise Entered(status, answer)

    def refused(_act: object, _stream: str, problem: Problem, **more: object) -> Never:
        raise problem

    with pytest.MonkeyPatch.context() as stopped:
        stopped.setattr(house.floor.books, "enter", entered)
        stopped.setattr(house.floor.books, "refuse", refused)
        try:
            house.floor.act(who, table, "tried-it", say, moment)
        except Entered as decided:
            status, answer = decided.args
            return status, answer
        except Problem as problem:
            return 409, problem.told()
    raise AssertionError(f"nothing is decided about {say}")


def _acts_of(table: LiveTable, player: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """How an act is offered, and the commands of which one must be accepted for that."""
    if isinstance(table.game, HouseState):
        yield from _at_the_boxes(table.game, player, leaves=player in table.leaving)
    else:
        yield from _at_the_seats(table.game, player)


def _at_the_boxes(state: HouseState, player: str, *, leaves: bool) -> Iterator[tuple[str, tuple[Any, ...]]]:
    own = [box for box, holder in state.table.players.items() if holder == player]
    for box in range(1, state.table.places + 1):
        yield f"{box} sits {player}", (house_cmd.TakeBox(box, player),)
    for box in own:
        yield f"{box} frees", (house_cmd.FreeBox(box),)
    has_bet = any(box.bets for box in state.round.boxes.values() if box.player == player)
    if own and not leaves and has_bet and not state.round.over:
        yield f"{own[0]} leaves", (house_cmd.WalkAway(own[0]),)
    for number, played in state.round.boxes.items():
        if played.player != player:
            continue
        for spot in Spot:
            yield f"{number} withdraw {spot}", (house_cmd.WithdrawBet(number, spot),)
        for choice in house_cmd.Choice:
            yield f"{number} {choice}", (house_cmd.Choose(number, choice),)
        yield f"{number} fold", (house_cmd.MakeDecision(number, Decision.FOLD),)
        yield f"{number} hides", (house_cmd.HideHand(number, Who(player, Role.PLAYER).actor),)
        if not played.looked:
            yield f"{number} look", (house_cmd.Look(number),)


def _at_the_seats(state: PokerState, player: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for seat, sits in state.seats.items():
        if sits.player != player:
            continue
        if state.round is None or seat not in state.round.looked:
            yield f"{seat} look", (poker_cmd.LookAtCards(seat),)
        yield f"{seat} away", (poker_cmd.GoAway(seat),)
        yield f"{seat} back", (poker_cmd.ComeBack(seat),)
        yield f"{seat} leaves", (poker_cmd.LeaveTable(seat),)
        for to in range(1, state.table.seats + 1):
            yield f"{seat} moves-to {to}", (poker_cmd.MoveSeat(seat, to),)
        for act in (Act.CHECK, Act.CALL, Act.FOLD):
            yield f"{seat} {act}", (poker_cmd.TakeAction(seat, act),)
        if sits.stack:
            yield f"{seat} allin", (poker_cmd.TakeAction(seat, Act.ALL_IN),)
        if state.round is not None and seat in state.round.order:
            allowed, early = by_right(state, seat), state.round.out_of_turn.get(seat)
            amounts = {allowed.bet, allowed.raise_to, allowed.all_in, None if early is None else early.indicated} - {
                None
            }
            for act in (Act.BET, Act.RAISE):
                yield f"{seat} {act}", tuple(poker_cmd.TakeAction(seat, act, amount) for amount in amounts)


def _is_accepted(table: LiveTable, book: Rulebook, who: Who, command: Any) -> bool:
    family = family_of(table.book)
    try:
        family.check_allowed(who.actor, table.game, command, table.sign.device)
        family.advance(book, table.game, command)
    except (Refused, Forbidden):
        return False
    return True
