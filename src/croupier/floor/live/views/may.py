"""What somebody may do now. Each act is tried on the rules and on the ledger, so an offered act will be accepted."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Literal

from croupier.base.actors import Actor
from croupier.base.errors import Forbidden, Refused
from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.people.house_acts import check_ready
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.views.names import button_words
from croupier.rounds.dealing.following import followed
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.options import candidates
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, Phase
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Rulebook

Option = dict[str, Any]
Kind = Literal["bet", "withdraw", "decision", "choice", "look", "hide", "seat", "chips", "leave", "ready", "staff"]
"""What people think of it as; reports of incidents are offered separately."""

WORDS = {
    "close": "No more Bets",
    "sits": "Sit down",
    "frees": "Give up the box",
    "tops-up": "Bring chips",
    "leaves": "Leave",
    "moves-to": "Change seats",
    "ready": "Ready",
    "hides": "Do not show",
    "away": "Sit out",
    "back": "Come back",
    "next": "Next round",
    "start": "Start the round",
    "dealt": "Cards are dealt",
    "day-ends": "End the day",
}
"""Words for acts that the document has no word for, and whose own word is not clear."""

CENT = 1


class May:
    """The offers to one person at one table."""

    def __init__(
        self, table: LiveTable, book: Rulebook, who: Who, balances: Mapping[Account, int], link: Link | None
    ) -> None:
        self._table = table
        self._link = link
        self._book = book
        self._who = who
        self._balances = balances
        self._is_staff = who.staff
        self._family = family_of(table.book)
        self._words = button_words(book)
        self._wallet = balances.get(wallet(who.name), 0) if who.role is Role.PLAYER else 0
        self._owes = balances.get(owed(who.name), 0)

    @cached_property
    def _actor(self) -> Actor:
        """Who tries the acts; an auditor never does."""
        return self._who.actor

    def options(self) -> list[Option]:
        game = self._table.game
        if game.closed or self._who.role is Role.AUDITOR:
            return []
        if game.suspended is not None:
            return list(self._of_the_pit())
        if isinstance(game, HouseState):
            return [*self._house(game), *self._of_the_pit()]
        return [*self._poker(game), *self._of_the_pit()]

    # --- Asking ---------------------------------------------------------------------------------------------------

    def _cost(self, command: Any, player: str | None) -> int | None:
        """What it takes of the player's chips here; None if it is refused to this person now."""
        table = self._table
        try:
            # first, because the rules refuse most
            events, after = self._family.advance(self._book, table.game, command)
            if self._is_staff:  # players try acts on their own places only, which they may say
                self._family.check_allowed(self._actor, table.game, command, table.sign.device)
            if self._link is not None and self._is_staff:  # it may refuse: bets, while a change is due
                followed(HOUSE_GAMES[self._book.game], self._book, self._link, table.name, after, events)
        except (Refused, Forbidden):
            return None
        if player is None:
            return 0
        cost = self._family.put_down(table.game, events).get(player, 0)  # without what the same act would pay
        return cost if cost <= self._balances.get(stack(table.name, player), 0) else None

    def _if_accepted(
        self, kind: Kind, do: str, command: Any, player: str | None = None, **more: Any
    ) -> Iterator[Option]:
        cost = self._cost(command, player)
        if cost is not None:
            costs = {"costs": dollars(cost)} if cost > 0 else {}
            yield self._option(kind, do, **costs, **more)

    def _option(self, kind: Kind, do: str, **more: Any) -> Option:
        """`word` is the text of a button, in the document's words if it has any."""
        first, *rest = do.split()
        place = {"place": int(first)} if rest else {}
        verb = rest[0] if rest else first
        told = {"do": do, "kind": kind, **place, "word": self._words.get(verb) or WORDS.get(verb, verb.title())}
        return told | more

    def _amounts(self, kind: Kind, do: str, least: int, most: int, step: int) -> Option:
        return self._option(kind, do, **{"from": dollars(least), "to": dollars(most), "step": dollars(step)})

    def _of_the_pit(self) -> Iterator[Option]:
        if not self._is_staff:
            return
        if self._table.game.suspended is None:
            yield from self._if_accepted("staff", "suspend", self._family.suspend("asked"))
            yield from self._if_accepted("staff", "day-ends", self._family.end_day())
        elif not any(each.suspends for each in self._table.waiting):
            yield from self._if_accepted("staff", "resume", self._family.resume())

    # --- House-banked ---------------------------------------------------------------------------------------------

    def _house(self, state: HouseState) -> Iterator[Option]:
        if self._is_staff:
            yield from self._if_accepted("staff", "close", house_cmd.CloseBets())
            yield from self._if_accepted("staff", "settle", house_cmd.Settle())
            yield from self._if_accepted("staff", "dealt", house_cmd.DealFaceDown())
            if not self._table.closing:
                yield from self._if_accepted("staff", "next", house_cmd.OpenRound())
        players = [self._who.name] if self._who.role is Role.PLAYER else dict.fromkeys(state.table.players.values())
        for player in players:
            yield from self._on_boxes(state, player)
        if self._who.role is Role.PLAYER:
            yield from self._boxes(state)

    def _on_boxes(self, state: HouseState, player: str) -> Iterator[Option]:
        game = HOUSE_GAMES[self._book.game]
        for command in candidates(state.round, player):
            match command:
                case house_cmd.PlaceBet(box=box, spot=spot):
                    yield from self._bet(state, box, spot, player, command)
                case house_cmd.WithdrawBet(box=box, spot=spot):
                    yield from self._if_accepted("withdraw", f"{box} withdraw {spot}", command, player)
                case house_cmd.Look(box=box):
                    yield from self._if_accepted("look", f"{box} look", command)
                case house_cmd.MakeDecision(box=box, decision=decision):
                    if decision in game.decisions:
                        gone = {"loses": _given_up(game, state, box)} if decision is Decision.FOLD else {}
                        yield from self._if_accepted("decision", f"{box} {decision}", command, player, **gone)
                case house_cmd.Choose(box=box, choice=choice):
                    yield from self._if_accepted("choice", f"{box} {choice}", command, player)
                case house_cmd.HideHand(box=box):
                    said = house_cmd.HideHand(box, self._actor)
                    yield from self._if_accepted("hide", f"{box} hides", said)
                case _:
                    pass  # leaving is offered once, below
        boxes = [box for box, holder in state.table.players.items() if holder == player]
        if self._who.role is Role.PLAYER and state.round.phase is Phase.BETTING:
            yield from self._ready(state, player)
        if boxes and player not in self._table.leaving:
            yield from self._leaves(state, boxes[0], player)

    def _ready(self, state: HouseState, player: str) -> Iterator[Option]:
        for box in state.round.boxes.values():
            if box.player == player and box.bets:
                with suppress(Refused):
                    check_ready(self._book, self._table, box.number)
                    yield self._option("ready", f"{box.number} ready")

    def _leaves(self, state: HouseState, box: int, player: str) -> Iterator[Option]:
        playing = not state.round.over and any(
            each.bets for each in state.round.boxes.values() if each.player == player
        )
        asked = house_cmd.WalkAway(box) if playing else house_cmd.FreeBox(box)
        try:
            self._family.check_allowed(self._actor, state, asked, None)
        except Forbidden:
            return
        if not playing or self._cost(asked, None) is not None:
            yield self._option("leave", f"{box} leaves")

    def _bet(
        self, state: HouseState, box: int, spot: Spot, player: str, command: house_cmd.PlaceBet
    ) -> Iterator[Option]:
        """From what is missing to the minimum up to what the maximum allows, and at most the chips here."""
        if self._cost(command, player) is None:
            return
        least, most = command.amount, command.amount
        if spot is not Spot.JACKPOT:
            limits = state.round.table.limits[spot]
            stake = state.round.boxes[box].bets.get(spot)
            lies = 0 if stake is None else stake.amount
            least = max(limits.low - lies, 1)  # type: ignore[assignment]
            most = limits.high - lies  # type: ignore[assignment]
        most = min(most, self._balances.get(stack(self._table.name, player), 0))  # type: ignore[assignment]
        step = least if spot is Spot.JACKPOT else self._table.sign.smallest_chip or CENT
        if spot is not Spot.JACKPOT:
            least, most = -(-least // step) * step, most // step * step  # type: ignore[assignment]
        if least <= most:
            yield self._amounts("bet", f"{box} {spot}", least, most, step)

    def _boxes(self, state: HouseState) -> Iterator[Option]:
        """Sitting down, giving a box up, bringing chips."""
        between = state.round.over or state.round.phase is Phase.BETTING
        if not between or self._table.closing:
            return
        name = self._who.name
        own = [box for box, holder in state.table.players.items() if holder == name]
        here = self._balances.get(stack(self._table.name, name), 0)
        is_back = name in state.table.departed
        for box in range(1, state.table.places + 1):
            holder = state.table.players.get(box)
            if holder is not None and not (is_back and holder == name):
                continue  # most boxes are taken, and sitting there is refused
            if not self._is_free(box):
                continue
            least = 0 if here else 1
            if self._cost(house_cmd.TakeBox(box, name), None) is not None and least <= self._wallet and not self._owes:
                yield self._amounts("seat", f"{box} sits {name}", least, self._wallet, CENT)
        for box in own:
            yield from self._if_accepted("seat", f"{box} frees", house_cmd.FreeBox(box))
        if own and self._wallet and name not in self._table.leaving and not self._owes:
            yield self._amounts("chips", f"{own[0]} tops-up", CENT, self._wallet, CENT)

    def _is_free(self, place: int) -> bool:
        """Whether the place is not offered to somebody else on the waiting list."""
        return all(each.offered != place or each.player == self._who.name for each in self._table.queue)

    # --- Poker ----------------------------------------------------------------------------------------------------

    def _poker(self, state: PokerState) -> Iterator[Option]:
        if self._is_staff:
            if not self._table.closing:
                yield from self._if_accepted("staff", "start", poker_cmd.StartRound())
            yield from self._if_accepted("staff", "settle", poker_cmd.Settle())
        for number, seat in state.seats.items():
            if self._is_staff or seat.player == self._who.name:
                yield from self._on_seat(state, number, seat.player)
        if self._who.role is Role.PLAYER:
            yield from self._sitting(state)

    def _on_seat(self, state: PokerState, seat: int, player: str) -> Iterator[Option]:
        round_ = state.round
        if round_ is not None and seat in round_.hands and seat not in round_.looked and seat not in round_.folded:
            yield from self._if_accepted("look", f"{seat} look", poker_cmd.LookAtCards(seat))
        if round_ is not None and round_.phase is PokerPhase.BETTING and round_.turn == seat:
            yield from self._turn(state, seat, player)
        if state.seats[seat].away:
            yield from self._if_accepted("seat", f"{seat} back", poker_cmd.ComeBack(seat))
        else:
            yield from self._if_accepted("seat", f"{seat} away", poker_cmd.GoAway(seat))
        yield from self._if_accepted("leave", f"{seat} leaves", poker_cmd.LeaveTable(seat))

    def _turn(self, state: PokerState, seat: int, player: str) -> Iterator[Option]:
        allowed = options(state, seat)
        chips = state.seats[seat].stack
        mine = allowed.all_in - chips
        for act in allowed.may:
            match act:
                case Act.BET | Act.RAISE:
                    least = allowed.bet if act is Act.BET else allowed.raise_to
                    assert least is not None
                    if self._cost(poker_cmd.TakeAction(seat, act, least), player) is not None:
                        most = allowed.all_in if self._any_amount(state, seat, act) else least
                        told = self._amounts("decision", f"{seat} {act}", least, most, state.table.chip)
                        yield told | {"presets": presets(state, seat, least, most)}
                case Act.FOLD:
                    continue
                case _:
                    yield from self._if_accepted("decision", f"{seat} {act}", poker_cmd.TakeAction(seat, act), player)
        if chips and self._cost(poker_cmd.TakeAction(seat, Act.ALL_IN), player) is not None:
            yield self._option("decision", f"{seat} allin", costs=dollars(allowed.all_in - mine))
        yield from self._if_accepted("decision", f"{seat} fold", poker_cmd.TakeAction(seat, Act.FOLD), player)

    def _any_amount(self, state: PokerState, seat: int, act: Act) -> bool:
        """After acting out of turn only one amount may be left (5.12, R-69)."""
        everything = options(state, seat).all_in
        return self._cost(poker_cmd.TakeAction(seat, act, everything), None) is not None

    def _sitting(self, state: PokerState) -> Iterator[Option]:
        name, table = self._who.name, state.table
        if state.playing or self._table.closing or self._owes:
            return
        own = next((number for number, seat in state.seats.items() if seat.player == name), None)
        if own is None:
            took = state.left_with.get(name, 0)
            least = max(-(-max(table.stake_low, took) // table.chip) * table.chip, table.chip)
            most = min(table.stake_high, self._wallet) // table.chip * table.chip
            if least <= most:
                for seat in range(1, table.seats + 1):
                    if seat not in state.seats and self._is_free(seat):
                        yield self._amounts("seat", f"{seat} sits {name}", least, most, table.chip)
            return
        for seat in range(1, table.seats + 1):
            if seat not in state.seats and self._is_free(seat):
                yield from self._if_accepted("seat", f"{own} moves-to {seat}", poker_cmd.MoveSeat(own, seat))
        room = min(table.stake_high - state.seats[own].stack, self._wallet) // table.chip * table.chip
        least = table.stake_low if state.seats[own].stack == 0 else table.chip
        if least <= room:
            yield self._amounts("chips", f"{own} tops-up", least, room, table.chip)


def _given_up(game: HouseGame, state: HouseState, box: int) -> str:
    """What a fold loses at once; a jackpot bet may still win if the document keeps it alive."""
    bets = state.round.boxes[box].bets.items()
    lives_on = {Spot.JACKPOT} if game.jackpot_outlives_fold else set()
    return dollars(sum(stake.amount for spot, stake in bets if spot not in lives_on))


def presets(state: PokerState, seat: int, least: int, most: int) -> list[Option]:
    """Usual amounts: the minimum, half the pot and the pot after a call, everything."""
    round_ = state.round
    assert round_ is not None
    calls = max(round_.price - round_.bets.get(seat, 0), 0)
    pot = sum(round_.put_in(each) for each in round_.order) + calls
    chip = state.table.chip
    found = {
        "half-pot": (round_.price + pot // 2) // chip * chip,
        "pot": (round_.price + pot) // chip * chip,
    }
    named = {"least": least, **{name: amount for name, amount in found.items() if least < amount < most}}
    if least < most:
        named["all-in"] = most
    return [{"preset": name, "amount": dollars(amount)} for name, amount in named.items()]
