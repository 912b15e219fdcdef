"""What somebody may do now. Each act is tried on the rules and on the ledger, so that whoever is told it may do it."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.errors import Forbidden, Refused
from croupier.games import HOUSE_GAMES
from croupier.games.house import commands as house_cmd
from croupier.games.house.lines import Spot
from croupier.games.house.options import candidates
from croupier.games.house.table import HouseState, Phase
from croupier.games.poker import commands as poker_cmd
from croupier.games.poker.betting import options
from croupier.games.poker.commands import Act
from croupier.games.poker.table import Phase as PokerPhase
from croupier.games.poker.table import PokerState
from croupier.ledger.accounts import Account, stack, wallet
from croupier.live.families import family_of
from croupier.live.people import Role, Who
from croupier.live.table import LiveTable
from croupier.money import dollars
from croupier.rulebook.model import Rulebook

Option = dict[str, Any]


class May:
    """Of one person at one table."""

    def __init__(self, table: LiveTable, book: Rulebook, who: Who, balances: Mapping[Account, int]) -> None:
        self._table = table
        self._book = book
        self._who = who
        self._balances = balances
        self._family = family_of(table.book)
        self._wallet = balances.get(wallet(who.name), 0) if who.role is Role.PLAYER else 0

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
        """What it takes of the player's chips here; None where it is not accepted from this person now."""
        table = self._table
        try:
            events, _ = self._family.advance(self._book, table.game, command)  # first: most are refused by the rules
            self._family.check_allowed(self._who.actor, table.game, command, table.sign.device)
        except (Refused, Forbidden):
            return None
        if player is None:
            return 0
        cost = self._family.put_down(table.game, events).get(player, 0)  # whatever the same act would pay
        return cost if cost <= self._balances.get(stack(table.name, player), 0) else None

    def _if_accepted(self, do: str, command: Any, player: str | None = None) -> Iterator[Option]:
        cost = self._cost(command, player)
        if cost is not None:
            yield {"do": do, "costs": dollars(cost)} if cost > 0 else {"do": do}

    def _of_the_pit(self) -> Iterator[Option]:
        if not self._who.staff:
            return
        if self._table.game.suspended is None:
            yield from self._if_accepted("suspend", self._family.suspend("asked"))
            yield from self._if_accepted("day-ends", self._family.end_day())
        elif not any(each.suspends for each in self._table.waiting):
            yield from self._if_accepted("resume", self._family.resume())

    # --- House-banked ---------------------------------------------------------------------------------------------

    def _house(self, state: HouseState) -> Iterator[Option]:
        if self._who.staff:
            yield from self._if_accepted("close", house_cmd.CloseBets())
            yield from self._if_accepted("settle", house_cmd.Settle())
            yield from self._if_accepted("dealt", house_cmd.DealFaceDown())
            if not self._table.closing:
                yield from self._if_accepted("next", house_cmd.OpenRound())
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
                    yield from self._if_accepted(f"{box} withdraw {spot}", command, player)
                case house_cmd.Look(box=box):
                    yield from self._if_accepted(f"{box} look", command)
                case house_cmd.MakeDecision(box=box, decision=decision):
                    if decision in game.decisions:
                        yield from self._if_accepted(f"{box} {decision}", command, player)
                case house_cmd.Choose(box=box, choice=choice):
                    yield from self._if_accepted(f"{box} {choice}", command, player)
                case house_cmd.HideHand(box=box):
                    yield from self._if_accepted(f"{box} hides", command)
                case _:
                    pass  # leaving is offered once, below
        boxes = [box for box, holder in state.table.players.items() if holder == player]
        if boxes and player not in self._table.leaving:
            yield from self._leaves(state, boxes[0], player)

    def _leaves(self, state: HouseState, box: int, player: str) -> Iterator[Option]:
        playing = not state.round.over and any(
            each.bets for each in state.round.boxes.values() if each.player == player
        )
        asked = house_cmd.WalkAway(box) if playing else house_cmd.FreeBox(box)
        try:
            self._family.check_allowed(self._who.actor, state, asked, None)
        except Forbidden:
            return
        if not playing or self._cost(asked, None) is not None:
            yield {"do": f"{box} leaves"}

    def _bet(
        self, state: HouseState, box: int, spot: Spot, player: str, command: house_cmd.PlaceBet
    ) -> Iterator[Option]:
        """From what is missing to the smallest bet up to what the largest leaves, and no more than the chips here."""
        if self._cost(command, player) is None:
            return
        least, most = command.amount, command.amount
        if spot is not Spot.JACKPOT:
            limits = state.round.table.limits[spot]
            stake = state.round.boxes[box].bets.get(spot)
            lies = 0 if stake is None else stake.amount
            least = max(limits.low - lies, 1)  # type: ignore[assignment]
            most = limits.high - lies  # type: ignore[assignment]
        chips = self._balances.get(stack(self._table.name, player), 0)
        if least <= min(most, chips):
            yield {"do": f"{box} {spot}", "from": dollars(least), "to": dollars(min(most, chips))}

    def _boxes(self, state: HouseState) -> Iterator[Option]:
        """Sitting down, giving a box up, bringing chips."""
        between = state.round.over or state.round.phase is Phase.BETTING
        if not between or self._table.closing:
            return
        name = self._who.name
        own = [box for box, holder in state.table.players.items() if holder == name]
        here = self._balances.get(stack(self._table.name, name), 0)
        for box in range(1, state.table.places + 1):
            least = 0 if here else 1
            if self._cost(house_cmd.TakeBox(box, name), None) is not None and least <= self._wallet:
                yield {"do": f"{box} sits {name}", "from": dollars(least), "to": dollars(self._wallet)}
        for box in own:
            yield from self._if_accepted(f"{box} frees", house_cmd.FreeBox(box))
        if own and self._wallet and name not in self._table.leaving:
            yield {"do": f"{own[0]} tops-up", "from": "0.01", "to": dollars(self._wallet)}

    # --- Poker ----------------------------------------------------------------------------------------------------

    def _poker(self, state: PokerState) -> Iterator[Option]:
        if self._who.staff:
            if not self._table.closing:
                yield from self._if_accepted("start", poker_cmd.StartRound())
            yield from self._if_accepted("settle", poker_cmd.Settle())
        for number, seat in state.seats.items():
            if self._who.staff or seat.player == self._who.name:
                yield from self._on_seat(state, number, seat.player)
        if self._who.role is Role.PLAYER:
            yield from self._sitting(state)

    def _on_seat(self, state: PokerState, seat: int, player: str) -> Iterator[Option]:
        round_ = state.round
        if round_ is not None and seat in round_.hands and seat not in round_.looked and seat not in round_.folded:
            yield from self._if_accepted(f"{seat} look", poker_cmd.LookAtCards(seat))
        if round_ is not None and round_.phase is PokerPhase.BETTING and round_.turn == seat:
            yield from self._turn(state, seat, player)
        for word, command in (
            ("away", poker_cmd.GoAway(seat)),
            ("back", poker_cmd.ComeBack(seat)),
            ("leaves", poker_cmd.LeaveTable(seat)),
        ):
            yield from self._if_accepted(f"{seat} {word}", command)

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
                        yield {"do": f"{seat} {act}", "from": dollars(least), "to": dollars(most)}
                case Act.FOLD:
                    continue
                case _:
                    yield from self._if_accepted(f"{seat} {act}", poker_cmd.TakeAction(seat, act), player)
        if chips and self._cost(poker_cmd.TakeAction(seat, Act.ALL_IN), player) is not None:
            yield {"do": f"{seat} allin", "costs": dollars(allowed.all_in - mine)}
        yield from self._if_accepted(f"{seat} fold", poker_cmd.TakeAction(seat, Act.FOLD), player)

    def _any_amount(self, state: PokerState, seat: int, act: Act) -> bool:
        """After acting out of turn one amount alone may be left (5.12, R-69)."""
        everything = options(state, seat).all_in
        return self._cost(poker_cmd.TakeAction(seat, act, everything), None) is not None

    def _sitting(self, state: PokerState) -> Iterator[Option]:
        name, table = self._who.name, state.table
        if state.playing or self._table.closing:
            return
        own = next((number for number, seat in state.seats.items() if seat.player == name), None)
        if own is None:
            took = state.left_with.get(name, 0)
            least = max(-(-max(table.stake_low, took) // table.chip) * table.chip, table.chip)
            most = min(table.stake_high, self._wallet) // table.chip * table.chip
            if least <= most:
                for seat in range(1, table.seats + 1):
                    if seat not in state.seats:
                        yield {"do": f"{seat} sits {name}", "from": dollars(least), "to": dollars(most)}
            return
        room = min(table.stake_high - state.seats[own].stack, self._wallet) // table.chip * table.chip
        least = table.stake_low if state.seats[own].stack == 0 else table.chip
        if least <= room:
            yield {"do": f"{own} tops-up", "from": dollars(least), "to": dollars(room)}
