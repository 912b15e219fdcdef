"""A spectator's account of a poker table: they know the documents, hear what people do and see the cards.

From every command that was accepted they work out what must happen next, down to the chip and the card, and watch
whether that, all of that and nothing else does. The engine is never asked.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from croupier.proofs.sim.poker.broken import Broken
from croupier.proofs.sim.poker.deal import Deal, Short
from croupier.proofs.sim.poker.hands import Evaluate
from croupier.proofs.sim.poker.incidents import DEALT_WITH, Verdict, verdict
from croupier.proofs.sim.poker.people import People
from croupier.proofs.sim.poker.positions import Positions, Start
from croupier.proofs.sim.poker.recount import Recount
from croupier.rules.cards import Card
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act, Incident
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.model import Device, Rulebook

Phase = Literal["new", "betting", "pause", "settled", "void"]
"""Before the first round; in a round; before its payments (R-93); after it."""
Event = TypeVar("Event", bound=ev.PokerEvent)


class Account:
    recount: Recount
    """Of the round being played, or the last one."""
    deal: Deal
    started: Start

    def __init__(self, book: Rulebook, opened: PokerState, evaluate: Evaluate) -> None:
        self.book = book
        self.table = opened.table
        self.evaluate = evaluate
        self.people = People(opened.table, {number: (seat.player, seat.stack) for number, seat in opened.seats.items()})
        self.positions = Positions(self.people, opened.button, first_orbit=opened.orbit_from is not None)
        self.phase: Phase = "new"
        self.dealt_to: dict[int, str] = {}
        self.looked: set[int] = set()
        self.turned_up: set[int] = set()
        """Hands that all have seen."""
        self.exposed = 0
        """Cards exposed in the deal."""
        self.acted = self.acted_on_street = False
        """A player has acted or been folded: in this round, and in this betting round."""
        self._events: deque[ev.PokerEvent] = deque()

    @property
    def playing(self) -> bool:
        return self.phase in ("betting", "pause")

    @property
    def outcome_established(self) -> bool:
        """A player with money in it has folded (R-6), or nothing is left to decide (R-93)."""
        recount = self.recount
        return self.phase == "pause" or any(
            recount.put[seat] or recount.dead.get(seat) or seat in recount.left_behind
            for seat in recount.order
            if seat not in recount.live
        )

    def strengths(self) -> dict[int, int]:
        if len(self.recount.live) < 2:
            return {}
        if len(self.deal.board) != 5:
            raise Broken(f"a showdown with {len(self.deal.board)} community cards")
        return {seat: self.evaluate(self.deal.hands[seat] + self.deal.board) for seat in self.recount.live}

    def compare(self, state: PokerState) -> None:
        """The engine's account with this one: people, button, and the cards on the table."""
        self.people.compare(state)
        self.positions.compare(state)
        round_ = state.round
        if round_ is None:
            return
        deal = self.deal
        told = (round_.hands, round_.board, round_.burnt, round_.discarded, round_.looked)
        here = (deal.hands, deal.board, tuple(deal.burnt), tuple(deal.aside), self.looked)
        for name, one, other in zip(("hands", "board", "burnt", "set aside", "looked"), told, here, strict=True):
            if one != other:
                raise Broken(f"{name}: {one} and should be {other}")

    # --- What must happen ----------------------------------------------------------------------------------------

    def follow(self, command: cmd.PokerCommand, deck: Sequence[Card], events: Sequence[ev.PokerEvent]) -> None:
        """A command was accepted, and these events came of it."""
        self._events = deque(events)
        match command:
            case cmd.StartRound():
                self._start(deck)
            case cmd.TakeAction():
                self._act(command)
            case cmd.ActOutOfTurn():
                self._act_early(command)
            case cmd.LookAtCards():
                self._look(command.seat)
            case cmd.ShowHand():
                self._show(command.seat)
            case cmd.Settle():
                self._pay(self.strengths())
            case cmd.ReportIrregularity():
                self._rule(command)
            case _:
                self._come_and_go(command)
        if self._events:
            raise Broken(f"{self._events[0]} came, and nothing more was due")
        self._stacks()

    def _next(self, kind: type[Event]) -> Event:
        event = self._events.popleft() if self._events else None
        if not isinstance(event, kind):
            raise Broken(f"{kind.__name__} is due and not {event}")
        return event

    def _see(self, event: Any, **should: object) -> None:
        for name, value in should.items():
            if getattr(event, name) != value:
                raise Broken(f"{type(event).__name__}: {name} is {getattr(event, name)} and should be {value}")

    def _stacks(self) -> None:
        if self.playing:
            for seat, stack in self.recount.stacks.items():
                self.people.seats[seat].stack = stack

    # --- A round -------------------------------------------------------------------------------------------------

    def _start(self, deck: Sequence[Card]) -> None:
        stacks = {number: sitter.stack for number, sitter in self.people.seats.items()}
        self.started = start = self.positions.start()
        self._see(
            self._next(ev.RoundStarted),
            button=start.button,
            order=tuple(start.order),
            small_blind=start.small,
            big_blind=start.big,
            first_orbit_over=start.first_orbit_over,
        )
        self.recount = Recount(self.table, start.order, start.big, stacks)
        posted: dict[int, tuple[int, int]] = {}
        for _ in start.posts:
            post = self._next(ev.BlindPosted)
            posted[post.seat] = (post.live, post.dead)
        if posted != start.posts:
            raise Broken(f"posted {posted}, due {start.posts}")
        for seat, (live, dead) in start.posts.items():
            self.recount.post(seat, live, dead)
        self.deal = Deal(self.book, self.table.device, deck)
        self.deal.hole_cards(start.order)
        dealt = self._next(ev.HoleCardsDealt)
        self._see(dealt, hands=self.deal.hands, burnt=tuple(self.deal.burnt), community=tuple(self.deal.community))
        if tuple(deck[: len(dealt.cards)]) != dealt.cards:
            raise Broken("the cards that were dealt are not the first of the deck")
        self.phase = "betting"
        self.dealt_to = {seat: self.people.seats[seat].player for seat in start.order}
        self.looked, self.turned_up = set(), set()
        self.exposed = 0
        self.acted = self.acted_on_street = False
        self.recount.open_first()
        self._open()
        self._go_on()

    def _open(self) -> None:
        """Asks the first player who can act; if nobody can, there is no betting round (R-68)."""
        recount = self.recount
        if recount.queue:
            opened = self._next(ev.BettingOpened)
            self._see(opened, turn=recount.queue[0], price=recount.price, step=recount.step)
            self._see(opened, betting_round=recount.betting_round)

    def _asked(self) -> int | None:
        return next(iter(self.recount.queue), None)

    def _go_on(self) -> None:
        """All that follows by rule until somebody has something to say."""
        while self.phase == "betting":
            recount = self.recount
            if recount.queue:
                asked = self.people.seats[recount.queue[0]]
                if not asked.away and not asked.leaving:
                    return
                self._fold_by_rule(recount.queue[0])
            elif len(recount.live) == 1 or recount.betting_round == 4:
                self._finish()
            else:
                if self.table.device is Device.SHOE:
                    self._next(ev.CardsCalled)
                self._street()

    def _street(self) -> None:
        number = self.recount.betting_round + 1
        turned, burnt = self.deal.face_up, len(self.deal.burnt)
        try:
            self.deal.street(number)
        except Short:
            self._void(Verdict("void", "5.2.3"), Incident.SHOE_SHORT)
            return
        from_shoe = self.table.device is Device.SHOE
        self._see(
            self._next(ev.CommunityTurned),
            betting_round=number,
            turned=self.deal.face_up,
            burnt=tuple(self.deal.burnt[burnt:]),
            community=tuple(self.deal.community[turned:]) if from_shoe else (),
        )
        self.acted_on_street = False
        self.recount.open_later()
        self._open()

    def _fold_by_rule(self, seat: int) -> None:
        self._forfeit(seat, self.recount.fold(seat))
        self._see(self._next(ev.FoldedByRule), seat=seat, turn=self._asked())
        self.acted = self.acted_on_street = True

    def _forfeit(self, seat: int, chips: int) -> None:
        if chips:
            self._see(self._next(ev.OutOfTurnBetForfeited), seat=seat, chips=chips)

    def _finish(self) -> None:
        """Uncalled bets go back and hands are shown; the table pays, or waits for its dealer (R-93)."""
        recount = self.recount
        for seat, chips in recount.return_uncalled().items():
            self._see(self._next(ev.BetReturned), seat=seat, amount=chips)
        strength = self.strengths()
        for seat in recount.shown(strength) if strength else ():
            self._see(self._next(ev.HandShown), seat=seat)
            self.turned_up.add(seat)
        if self.table.settles_by_hand:
            self._next(ev.SettlementAwaited)
            self.phase = "pause"
        else:
            self._pay(strength)

    def _pay(self, strength: dict[int, int]) -> None:
        pots = self._next(ev.PotsGivenOut).pots
        for pot in pots:
            if not pot.eligible or not pot.won or min(pot.won.values()) < 0 or pot.rake < 0:
                raise Broken(f"a pot that nobody can win: {pot}")
        given = self.recount.give_out(strength)
        if [tuple(pot) for pot in given] != [(pot.amount, pot.rake, pot.eligible, dict(pot.won)) for pot in pots]:
            raise Broken(f"pots are {pots} and should be {given}")
        self._stacks()
        self.phase = "settled"
        self._pay_out_leavers()

    def _pay_out_leavers(self) -> None:
        for number in [number for number, sitter in self.people.seats.items() if sitter.leaving]:
            self._see(self._next(ev.PlayerLeft), seat=number, stack=self.people.leave(number))

    # --- Players -------------------------------------------------------------------------------------------------

    def _act(self, command: cmd.TakeAction) -> None:
        recount, seat = self.recount, command.seat
        before = recount.stacks[seat]
        done = recount.act(seat, command.act, command.amount)
        self._forfeit(seat, done.forfeited)
        self._see(
            self._next(ev.ActionTaken),
            seat=seat,
            act=done.act,
            chips=before - recount.stacks[seat] - done.forfeited,
            price=recount.price,
            step=recount.step,
            reopens=done.reopens,
            turn=self._asked(),
        )
        self.acted = self.acted_on_street = True
        self._go_on()

    def _act_early(self, command: cmd.ActOutOfTurn) -> None:
        silent = command.act in (Act.CHECK, Act.FOLD)
        indicated = 0 if silent else self.recount.total(command.seat, command.act, command.amount)
        self.recount.act_early(command.seat, indicated)
        self._see(self._next(ev.ActedOutOfTurn), seat=command.seat, indicated=indicated)

    def _look(self, seat: int) -> None:
        self._see(self._next(ev.CardsLookedAt), seat=seat)
        self.looked.add(seat)

    def _show(self, seat: int) -> None:
        """Before the betting is over that folds the hand."""
        folds = self.phase == "betting"
        if folds:
            self._ruled("shows", Verdict("folded", "5.11" if self.book.key == "poker@6" else "5.13"))
        self._see(self._next(ev.HandTurnedUp), seat=seat)
        self.turned_up.add(seat)
        if folds:
            self._fold_by_rule(seat)
            self._go_on()

    def _come_and_go(self, command: cmd.PokerCommand) -> None:
        seats = self.people.seats
        match command:
            case cmd.SitDown():
                self.people.sit_down(command)
                sat = self._next(ev.PlayerSatDown)
                self._see(sat, seat=command.seat, player=command.player, stake=command.stake)
                self._see(sat, relocated=command.relocated)
            case cmd.TopUp():
                seats[command.seat].stack += command.amount
                self._see(self._next(ev.StakeIncreased), seat=command.seat, amount=command.amount)
            case cmd.GoAway():
                seats[command.seat].away = True
                self._see(self._next(ev.PlayerWentAway), seat=command.seat)
                self._go_on()
            case cmd.ComeBack():
                seats[command.seat].away = False
                self._see(self._next(ev.PlayerCameBack), seat=command.seat)
            case cmd.DeemGone():
                self._see(self._next(ev.PlayerLeft), seat=command.seat, stack=self.people.leave(command.seat))
            case cmd.LeaveTable():
                self._leave(command.seat)
            case _:
                raise AssertionError(command)

    def _leave(self, seat: int) -> None:
        """The hand is folded at once, but for one that is all-in (R-66) or waits for the payments (R-93)."""
        if not self.playing or seat not in self.recount.order:
            self._see(self._next(ev.PlayerLeft), seat=seat, stack=self.people.leave(seat))
            return
        if self.phase == "betting" and seat in self.recount.live and self.recount.stacks[seat]:
            self._fold_by_rule(seat)
        self._see(self._next(ev.PlayerLeaving), seat=seat)
        self.people.seats[seat].leaving = True
        self._go_on()

    # --- Irregularities ------------------------------------------------------------------------------------------

    def _ruled(self, incident: str, ruled: Verdict) -> None:
        told = self._next(ev.IrregularityRuled).ruled
        self._see(told, incident=incident, ruling=ruled)
        if ruled.paragraph not in told.cites:
            raise Broken(f"{incident} {ruled}: {ruled.paragraph} rules on it and not {told.cites}")

    def _void(self, ruled: Verdict, incident: str) -> None:
        self._ruled(incident, ruled)
        self._next(ev.RoundVoided)
        self.people.undo()
        self.positions.undo()
        self.phase = "void"
        self._pay_out_leavers()

    def _rule(self, report: cmd.ReportIrregularity) -> None:
        ruled = verdict(self, report)
        assert ruled is not None
        if ruled == "void":
            self._void(ruled, report.incident)
            return
        self._ruled(report.incident, ruled)
        if ruled == "discarded":
            self._discard(report)
        elif ruled == "reshuffled":
            self._reshuffle(report)

    def _discard(self, report: cmd.ReportIrregularity) -> None:
        if report.incident is Incident.FACE_UP:
            self._next(ev.FaceUpCardFound)
            self._see(self._next(ev.FaceUpCardSetAside), card=self.deal.set_aside())
            return
        assert report.seat is not None
        self.exposed += 1
        card = report.card or self.deal.hands[report.seat][0]
        self._see(self._next(ev.ExposedCardDiscarded), seat=report.seat, card=card)
        self._see(self._next(ev.ReplacementDealt), seat=report.seat, card=self.deal.replace(report.seat, card))

    def _reshuffle(self, report: cmd.ReportIrregularity) -> None:
        """Taken back are a street's cards, with its burnt card; the bets made on them go back too (R-40, R-72)."""
        back = report.incident is not Incident.EARLY_CARD
        if back:
            assert report.street is not None
            street = DEALT_WITH[report.street]
            cards = self.deal.street_back(street)
            taken = self._next(ev.StreetTakenBack)
            self._see(taken, street=street)
            if set(taken.cards) != cards or len(taken.cards) != len(cards):
                raise Broken(f"{taken.cards} are taken back and not {cards}")
            self.recount.take_back()
        self._next(ev.ShoeReshuffled)
        if set(report.shoe) != set(self.deal.shoe):
            raise Broken("other cards are reshuffled than those in the shoe")
        self.deal.shoe = list(report.shoe)
        if back:
            self.phase = "betting"
            if len(self.recount.live) > 1:
                self._street()
            self._go_on()
