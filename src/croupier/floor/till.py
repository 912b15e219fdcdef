"""What a table's rounds do to its meter: a pure projection of their events, which can take back what it moved."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.games.house import events as ev
from croupier.games.house.commands import AnswerClaim
from croupier.games.house.lines import Spot
from croupier.games.house.table import ClaimOpen
from croupier.jackpot import meter as jackpot
from croupier.jackpot.meter import (
    AwardMade,
    Claim,
    Contribute,
    FixedAwardPreferred,
    Meter,
    MeterCommand,
    TakeBack,
    UndoAward,
)
from croupier.money import Cents, share_rounded_down
from croupier.values import Value


class Reading(Value):
    """What the meter showed when a box claimed its share."""

    share: Fraction
    meter: Cents

    @property
    def worth(self) -> Cents:
        return share_rounded_down(self.meter, self.share)


_MOVE_THE_METER = {ev.BetsClosed, ev.BetReturned, ev.BoxTakenOut, ev.JackpotPaid, ev.SettlementUndone, ev.RoundVoided}


class Till(Value):
    """The meter, and what this round has moved on it."""

    meter: Meter
    contributed: Mapping[int, Cents] = {}
    awards: tuple[AwardMade, ...] = ()
    readings: Mapping[int, Reading] = {}

    @property
    def displayed(self) -> Cents:
        return self.meter.displayed

    def next_round(self) -> "Till":
        """What the round before has moved stays moved."""
        return Till(self.meter)

    def answer(self, claim: ClaimOpen) -> AnswerClaim:
        answer = jackpot.decide(self.meter, _claim(claim))
        if isinstance(answer, FixedAwardPreferred):
            return AnswerClaim(answer.share_worth, fixed_instead=True)
        assert isinstance(answer, AwardMade), answer
        return AnswerClaim(answer.amount)

    def after(self, event: ev.HouseEvent) -> "Till":
        if type(event) not in _MOVE_THE_METER:
            return self
        match event:
            case ev.BetsClosed(jackpot_bets=bets):
                return Till(self._moved(*map(Contribute, bets.values())), bets)
            case ev.BoxTakenOut(box=box) | ev.BetReturned(box=box, spot=Spot.JACKPOT) if box in self.contributed:
                rest = {number: bet for number, bet in self.contributed.items() if number != box}
                return Till(self._moved(TakeBack(self.contributed[box])), rest, self.awards, self.readings)
            case ev.JackpotPaid(claim=claim):
                asked = _claim(claim)
                answer = jackpot.decide(self.meter, asked)
                made = (answer,) if isinstance(answer, AwardMade) else ()
                readings = {**self.readings, claim.box: Reading(asked.share, self.displayed)}
                return Till(jackpot.evolve(self.meter, answer), self.contributed, (*self.awards, *made), readings)
            case ev.SettlementUndone():
                return Till(self._moved(*map(UndoAward, reversed(self.awards))), self.contributed)
            case ev.RoundVoided():
                return Till(self._moved(*map(TakeBack, self.contributed.values())))
            case _:
                return self

    def _moved(self, *commands: MeterCommand) -> Meter:
        meter = self.meter
        for command in commands:
            meter = jackpot.evolve(meter, jackpot.decide(meter, command))
        return meter


def _claim(claim: ClaimOpen) -> Claim:
    return Claim(Fraction(claim.numerator, claim.denominator), claim.at_least)
