"""Referees for a poker table: each looks at what has happened and knows one thing that must always hold.

They are told every move with the state before, the events, and the state after. What they know they know from the
rules and from what they have seen themselves; from the engine they take nothing on trust.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.actors import PUBLIC, Viewer
from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.poker import commands as cmd
from croupier.games.poker import events as ev
from croupier.games.poker.betting import Options, options
from croupier.games.poker.commands import Act
from croupier.games.poker.evolve import evolve
from croupier.games.poker.machine import decide
from croupier.games.poker.table import Phase, PokerRound, PokerState
from croupier.games.poker.view import PokerView, view
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.sim.poker_positions import Positions
from croupier.sim.poker_recount import Evaluate, Recount, best_of_seven
from croupier.values import Value

CARD_CODE = re.compile(rb'"([2-9TJQKA][cdhs])"')
EVENT = msgspec.json.Decoder(ev.PokerEvent)
STATE = msgspec.json.Decoder(PokerState)


class Broken(Exception):
    """Something that must always hold does not."""


class Step(Value):
    command: cmd.PokerCommand
    before: PokerState
    events: tuple[ev.PokerEvent, ...]
    refused: Refused | None
    after: PokerState


class Referee:
    """All that must hold at one table. `every`: the costly looks are taken once in so many steps."""

    def __init__(
        self, book: Rulebook, state: PokerState, *, every: int = 10, evaluate: Evaluate = best_of_seven
    ) -> None:
        self.book = book
        self.every = every
        self.evaluate = evaluate
        self.covered: Counter[str] = Counter()
        self.steps = 0
        self.bank: int = sum(seat.stack for seat in state.seats.values())
        """Every chip that is on the table."""
        self.recount: Recount | None = None
        self.positions = Positions(state, self.covered)
        self.dealt_to: dict[int, str] = {}
        self.looked: set[int] = set()
        self.turned_up: set[int] = set()
        self.seen_by_all: set[Card] = set()
        self.round_began: PokerState | None = None
        self.round_events: list[ev.PokerEvent] = []

    def hear(self, step: Step) -> None:
        self.steps += 1
        self._legality(step)
        if step.refused is not None:
            self._refusal(step)
        else:
            self._events(step)
            self._turn(step.after)
        if self.steps % self.every == 0:
            round_ = step.after.round
            if round_ is not None and round_.turn is not None:
                self._everything_he_might_try(step.after, round_)
        if self.steps % (3 * self.every) == 0 or self.every == 1:
            self._views(step.after)
            self._state_survives_json(step.after)

    # --- Refusals -----------------------------------------------------------------------------------------------

    def _refusal(self, step: Step) -> None:
        assert step.refused is not None
        self.covered["refused"] += 1
        self.covered[f"refused {type(step.command).__name__}"] += 1
        if not step.refused.why.strip():
            raise Broken("a refusal says nothing")
        if step.after is not step.before or step.events:
            raise Broken("a refusal left something behind")

    def _legality(self, step: Step) -> None:
        accepted = step.refused is None
        lawful = self._lawful(step.before, step.command)
        if lawful is not None and lawful is not accepted:
            why = f": {step.refused.why}" if step.refused is not None else ""
            raise Broken(f"{step.command} is {'lawful' if lawful else 'unlawful'} but was {_was(accepted)}{why}")

    def _lawful(self, state: PokerState, command: cmd.PokerCommand) -> bool | None:
        """Whether the rules allow it, told a second time; None where this referee has no opinion."""
        table, round_, playing = state.table, state.round, state.playing
        match command:
            case cmd.StartRound():
                able = [seat for seat in state.seats.values() if seat.stack > 0 and not seat.away]
                return not playing and len(able) >= 2
            case cmd.DealCards() | cmd.TakeOff():
                return False
            case cmd.TakeAction():
                if round_ is None or not playing:
                    return False
                if round_.turn != command.seat:
                    return False
                return None if self.recount is None else self.recount.legal(command.seat, command.act, command.amount)
            case cmd.SitDown():
                if playing or command.seat in state.seats or not 1 <= command.seat <= table.seats:
                    return False
                if any(seat.player == command.player for seat in state.seats.values()):
                    return False
                took = state.left_with.get(command.player, 0)
                if command.stake <= 0 or (command.stake % table.chip and command.stake != took):
                    return False
                enough = command.stake >= max(table.stake_low, took)
                return command.relocated or (enough and command.stake <= max(table.stake_high, took))
            case cmd.ActOutOfTurn():
                if round_ is None or not playing or state.seats[command.seat].leaving:
                    return False
                early = self.recount
                return None if early is None else early.legal_early(command.seat, command.act, command.amount)
            case cmd.ReportIrregularity():
                return None
            case _:
                return self._lawful_for_seat(state, command)

    def _lawful_for_seat(self, state: PokerState, command: Any) -> bool:
        table, round_, playing = state.table, state.round, state.playing
        seat = state.seats.get(command.seat)
        if seat is None or seat.leaving:
            return False
        match command:
            case cmd.LookAtCards():
                return playing and round_ is not None and command.seat in round_.live()
            case cmd.ShowHand():
                if round_ is None or self.dealt_to.get(command.seat) != seat.player or command.seat in round_.folded:
                    return False
                return round_.phase is Phase.BETTING or (
                    round_.phase is Phase.SETTLED and command.seat not in self.turned_up
                )
            case cmd.TopUp():
                if playing or command.amount <= 0 or command.amount % table.chip:
                    return False
                least = table.stake_low if seat.stack == 0 else 0
                return command.amount >= least and seat.stack + command.amount <= table.stake_high
            case cmd.GoAway():
                return not seat.away
            case cmd.ComeBack():
                return seat.away and not playing
            case cmd.LeaveTable():
                return True
            case cmd.DeemGone():
                return not playing and seat.away and seat.missed_turns >= 2
            case _:
                raise AssertionError(command)

    def _everything_he_might_try(self, state: PokerState, round_: PokerRound) -> None:
        """Every act at every amount where something changes: engine, options and recount are of one mind."""
        seat = round_.turn
        assert seat is not None and self.recount is not None
        possible: set[Act] = set()
        self.covered["whole universe of acts tried"] += 1
        encoded = msgspec.json.encode(state)
        allowed = options(state, seat)
        for act, amount in _universe(state, round_, allowed):
            accepted = self._accepts(state, cmd.TakeAction(seat, act, amount))
            if self.recount.legal(seat, act, amount) is not accepted:
                raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but the rules say otherwise")
            if seat not in round_.out_of_turn and in_options(state, allowed, act, amount) is not accepted:
                raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but his options are {allowed}")
            possible |= {act} if accepted and act is not Act.ALL_IN else set()
        if possible != set(allowed.may):
            raise Broken(f"seat {seat} may {sorted(possible)}, but his options are {allowed}")
        for other in state.seats:
            if other != seat and self._accepts(state, cmd.TakeAction(other, Act.FOLD)):
                raise Broken(f"seat {other} acts, and it is the turn of seat {seat}")
        if msgspec.json.encode(state) != encoded:
            raise Broken("asking what is allowed has changed the state")

    def _accepts(self, state: PokerState, command: cmd.PokerCommand) -> bool:
        try:
            decide(self.book, state, command)
        except Refused as refusal:
            if not refusal.why:
                raise Broken("a refusal says nothing") from None
            return False
        return True

    # --- Events -------------------------------------------------------------------------------------------------

    def _events(self, step: Step) -> None:
        state = step.before
        if isinstance(step.command, cmd.TakeAction) and self.recount is not None:
            self._count_act(step.command, self.recount)
            self.recount.act(step.command.seat, step.command.act, step.command.amount)
        for event in step.events:
            earlier, state = state, evolve(state, event)
            self._watch(step, event, earlier, state)
            self._chips(event, state)
        if state != step.after:
            raise Broken("the events, replayed, lead to another state than the live one")

    def _chips(self, event: ev.PokerEvent, state: PokerState) -> None:
        match event:
            case ev.PlayerSatDown():
                self.bank += event.stake
            case ev.StakeIncreased():
                self.bank += event.amount
            case ev.PlayerLeft():
                self.bank -= event.stack
            case ev.PotsGivenOut():
                self.bank -= sum(pot.rake for pot in event.pots)
            case _:
                pass
        there = 0
        for seat in state.seats.values():
            if seat.stack < 0:
                raise Broken(f"{seat.player} has {seat.stack} after {type(event).__name__}")
            there += seat.stack
        round_ = state.round
        if round_ is not None and not round_.over:
            there += sum(round_.bets.values()) + sum(round_.before.values()) + sum(round_.dead_money.values())
            there += sum(left.chips for left in round_.forfeited.values())
        if there != self.bank:
            raise Broken(f"{self.bank} were brought to the table and {there} are there after {type(event).__name__}")

    def _watch(self, step: Step, event: ev.PokerEvent, before: PokerState, after: PokerState) -> None:
        """Keep up with the round by what happens in it."""
        recount = self.recount
        self.round_events.append(event)
        match event:
            case ev.RoundStarted():
                self._begin(event, before, after)
            case ev.BlindPosted():
                assert recount is not None
                self.positions.post(event)
                recount.post(event.seat, event.live, event.dead)
            case ev.HoleCardsDealt():
                self.positions.complete()
                self._dealt(event, after)
            case ev.CommunityTurned():
                if recount is not None:
                    if recount.queue:
                        raise Broken(f"a street is turned over while seat {recount.queue[0]} has still to act")
                    recount.open_later()
            case ev.BettingOpened() | ev.ActionTaken():
                self._asked(event.turn)
            case ev.FoldedByRule():
                self.covered[_why_folded(step.command, before.seats[event.seat].stack)] += 1
                if recount is not None:
                    recount.fold(event.seat)
                self._asked(event.turn)
            case ev.CardsLookedAt():
                self.covered["looks at his cards"] += 1
                self.looked.add(event.seat)
            case ev.HandShown() | ev.HandTurnedUp():
                self.covered["shown though he need not"] += isinstance(event, ev.HandTurnedUp) and not before.playing
                self.turned_up.add(event.seat)
            case ev.BetReturned():
                self.covered["uncalled bets"] += 1
            case ev.PotsGivenOut():
                self._settled(event, before, after)
            case ev.ActedOutOfTurn():
                self.covered["acts out of turn"] += 1
                assert recount is not None and isinstance(step.command, cmd.ActOutOfTurn)
                recount.act_early(event.seat, step.command.act, step.command.amount)
            case ev.StreetTakenBack():
                self.covered["streets taken back"] += 1
                assert recount is not None
                recount.take_back()
            case ev.IrregularityRuled():
                self.covered[f"incident: {event.ruled.incident} {event.ruled.ruling}"] += 1
            case ev.ExposedCardDiscarded() | ev.FaceUpCardSetAside():
                self.covered["face-up cards set aside"] += isinstance(event, ev.FaceUpCardSetAside)
                self.seen_by_all.add(event.card)
            case ev.RoundVoided():
                self._voided(before, after)
            case ev.PlayerSatDown():
                self.covered["is relocated to the table" if event.relocated else "sits down"] += 1
                self.covered["sits down again"] += event.player in before.left_with
            case ev.StakeIncreased():
                self.covered["tops up"] += 1
                self.covered["tops up, having nothing"] += before.seats[event.seat].stack == 0
            case ev.PlayerLeaving():
                round_ = before.round
                assert round_ is not None
                folded_before = step.before.round is not None and event.seat in step.before.round.folded
                self.covered["leaves after folding"] += folded_before
                self.covered["leaves all-in"] += event.seat not in round_.folded
            case ev.PlayerLeft():
                if not before.playing and not before.seats[event.seat].leaving:
                    gone = isinstance(step.command, cmd.DeemGone)
                    self.covered["deemed gone" if gone else "leaves between rounds"] += 1
            case _:
                if type(event) in _NAMES:
                    self.covered[_NAMES[type(event)]] += 1

    def _asked(self, turn: int | None) -> None:
        if self.recount is not None and next(iter(self.recount.queue), None) != turn:
            raise Broken(f"seat {turn} is asked and not {self.recount.queue[:1]}")

    def _begin(self, event: ev.RoundStarted, before: PokerState, after: PokerState) -> None:
        self.covered["rounds"] += 1
        self.covered[f"{len(event.order)} dealt in"] += 1
        self.covered[f"{self.book.key}, {before.table.device}"] += 1
        self.covered["blinds that are no whole chips (R-84)"] += before.table.small_blind % before.table.chip > 0
        self.positions.start(event, before, after)
        stacks = {number: seat.stack for number, seat in before.seats.items()}
        self.recount = Recount(before.table, event.order, event.big_blind, stacks)
        self.dealt_to, self.looked, self.turned_up, self.seen_by_all = {}, set(), set(), set()
        self.round_began, self.round_events = before, [event]

    def _dealt(self, event: ev.HoleCardsDealt, after: PokerState) -> None:
        assert self.recount is not None
        self.recount.open_first()
        self.dealt_to = {seat: after.seats[seat].player for seat in event.hands}
        if set(event.hands) != set(self.recount.order):
            raise Broken("cards were dealt to others than those in the round")
        out = [*event.burnt, *event.community, *(card for hand in event.hands.values() for card in hand)]
        if sorted(out) != sorted(event.cards) or len(set(out)) != len(out):
            raise Broken("the cards that left the device are not those on the table")

    def _turn(self, state: PokerState) -> None:
        """Strict order, and nobody is asked whom nobody can answer (R-68)."""
        round_ = state.round
        if round_ is None or not state.playing:
            return
        if round_.turn is None:
            raise Broken("a round is being played and nobody is asked")
        if self.recount is not None:
            if self.recount.queue[:1] != [round_.turn]:
                raise Broken(f"seat {round_.turn} is asked and not {self.recount.queue[:1]}")
            stacks = {seat: state.seats[seat].stack for seat in round_.order}
            if stacks != self.recount.stacks:
                raise Broken(f"stacks are {stacks} and should be {self.recount.stacks}")
        asked = state.seats[round_.turn]
        if asked.away or asked.leaving or not asked.stack or round_.turn in round_.folded:
            raise Broken(f"seat {round_.turn} is asked: {asked}")
        others = [seat for seat in round_.live() if seat != round_.turn]
        owes = max(round_.contributed(seat) for seat in others) > round_.contributed(round_.turn)
        if not owes and not any(state.seats[seat].stack for seat in others):
            raise Broken(f"seat {round_.turn} is asked, and nobody can answer him")

    # --- The end of a round -------------------------------------------------------------------------------------

    def _settled(self, event: ev.PotsGivenOut, before: PokerState, after: PokerState) -> None:
        round_ = before.round
        assert round_ is not None
        strength: dict[int, int] = {}
        if len(round_.live()) > 1:
            if len(round_.board) != 5:
                raise Broken(f"a showdown with {len(round_.board)} community cards")
            strength = {seat: self.evaluate(round_.hands[seat] + round_.board) for seat in round_.live()}
        recount = self.recount
        assert recount is not None
        if recount.queue:
            raise Broken(f"the round is over while seat {recount.queue[0]} has still to act")
        recount.return_uncalled()
        if recount.went_back != round_.uncalled:
            raise Broken(f"{round_.uncalled} went back and not {recount.went_back}")
        shown = recount.shown(strength) if strength else []
        if tuple(shown) != round_.shown:
            raise Broken(f"{round_.shown} show their hands and not {shown}")
        for pot in event.pots:
            if not pot.eligible or not pot.won:
                raise Broken(f"a pot that nobody can win: {pot}")
            if pot.amount != pot.rake + sum(pot.won.values()) or min(pot.won.values()) < 0 or pot.rake < 0:
                raise Broken(f"what was given out is not what was in the pot: {pot}")
        put_in = sum(recount.put.values()) + sum(recount.dead)
        put_in += sum(chips for _, chips in recount.left_behind.values())
        if sum(pot.amount for pot in event.pots) != put_in:
            raise Broken(f"pots of {[pot.amount for pot in event.pots]}, and {put_in} were put in")
        given = recount.give_out(strength)
        if [tuple(pot) for pot in given] != [(pot.amount, pot.rake, pot.eligible, dict(pot.won)) for pot in event.pots]:
            raise Broken(f"pots are {event.pots} and should be {given}")
        for seat in round_.order:
            if seat in after.seats and after.seats[seat].stack != recount.stacks[seat]:
                raise Broken(f"seat {seat} ends with {after.seats[seat].stack} and not {recount.stacks[seat]}")
        self._count_settlement(event, round_, before, strength)
        self.recount = None
        self._round_over()

    def _voided(self, before: PokerState, after: PokerState) -> None:
        """Everybody has what he had before the round (R-7)."""
        assert self.round_began is not None
        self.covered["void rounds"] += 1
        for number, seat in after.seats.items():
            if seat.stack != self.round_began.seats[number].stack:
                raise Broken(f"after a void round seat {number} has {seat.stack}")
        self.positions.void()
        self.recount = None
        self._round_over()

    def _round_over(self) -> None:
        """Every so often, read the round's events back from JSON and play them again."""
        if self.covered["rounds"] % self.every == 0:
            self._events_survive_json()

    def _events_survive_json(self) -> None:
        assert self.round_began is not None
        self.covered["rounds read back from JSON"] += 1
        live = told = self.round_began
        for event in self.round_events:
            read = EVENT.decode(msgspec.json.encode(event))
            if read != event:
                raise Broken(f"{event} comes back from JSON as {read}")
            live, told = evolve(live, event), evolve(told, read)
        if live != told:
            raise Broken("the events, read back from JSON, lead to another state")

    def _state_survives_json(self, state: PokerState) -> None:
        if STATE.decode(msgspec.json.encode(state)) != state:
            raise Broken("the state does not survive JSON")

    # --- What people see ----------------------------------------------------------------------------------------

    def _views(self, state: PokerState) -> None:
        self.covered["moments seen by everybody"] += 1
        names = {"somebody who is not here", *self.dealt_to.values(), *(seat.player for seat in state.seats.values())}
        for viewer in [PUBLIC, *map(Viewer, sorted(names))]:
            seen = view(state, viewer, self.round_events)
            encoded = msgspec.json.encode(seen)
            codes = {Card(code.decode()) for code in CARD_CODE.findall(encoded)}
            may_see = self._may_see(state, viewer)
            if codes != may_see:
                raise Broken(f"{viewer.player} sees {sorted(codes)} and may see {sorted(may_see)}")
            hidden = view(_with_other_cards(state, may_see), viewer, self.round_events)
            if msgspec.json.encode(hidden) != encoded:
                raise Broken(f"what {viewer.player} sees hangs on cards that he may not see")
            self._options_seen(state, viewer, seen)

    def _may_see(self, state: PokerState, viewer: Viewer) -> set[Card]:
        round_ = state.round
        if round_ is None:
            return set()
        seen = set(round_.community[: round_.turned]) | self.seen_by_all
        for seat, hand in round_.hands.items():
            sits = state.seats.get(seat)
            his = sits is not None and sits.player == self.dealt_to[seat] == viewer.player
            if seat in self.turned_up or (his and seat in self.looked):
                seen |= set(hand)
        return seen

    def _options_seen(self, state: PokerState, viewer: Viewer, seen: PokerView) -> None:
        turn = state.round.turn if state.round is not None and state.playing else None
        his = turn is not None and state.seats[turn].player == viewer.player
        if (seen.options is not None) is not his:
            raise Broken(f"{viewer.player} is offered {seen.options}, and it is the turn of seat {turn}")

    # --- What was covered ---------------------------------------------------------------------------------------

    def _count_act(self, command: cmd.TakeAction, recount: Recount) -> None:
        seat, covered = command.seat, self.covered
        mine, stack = recount.front[seat], recount.stacks[seat]
        everything, owes = mine + stack, recount.price - mine
        if command.act is Act.FOLD:
            covered["folds for nothing" if owes <= 0 else "folds"] += 1
            return
        if command.act in (Act.CHECK, Act.CALL):
            total = min(recount.price, everything)
        else:
            total = everything if command.act is Act.ALL_IN else command.amount or 0
        all_in = total == everything
        by = total - recount.price
        if recount.price == 0 and total:
            short = total < 2 * recount.table.small_blind
            covered["short all-in BETs" if short else "all-in BETs" if all_in else "BETs"] += 1
        elif by > 0:
            full, half = by >= recount.step, 2 * by >= recount.step
            covered["full raises" if full else "half raises" if half else "all-ins of less than half a raise"] += 1
            covered["all-in for exactly half a raise"] += 2 * by == recount.step
            covered["the big blind raises"] += seat == recount.big_blind and owes == 0
        else:
            covered["short calls" if owes > stack else "all-in calls" if all_in and owes else "checks and calls"] += 1
        covered["calls or folds after a short all-in"] += seat in recount.closed
        early = recount.early.get(seat)
        covered["calls behind a check, having acted early (R-83)"] += (
            early is not None and early.since >= {Act.CHECK} and by == 0 and owes > 0
        )

    def _count_settlement(
        self, event: ev.PotsGivenOut, round_: PokerRound, before: PokerState, strength: dict[int, int]
    ) -> None:
        covered, table = self.covered, before.table
        covered["showdowns" if strength else "won without a showdown"] += 1
        covered["walks"] += (
            not strength and not round_.acted and not round_.hands.keys() - round_.folded - {round_.big_blind}
        )
        pots = len(event.pots)
        covered[("nothing in the pot", "1 pot", "2 pots", "3 pots", "4 pots", "5 or more pots")[min(pots, 5)]] += 1
        rakes = [pot.rake for pot in event.pots]
        free = [pot.amount * table.rake_per_myriad // 10_000 // table.chip * table.chip for pot in event.pots]
        covered["rake cut by the cap"] += rakes != free
        covered["rake cap used up by the main pot"] += rakes[:1] == free[:1] > [0] and rakes[1:] != free[1:]
        for pot in event.pots:
            ways = len(pot.won)
            covered["split pots"] += ways > 1
            covered["pots split three ways or more"] += ways > 2
            if ways > 1:
                covered["odd chips"] += len(set(pot.won.values())) > 1
                covered["split pots with less than a chip in them"] += (pot.amount - pot.rake) % table.chip > 0
            covered["pots with one claimant at a showdown"] += bool(strength) and len(pot.eligible) == 1
        covered["dead money in the pot"] += bool(round_.dead_money)
        if strength:
            mucked = set(round_.live()) - set(round_.shown)
            covered["hands mucked at the showdown"] += bool(mucked)
            chips = sum(before.seats[seat].stack > 0 for seat in round_.live())
            covered["all hands turned up"] += chips <= 1
            duty = "raiser" if round_.raiser else "opener" if round_.opener else "left of the button"
            covered[f"shown first: {duty}"] += 1
            covered["the one who should show first has folded"] += (round_.raiser or round_.opener) in round_.folded
        covered["won by a player who has left"] += any(
            before.seats[seat].leaving for pot in event.pots for seat in pot.won
        )


def in_options(state: PokerState, allowed: Options, act: Act, amount: Cents | None) -> bool:
    """Whether the options, read as they are meant, contain this act."""
    round_ = state.round
    assert round_ is not None
    if act is Act.ALL_IN:
        price = round_.price
        act = Act.BET if price == 0 else Act.RAISE if allowed.all_in > price else Act.CALL
        return act in allowed.may
    if act not in allowed.may:
        return False
    if act not in (Act.BET, Act.RAISE):
        return True
    least = allowed.bet if act is Act.BET else allowed.raise_to
    if amount is None:
        return False
    assert least is not None
    return amount == allowed.all_in or (least <= amount < allowed.all_in and amount % state.table.chip == 0)


def _universe(state: PokerState, round_: PokerRound, allowed: Options) -> Iterator[tuple[Act, Cents | None]]:
    """Acts at all amounts at which an answer may change."""
    for act in Act:
        yield act, None
    table, price, step = state.table, round_.price, round_.step
    early = [each.indicated for each in round_.out_of_turn.values()]
    at_least = [each for each in (allowed.bet, allowed.raise_to) if each is not None]
    edges = {0, table.big_blind, price, price + step // 2, price + step, allowed.all_in, *at_least, *early}
    amounts = {
        edge + by for edge in edges for by in (0, 1, -1, table.chip, -table.chip, table.chip // 2, -(edge % table.chip))
    }
    for act in (Act.BET, Act.RAISE):
        for amount in sorted({*amounts, allowed.all_in * 3}):
            yield act, Cents(amount)


def _with_other_cards(state: PokerState, seen: set[Card]) -> PokerState:
    """The same table, but every card that somebody may not see is another."""
    round_ = state.round
    if round_ is None:
        return state

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card if card in seen else Card("??") for card in cards)

    return replace(
        state,
        round=replace(
            round_,
            hands={seat: other(hand) for seat, hand in round_.hands.items()},
            dealt=other(round_.dealt),
            burnt=tuple(Card("??") for _ in round_.burnt),
            community=other(round_.community),
        ),
    )


_NAMES: dict[type, str] = {
    ev.PlayerWentAway: "goes away",
    ev.PlayerCameBack: "comes back",
    ev.OutOfTurnBetForfeited: "bets out of turn forfeited",
    ev.ReplacementDealt: "exposed cards replaced",
    ev.ShoeReshuffled: "shoes reshuffled",
}


def _why_folded(command: cmd.PokerCommand, stack: int) -> str:
    match command:
        case cmd.ShowHand():
            return "exposes his hand" if stack else "exposes his hand, all-in"
        case cmd.LeaveTable():
            return "leaves with a live hand"
        case _:
            return "away when his turn comes"


def _was(accepted: bool) -> str:
    return "accepted" if accepted else "refused"
