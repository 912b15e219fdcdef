"""A coach for the player: what each decision is worth, what the chosen one cost, and the total at the end.

Against the House values are exact. At poker nobody knows what the others hold: the share of the pot is against hands
that may be anything, so that a call which is too dear even then is a mistake for certain, and a fold is not judged.
"""

from collections.abc import Mapping
from fractions import Fraction

from croupier.base.errors import Unreadable
from croupier.base.extras import lacking
from croupier.base.values import Value
from croupier.numbers.maths.decisions.boxes import box_at
from croupier.numbers.maths.decisions.seats import Seat, seat_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.words import listed, money
from croupier.rules.cards import show_cards
from croupier.rules.games.house.table import Decision
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import NOTHING, in_money

SHOWN = 5
"""Mistakes that the summary names, the dearest first."""


class Mistake(Value):
    where: str
    did: str
    better: str
    cost: Fraction


class Coach:
    """`speaks`: after each decision, and in the end; else only when asked for a hint."""

    def __init__(self, screen: Screen, *, speaks: bool, exact: bool = True) -> None:
        self._screen = screen
        self.speaks = speaks
        self.exact = exact
        self.decisions = 0
        self._hinted = False
        self.mistakes: list[Mistake] = []

    def judged(self, where: str, did: str, better: str, cost: Fraction) -> None:
        self.decisions += 1
        if cost > 0:
            self.mistakes.append(Mistake(where, did, better, cost))
            self._screen.say(f"Coach: {did} costs {in_money(cost)} on average; {better} was better.")

    def summary(self) -> None:
        if not self.speaks or not self.decisions:
            return
        decisions = f"{self.decisions} decision{'' if self.decisions == 1 else 's'}"
        if not self.mistakes:
            praise = "and not one could have been better" if self.exact else "and no mistake that is certain"
            self._screen.say(f"Coach: {decisions}, {praise}.")
            return
        cost = in_money(sum((each.cost for each in self.mistakes), Fraction(0)))
        mistakes = f"{len(self.mistakes)} mistake{'' if len(self.mistakes) == 1 else 's'}"
        self._screen.say(f"Coach: {decisions}, {mistakes}, which cost {cost} on average.")
        for each in sorted(self.mistakes, key=lambda one: -one.cost)[:SHOWN]:
            self._screen.result(f"  {each.where}: {each.did}; {each.better} was better", f"-{in_money(each.cost)}")

    # --- Against the House ------------------------------------------------------------------------------------------

    def values(self, dealer: HouseDealer, box: int) -> Mapping[Decision, Fraction] | None:
        """The value of each decision of the box, in cents; None if it cannot be computed here, and then says so."""
        from croupier.numbers.maths.decisions.advice import advise

        try:
            asked = box_at(dealer.book, dealer.round, box, dealer.displayed or NOTHING)
            return advise(dealer.book, asked).options.values
        except Unreadable as error:
            self._screen.say(f"Coach: {error}.")
        except ModuleNotFoundError as error:
            self._lacks(error)
        return None

    def hint(self, dealer: HouseDealer, box: int) -> None:
        if not self._hinted:
            self._screen.say("Coach: one moment …")  # the first hint loads all that works values out
            self._hinted = True
        values = self.values(dealer, box)
        if values is None:
            return
        best = max(values.values())
        told = [
            f"{decision} {in_money(value)}" for decision, value in sorted(values.items(), key=lambda each: -each[1])
        ]
        names = listed([str(decision) for decision, value in values.items() if value == best], "or")
        self._screen.say(f"Coach: {names}. Worth on average, bets included: {', '.join(told)}.")

    def after(self, where: str, values: Mapping[Decision, Fraction], did: Decision) -> None:
        best = max(values, key=lambda decision: values[decision])
        self.judged(where, str(did), str(best), values[best] - values[did])

    # --- Poker ------------------------------------------------------------------------------------------------------

    def shares(self, seat: Seat) -> Mapping[int, Fraction] | None:
        """Of a pot, by the number of others in it."""
        if seat.board and len(seat.board) < 5 and any(others == 1 for _, others in seat.pots):
            self._screen.say("Coach: one moment …")
        try:
            from croupier.numbers.maths.equity.random_hands import share_against

            return {others: share_against(seat.hole, seat.board, others) for _, others in seat.pots}
        except ModuleNotFoundError as error:
            self._lacks(error)
            return None

    def poker_hint(self, state: PokerState, place: int) -> None:
        seat = seat_at(state, place)
        shares = self.shares(seat)
        if shares is None:
            return
        told = [
            f"{round(100 * shares[others])} % of {money(amount)} against {others} other{'' if others == 1 else 's'}"
            for amount, others in seat.pots
        ]
        words = f"{show_cards(seat.hole)} gets on average {listed(told)}, if they may hold anything"
        if seat.price is None:
            self._screen.say(f"Coach: checking is free. {words}.")
            return
        price = seat.price
        self._screen.say(f"Coach: {words}. A call of {money(price.call)} pays from {price.percent} % on.")

    def poker_after(self, where: str, state: PokerState, place: int, act: Act) -> None:
        """A fold where checking is free, and a call that is too dear against any hands, are mistakes."""
        seat = seat_at(state, place)
        if act is Act.FOLD and seat.price is None:
            shares = self.shares(seat)
            lost = (
                Fraction(0)
                if shares is None
                else sum((amount * shares[others] for amount, others in seat.pots), Fraction(0))
            )
            self.judged(where, "fold", "check", lost)
        elif act is Act.CALL and seat.price is not None:
            shares = self.shares(seat)
            if shares is not None:
                worth = sum((amount * shares[others] for amount, others in seat.pots), Fraction(0)) - seat.price.call
                self.judged(where, "call", "fold", -worth)
        else:
            self.decisions += 1

    def _lacks(self, error: ModuleNotFoundError) -> None:
        lacks = lacking("the coach", error.name)
        if lacks is None:
            raise error
        self._screen.say(f"{lacks[0].upper()}{lacks[1:]}.")
