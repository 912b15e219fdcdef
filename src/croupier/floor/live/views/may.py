"""What somebody may do now.

Some acts of players need no trial, because the table's state shows whether the rules accept them: sitting down,
leaving, taking a bet back, choosing after an error, and everything at a poker table. Other acts are tried on the rules,
without their consequences, and on the ledger. All acts of staff are tried in full, because rights and the link decide
about them too. A test tries every act and compares.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Literal, cast

from croupier.base.actors import Actor, RunBy
from croupier.base.errors import Forbidden, Refused
from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.answers.tables import May, Preset
from croupier.floor.live.people.house_acts import check_ready
from croupier.floor.live.state.demands import NONE, Demands, check_can_deal, has_the_table, seats_of_the_barred
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import GameCommand
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.views.names import button_words
from croupier.rounds.dealing.following import followed
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.options import candidates
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, Phase
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.betting import all_in_as, options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.showdown import to_show
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

Kind = Literal["bet", "withdraw", "decision", "choice", "look", "hide", "seat", "chips", "leave", "ready", "staff"]
"""What people think of it as; reports of incidents are offered separately."""

CENT = 1


class Offers:
    """The offers to one person at one table."""

    def __init__(
        self,
        table: LiveTable,
        book: Rulebook,
        who: Who,
        balances: Mapping[Account, int],
        link: Link | None,
        demands: Demands = NONE,
    ) -> None:
        self._table = table
        self._demands = demands
        self._link = link
        self._book = book
        self._who = who
        self._balances = balances
        self._is_staff = who.staff
        self._family = family_of(table.book)
        self._words = button_words(book.game)
        self._offers: list[May] = []
        self._wallet = balances.get(wallet(who.name), 0) if who.role is Role.PLAYER else 0
        self._owes = balances.get(owed(who.name), 0)

    @cached_property
    def _actor(self) -> Actor:
        """Who tries the acts; an auditor never does."""
        return self._who.actor

    def all(self) -> list[May]:
        game = self._table.game
        if game.closed or self._who.role is Role.AUDITOR:
            return []
        if self._who.role is Role.DEALER and game.table.run_by is RunBy.DEALER:
            name = self._who.name
            has = has_the_table(self._table, name, self._demands)
            if not self._demands.dealers and (self._table.dealer is None or not has):
                self._offer("staff", "takes-over")
            if not has:
                return self._offers
        if game.suspended is None:
            if (state := house_state(self._table)) is not None:
                self._house(state)
            else:
                self._poker(poker_game(self._table))
        if self._is_staff:
            self._of_the_pit()
        return self._offers

    # --- Asking ---------------------------------------------------------------------------------------------------

    def _cost(self, command: GameCommand, player: str | None) -> int | None:
        """What it takes of the player's chips here; None if it is refused to this person now."""
        table, family = self._table, self._family
        try:
            if self._is_staff:
                # first, because the rules refuse most
                events, after = family.advance(self._book, table.game, command)
                family.check_allowed(self._actor, table.game, command, table.sign.device)
                if self._link is not None:  # it may refuse: bets, while a change is due
                    game = HOUSE_GAMES[self._book.game]
                    house_events, state = cast(tuple[tuple[HouseEvent, ...], HouseState], (events, after))
                    followed(game, self._book, self._link, table.name, state, house_events)
            else:  # players try acts on their own places only, which they may say
                events = family.judge(self._book, table.game, command)
        except (Refused, Forbidden):
            return None
        if player is None:
            return 0
        cost = family.put_down(table.game, events).get(player, 0)  # without what the same act would pay out
        return cost if cost <= self._balances.get(stack(table.name, player), 0) else None

    def _is_accepted(self, command: GameCommand, *, by_rule: bool) -> bool:
        """`by_rule` says whether the rules accept it from a player; staff's act is tried."""
        return self._cost(command, None) is not None if self._is_staff else by_rule

    def _if_accepted(
        self, command: GameCommand, player: str | None, kind: Kind, verb: str, place: int = 0, of: str = ""
    ) -> May | None:
        cost = self._cost(command, player)
        return None if cost is None else self._offer(kind, verb, place, of, cost)

    def _offer(self, kind: Kind, verb: str, place: int = 0, of: str = "", cost: int = 0) -> May:
        """Offers an act, written as place, verb and object. `word` is for the button: the document's term if there is
        one."""
        do = f"{place} {verb}" if place else verb
        do = f"{do} {of}" if of else do
        offer = May(do, do, kind, self._words[verb], place, dollars(cost) if cost > 0 else "")
        self._offers.append(offer)
        return offer

    def _amounts(self, offer: May, least: int, most: int, step: int) -> None:
        offer.from_, offer.to, offer.step = dollars(least), dollars(most), dollars(step)
        offer.say = f"{offer.do} {offer.from_}"

    @property
    def _can_deal(self) -> bool:
        try:
            check_can_deal(self._table, self._demands)
        except Refused:
            return False
        return True

    def _of_the_pit(self) -> None:
        self._of_the_deck()
        if self._table.game.suspended is None:
            self._if_accepted(self._family.suspend("asked"), None, "staff", "suspend")
            self._if_accepted(self._family.end_day(), None, "staff", "day-ends")
        elif not any(each.suspends for each in self._table.waiting):
            self._if_accepted(self._family.resume(), None, "staff", "resume")

    def _of_the_deck(self) -> None:
        deck, game = self._table.real_deck, self._table.game
        if deck is None:
            return
        if deck.checked is None and self._who.role is not Role.DEALER:
            self._offer("staff", "deck checked")
        if not self._family.interrupted(game) or self._family.no_cards_yet(game):
            self._offer("staff", "shuffled", of="by=machine")
            self._offer("staff", "shuffled", of="by=hand")

    # --- House-banked ---------------------------------------------------------------------------------------------

    def _house(self, state: HouseState) -> None:
        if self._is_staff:
            if self._can_deal:
                self._if_accepted(house_cmd.CloseBets(), None, "staff", "close")
            self._if_accepted(house_cmd.Settle(), None, "staff", "settle")
            self._if_accepted(house_cmd.DealFaceDown(), None, "staff", "dealt")
            if not self._table.closing:
                self._if_accepted(house_cmd.OpenRound(), None, "staff", "next")
        players = [self._who.name] if self._who.role is Role.PLAYER else dict.fromkeys(state.table.players.values())
        for player in players:
            self._on_boxes(state, player)
        if self._who.role is Role.PLAYER:
            self._boxes(state)

    def _on_boxes(self, state: HouseState, player: str) -> None:
        game, round_ = HOUSE_GAMES[self._book.game], state.round
        for command in candidates(round_, player):
            match command:
                case house_cmd.PlaceBet(box=box, spot=spot):
                    self._bet(state, box, spot, player, command)
                case house_cmd.WithdrawBet(box=box, spot=spot):
                    if self._is_accepted(command, by_rule=True):
                        self._offer("withdraw", "withdraw", box, spot)
                case house_cmd.Look(box=box):
                    self._if_accepted(command, None, "look", "look", box)
                case house_cmd.MakeDecision(box=box, decision=decision):
                    if decision in game.stages[round_.stage - 1]:
                        offer = self._if_accepted(command, player, "decision", decision, box)
                        if offer is not None and decision is Decision.FOLD:
                            offer.loses = _given_up(game, state, box)
                case house_cmd.Choose(box=box, choice=choice):
                    if self._is_accepted(command, by_rule=True):
                        self._offer("choice", choice, box)
                case house_cmd.HideHand(box=box):
                    self._if_accepted(house_cmd.HideHand(box, self._actor), None, "hide", "hides", box)
                case _:
                    pass  # leaving is offered once, below
        boxes = [box for box, holder in state.table.players.items() if holder == player]
        if self._who.role is Role.PLAYER and round_.phase is Phase.BETTING:
            self._ready(state, player)
        if boxes and player not in self._table.leaving and self._may_leave(state, boxes[0], player):
            self._offer("leave", "leaves", boxes[0])

    def _ready(self, state: HouseState, player: str) -> None:
        for box in state.round.boxes.values():
            if box.player == player and box.bets:
                with suppress(Refused):
                    check_ready(self._book, self._table, box.number)
                    self._offer("ready", "ready", box.number)

    def _may_leave(self, state: HouseState, box: int, player: str) -> bool:
        """A player with bets may walk away in the middle of a round, once."""
        round_ = state.round
        playing = not round_.over and any(each.bets for each in round_.boxes.values() if each.player == player)
        if not self._is_staff:
            return not playing or player not in round_.departed
        if playing:
            return self._cost(house_cmd.WalkAway(box), None) is not None
        try:
            self._family.check_allowed(self._actor, state, house_cmd.FreeBox(box), None)
        except Forbidden:
            return False
        return True

    def _bet(self, state: HouseState, box: int, spot: Spot, player: str, command: house_cmd.PlaceBet) -> None:
        """From what is missing to the minimum up to what the maximum allows, and at most the chips here."""
        if self._demands.bars(player) or self._cost(command, player) is None:
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
            self._amounts(self._offer("bet", spot, box), least, most, step)

    def _boxes(self, state: HouseState) -> None:
        """Sitting down, giving a box up, bringing chips: between rounds, and in the betting window."""
        betting = state.round.phase is Phase.BETTING
        if not (betting or state.round.over) or self._table.closing:
            return
        name = self._who.name
        own = [box for box, holder in state.table.players.items() if holder == name]
        here = self._balances.get(stack(self._table.name, name), 0)
        least = 0 if here else 1
        may_bring = not (self._owes or self._demands.bars(name))
        if least <= self._wallet and may_bring:
            is_back = name in state.table.departed
            for box in range(1, state.table.places + 1):
                holder = state.table.players.get(box)
                if (holder is None or (is_back and holder == name)) and self._is_free(box):
                    self._amounts(self._offer("seat", "sits", box, name), least, self._wallet, CENT)
        for box in own:
            if not (betting and state.round.boxes[box].bets):
                self._offer("seat", "frees", box)
        if own and self._wallet and name not in self._table.leaving and may_bring:
            self._amounts(self._offer("chips", "tops-up", own[0]), CENT, self._wallet, CENT)

    def _is_free(self, place: int) -> bool:
        """Whether the place is not offered to somebody else on the waiting list."""
        return all(each.offered != place or each.player == self._who.name for each in self._table.queue)

    # --- Poker ----------------------------------------------------------------------------------------------------

    def _poker(self, state: PokerState) -> None:
        if self._is_staff:
            if not self._table.closing and self._can_deal and self._enough_without_the_barred(state):
                self._if_accepted(poker_cmd.StartRound(), None, "staff", "start")
            self._if_accepted(poker_cmd.Settle(), None, "staff", "settle")
            if state.table.dealt_by_hand:
                self._if_accepted(poker_cmd.DealFaceDown(), None, "staff", "dealt")
                if self._table.before_entry is not None:
                    self._offer("staff", "take-back")
        mucks = {each.seat for each in to_show(self._book, state) if each.may_muck}
        for number, seat in state.seats.items():
            if self._is_staff or seat.player == self._who.name:
                self._on_seat(state, number, seat.player)
                if number in mucks:
                    self._offer("hide", "mucks", number)
        if self._who.role is Role.PLAYER:
            self._sitting(state)

    def _enough_without_the_barred(self, state: PokerState) -> bool:
        """Whether two players are left when the round begins without the barred."""
        barred = seats_of_the_barred(state, self._demands)
        try:
            for seat in barred:
                _, state = advance(self._book, state, poker_cmd.GoAway(seat))
            return not barred or bool(advance(self._book, state, poker_cmd.StartRound()))
        except Refused:
            return False

    def _on_seat(self, state: PokerState, seat: int, player: str) -> None:
        """A player who leaves in the middle of a round has no further acts."""
        round_, sits = state.round, state.seats[seat]
        unseen = round_ is not None and seat in round_.hands and seat not in round_.looked and seat not in round_.folded
        if unseen and self._is_accepted(poker_cmd.LookAtCards(seat), by_rule=state.playing and not sits.leaving):
            self._offer("look", "look", seat)
        if round_ is not None and round_.phase is PokerPhase.BETTING and round_.turn == seat:
            self._turn(state, seat, player)
        if self._is_staff and not state.playing and not self._demands.bars(player):
            free = (each for each in range(1, state.table.seats + 1) if each not in state.seats and self._is_free(each))
            for to in free:
                self._if_accepted(poker_cmd.MoveSeat(seat, to), None, "seat", "moves-to", seat, str(to))
        if sits.away:
            may_return = not (state.playing or sits.leaving or self._demands.bars(player))
            if may_return and self._is_accepted(poker_cmd.ComeBack(seat), by_rule=True):
                self._offer("seat", "back", seat)
        elif self._is_accepted(poker_cmd.GoAway(seat), by_rule=not sits.leaving):
            self._offer("seat", "away", seat)
        if self._is_accepted(poker_cmd.LeaveTable(seat), by_rule=not sits.leaving):
            self._offer("leave", "leaves", seat)

    def _turn(self, state: PokerState, seat: int, player: str) -> None:
        round_, allowed = state.round, options(state, seat)
        assert round_ is not None
        tried = self._is_staff or seat in round_.out_of_turn  # after that one amount alone may be left (5.12, R-69)

        def accepted(act: Act, amount: Cents | None = None) -> bool:
            return not tried or self._cost(poker_cmd.TakeAction(seat, act, amount), player) is not None

        for act in allowed.may:
            if act is Act.BET or act is Act.RAISE:
                least = allowed.bet if act is Act.BET else allowed.raise_to
                assert least is not None
                if accepted(act, least):
                    most = allowed.all_in if accepted(act, allowed.all_in) else least
                    offer = self._offer("decision", act, seat)
                    self._amounts(offer, least, most, state.table.chip)
                    offer.presets = presets(state, seat, least, most)
            elif act is not Act.FOLD and accepted(act):
                cost = allowed.call if act is Act.CALL else None
                self._offer("decision", act, seat, cost=cost or 0)
        chips = state.seats[seat].stack
        if chips and (tried or all_in_as(round_, allowed.all_in) in allowed.may) and accepted(Act.ALL_IN):
            self._offer("decision", "allin", seat, cost=chips)
        if accepted(Act.FOLD):
            self._offer("decision", "fold", seat)

    def _sitting(self, state: PokerState) -> None:
        name, table = self._who.name, state.table
        if state.playing or self._table.closing or self._owes or self._demands.bars(name):
            return
        own = next((number for number, seat in state.seats.items() if seat.player == name), None)
        free = [seat for seat in range(1, table.seats + 1) if seat not in state.seats and self._is_free(seat)]
        if own is None:
            took = state.left_with.get(name, 0)
            least = max(-(-max(table.stake_low, took) // table.chip) * table.chip, table.chip)
            most = min(table.stake_high, self._wallet) // table.chip * table.chip
            if least <= most:
                for seat in free:
                    self._amounts(self._offer("seat", "sits", seat, name), least, most, table.chip)
            return
        sits = state.seats[own]
        if not (sits.away or sits.missed or sits.waits or sits.leaving):
            for seat in free:
                self._offer("seat", "moves-to", own, str(seat))
        room = min(table.stake_high - sits.stack, self._wallet) // table.chip * table.chip
        least = table.stake_low if sits.stack == 0 else table.chip
        if least <= room:
            self._amounts(self._offer("chips", "tops-up", own), least, room, table.chip)


def _given_up(game: HouseGame, state: HouseState, box: int) -> str:
    """What a fold loses at once; a jackpot bet may still win if the document keeps it alive."""
    bets = state.round.boxes[box].bets.items()
    lives_on = {Spot.JACKPOT} if game.jackpot_outlives_fold else set()
    return dollars(sum(stake.amount for spot, stake in bets if spot not in lives_on))


def presets(state: PokerState, seat: int, least: int, most: int) -> list[Preset]:
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
    return [Preset(name, dollars(amount)) for name, amount in named.items()]
