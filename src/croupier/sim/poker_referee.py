"""The referee of a poker table hears every step and asks others, each of whom knows one thing that must always hold.

A step is a command with the state before, the events, and the state after. What the referee and those he asks know
they know from the rules and from what they have seen themselves; from the engine they take nothing on trust.
"""

from collections import Counter

from croupier.errors import Refused
from croupier.games.poker import commands as cmd
from croupier.games.poker import events as ev
from croupier.games.poker.evolve import evolve
from croupier.games.poker.table import PokerState
from croupier.rulebook.model import Rulebook
from croupier.sim.poker_broken import Broken
from croupier.sim.poker_chips import Chips
from croupier.sim.poker_ending import check_settlement, check_void, strengths
from croupier.sim.poker_law import check_answer, check_asked, check_every_act, check_turn
from croupier.sim.poker_positions import Positions
from croupier.sim.poker_record import Record, check_state_survives_json
from croupier.sim.poker_recount import Evaluate, Recount, best_of_seven
from croupier.sim.poker_sight import Sight
from croupier.sim.poker_tally import count_act, count_event, count_refusal, count_settlement, count_start
from croupier.values import Value


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
        self.chips = Chips(state)
        self.positions = Positions(state, self.covered)
        self.recount: Recount | None = None
        """While a round is being played."""
        self.sight = Sight()
        self.record = Record(state)

    def hear(self, step: Step) -> None:
        self.steps += 1
        check_answer(step.before, step.command, step.refused, self.recount, self.sight)
        if step.refused is not None:
            self._refused(step, step.refused)
        else:
            self._accepted(step)
        if self.steps % self.every == 0:
            self._try_every_act(step.after)
        if self.steps % (3 * self.every) == 0 or self.every == 1:
            self.covered["moments seen by everybody"] += 1
            self.sight.check_views(step.after, self.record.events)
            check_state_survives_json(step.after)

    def _refused(self, step: Step, refusal: Refused) -> None:
        count_refusal(self.covered, step.command)
        if not refusal.why.strip():
            raise Broken("a refusal says nothing")
        if step.after is not step.before or step.events:
            raise Broken("a refusal left something behind")

    def _accepted(self, step: Step) -> None:
        if isinstance(step.command, cmd.TakeAction) and self.recount is not None:
            count_act(self.covered, step.command, self.recount)
            self.recount.act(step.command.seat, step.command.act, step.command.amount)
        state = step.before
        for event in step.events:
            earlier, state = state, evolve(state, event)
            self._follow(step, event, earlier, state)
            self.chips.follow(event, state)
        if state != step.after:
            raise Broken("the events, replayed, lead to another state than the live one")
        check_turn(step.after, self.recount)

    def _try_every_act(self, state: PokerState) -> None:
        if state.round is None or state.round.turn is None:
            return
        assert self.recount is not None
        self.covered["whole universe of acts tried"] += 1
        check_every_act(self.book, state, self.recount)

    # --- A round, by what happens in it -------------------------------------------------------------------------

    def _follow(self, step: Step, event: ev.PokerEvent, before: PokerState, after: PokerState) -> None:
        recount = self.recount
        count_event(self.covered, step.command, step.before, event, before)
        if isinstance(event, ev.RoundStarted):
            self._begin(event, before, after)
        self.record.events.append(event)
        self.sight.follow(event, after)
        match event:
            case ev.BlindPosted():
                assert recount is not None
                self.positions.post(event)
                recount.post(event.seat, event.live, event.dead)
            case ev.HoleCardsDealt():
                self.positions.complete()
                assert recount is not None
                recount.open_first()
                _check_deal(event, recount)
            case ev.CommunityTurned():
                if recount is not None:
                    if recount.queue:
                        raise Broken(f"a street is turned over while seat {recount.queue[0]} has still to act")
                    recount.open_later()
            case ev.BettingOpened() | ev.ActionTaken():
                if recount is not None:
                    check_asked(event.turn, recount)
            case ev.FoldedByRule():
                if recount is not None:
                    recount.fold(event.seat)
                    check_asked(event.turn, recount)
            case ev.ActedOutOfTurn():
                assert recount is not None and isinstance(step.command, cmd.ActOutOfTurn)
                recount.act_early(event.seat, step.command.act, step.command.amount)
            case ev.StreetTakenBack():
                assert recount is not None
                recount.take_back()
            case ev.PotsGivenOut():
                self._settled(event, before, after)
            case ev.RoundVoided():
                self._voided(after)
            case _:
                pass

    def _begin(self, event: ev.RoundStarted, before: PokerState, after: PokerState) -> None:
        count_start(self.covered, self.book, event, before)
        self.positions.start(event, before, after)
        stacks = {number: seat.stack for number, seat in before.seats.items()}
        self.recount = Recount(before.table, event.order, event.big_blind, stacks)
        self.sight = Sight()
        self.record = Record(before)

    def _settled(self, event: ev.PotsGivenOut, before: PokerState, after: PokerState) -> None:
        assert before.round is not None
        strength = strengths(before.round, self.evaluate)
        assert self.recount is not None
        check_settlement(event, before.round, after, self.recount, strength)
        count_settlement(self.covered, event, before, strength)
        self._round_over()

    def _voided(self, after: PokerState) -> None:
        check_void(self.record.began, after)
        self.positions.void()
        self._round_over()

    def _round_over(self) -> None:
        """Every so often, read the round's events back from JSON and play them again."""
        self.recount = None
        if self.covered["rounds"] % self.every == 0:
            self.covered["rounds read back from JSON"] += 1
            self.record.check_events_survive_json()


def _check_deal(event: ev.HoleCardsDealt, recount: Recount) -> None:
    if set(event.hands) != set(recount.order):
        raise Broken("cards were dealt to others than those in the round")
    out = [*event.burnt, *event.community, *(card for hand in event.hands.values() for card in hand)]
    if sorted(out) != sorted(event.cards) or len(set(out)) != len(out):
        raise Broken("the cards that left the device are not those on the table")
