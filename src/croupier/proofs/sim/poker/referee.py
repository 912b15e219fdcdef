"""The referee of a poker table hears every step and asks others, each of whom knows one thing that must always hold.

A step is a command with the state before, the events, and the state after. What the referee and those they ask know
they know from the rules and from what they have seen themselves; from the engine they take nothing on trust.
"""

from collections import Counter

from croupier.base.errors import Refused
from croupier.base.values import Value
from croupier.proofs.sim.poker.account import Account
from croupier.proofs.sim.poker.broken import Broken
from croupier.proofs.sim.poker.chips import Chips
from croupier.proofs.sim.poker.hands import Evaluate, best_of_seven
from croupier.proofs.sim.poker.law import check_answer, check_every_act
from croupier.proofs.sim.poker.record import Record, check_state_survives_json
from croupier.proofs.sim.poker.sight import check_views
from croupier.proofs.sim.poker.tally import count_act, count_event, count_refusal, count_settlement, count_start
from croupier.rules.cards import Card
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.model import Rulebook


class RefereeStep(Value):
    command: cmd.PokerCommand
    deck: tuple[Card, ...]
    """For the start of a round: the cards in the device."""
    before: PokerState
    events: tuple[ev.PokerEvent, ...]
    refused: Refused | None
    after: PokerState


class Referee:
    """All that must hold at one table. `every`: the costly checks run once in this many steps."""

    def __init__(
        self, book: Rulebook, state: PokerState, *, every: int = 10, evaluate: Evaluate = best_of_seven
    ) -> None:
        self.book = book
        self.every = every
        self.covered: Counter[str] = Counter()
        self.steps = 0
        self.account = Account(book, state, evaluate)
        self.chips = Chips(state)
        self.record = Record(state)

    def hear(self, step: RefereeStep) -> None:
        self.steps += 1
        check_answer(self.account, step.command, step.refused)
        if step.refused is not None:
            self._refused(step, step.refused)
        else:
            self._accepted(step)
        if self.steps % self.every == 0:
            self._try_every_act(step.after)
        if self.steps % (3 * self.every) == 0 or self.every == 1 or self._newly_seated(step):
            self.covered["moments seen by everybody"] += 1
            check_views(self.account, step.after, self.record.events)
            check_state_survives_json(step.after)

    def _newly_seated(self, step: RefereeStep) -> bool:
        """Somebody sits where another had a hand."""
        command = step.command
        return isinstance(command, cmd.SitDown) and step.refused is None and command.seat in self.account.dealt_to

    def _refused(self, step: RefereeStep, refusal: Refused) -> None:
        count_refusal(self.covered, step.command)
        if not refusal.why.strip():
            raise Broken("a refusal says nothing")
        if step.after is not step.before or step.events:
            raise Broken("a refusal left something behind")

    def _accepted(self, step: RefereeStep) -> None:
        account = self.account
        if isinstance(step.command, cmd.TakeAction):
            count_act(self.covered, step.command, account.recount)
        account.follow(step.command, step.deck, step.events)
        account.compare(step.after)
        if isinstance(step.command, cmd.StartRound):
            count_start(self.covered, account)
        self._follow(step)

    def _follow(self, step: RefereeStep) -> None:
        """The events, one by one: they lead to the state, no chip is lost on the way, and they can be written down."""
        state = step.before
        for event in step.events:
            earlier, state = state, evolve(state, event)
            count_event(self.covered, step.command, step.before, event, earlier)
            if isinstance(event, ev.RoundStarted):
                self.record = Record(earlier)
            self.record.events.append(event)
            self.chips.follow(event, state)
            if isinstance(event, ev.PotsGivenOut):
                count_settlement(self.covered, event, earlier, bool(self.account.strengths()))
            if isinstance(event, ev.PotsGivenOut | ev.RoundVoided):
                self._round_over()
        if state != step.after:
            raise Broken("the events, replayed, lead to another state than the live one")

    def _try_every_act(self, state: PokerState) -> None:
        if self.account.phase != "betting":
            return
        self.covered["whole universe of acts tried"] += 1
        check_every_act(self.book, state, self.account.recount)

    def _round_over(self) -> None:
        """Every so often, read the round's events back from JSON and play them again."""
        if self.covered["rounds"] % self.every == 0:
            self.covered["rounds read back from JSON"] += 1
            self.record.check_events_survive_json()
