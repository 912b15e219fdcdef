"""Rounds of a poker table as a history tells them: what was posted, done and dealt, and how it ended.

A hand that nobody was obliged to show, and that its player did not turn up, is nowhere in here (R-45).
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from croupier.base.citation import Citation, printed
from croupier.base.values import Value
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.run import Played
from croupier.rules.cards import Card
from croupier.rules.games.common import faces
from croupier.rules.games.irregularity import verdict
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import BettingRound, Phase, PokerRound, PokerState
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


class RoundStep(Value):
    before: PokerState
    event: ev.PokerEvent
    after: PokerState


class Recorded(Value):
    """One round, from the placing of the button until it is over, with the events after it that belong to it."""

    number: int
    book: Rulebook
    steps: tuple[RoundStep, ...]

    @property
    def before(self) -> PokerState:
        return self.steps[0].before

    @property
    def end(self) -> PokerState:
        """When it was over, before anybody left or sat down, with what was put right since; or as far as it went."""
        end = next((step.after for step in self.steps if _over(step.after)), self.steps[-1].after)
        for step in self.steps:
            if _over(step.before) and isinstance(step.event, _PUT_RIGHT):
                end = evolve(end, step.event)
        return end

    @property
    def round(self) -> PokerRound:
        assert self.end.round is not None
        return self.end.round

    @property
    def settled(self) -> bool:
        return self.round.phase is Phase.SETTLED

    @property
    def shown(self) -> Mapping[int, tuple[Card, ...]]:
        """The hands shown by duty at the showdown, or turned up by their players."""
        last = self.steps[-1].after.round
        assert last is not None
        return {seat: hand for seat in (*last.shown, *last.turned_up) if (hand := faces(last.hands[seat]))}

    @property
    def turned_up(self) -> tuple[int, ...]:
        last = self.steps[-1].after.round
        assert last is not None
        return tuple(seat for seat in last.turned_up if faces(last.hands[seat]))

    def finishing(self, seat: int) -> Cents:
        """What the player had at the end, or took along on leaving earlier."""
        for step in self.steps:
            if isinstance(step.event, ev.PlayerLeft) and step.event.seat == seat and not _over(step.before):
                return step.event.stack
        return self.end.seats[seat].stack

    def showdown(self) -> list[int]:
        """The live players in the order in which they show or throw away; nobody where the last one won unshown."""
        round_ = self.round
        if not round_.shown:
            return []
        if self.before.table.dealt_by_hand:
            return [seat for seat in (*round_.shown, *round_.mucked) if seat not in round_.folded]
        start = round_.order.index(round_.shown[0])
        return [seat for seat in (*round_.order[start:], *round_.order[:start]) if seat not in round_.folded]

    def paragraphs(self) -> list[str]:
        """Everything cited in the round, in order, each once."""
        return printed(tuple(cite for step in self.steps for cite in _cites(step.event)))


def _over(state: PokerState) -> bool:
    return state.round is not None and state.round.over


def _cites(event: ev.PokerEvent) -> tuple[Citation, ...]:
    match event:
        case ev.PotsGivenOut() | ev.PotsGivenOutAgain():
            return tuple(cite for pot in event.pots for cite in pot.cites)
        case ev.IrregularityRuled():
            return event.ruled.cites
        case _:
            cites: tuple[Citation, ...] = getattr(event, "cites", ())
            return cites


_PUT_RIGHT = (ev.CardsLie, ev.HandShown, ev.PotsGivenOutAgain)
_TOLD_AFTERWARDS = (ev.RoundStarted, ev.HandTurnedUp, ev.IrregularityRuled, *_PUT_RIGHT)


def recorded_rounds(played: Played) -> list[Recorded]:
    """The rounds of a round file that has been played."""
    events = (event for told in played.story for event in told.events)
    return recorded(played.script.book, read_poker_script(played.script).state, events)


def recorded(book: Rulebook, state: PokerState, events: Iterable[object], first: int = 1) -> list[Recorded]:
    """The rounds in what happened at a table; the first of them has this number."""
    rounds: list[list[RoundStep]] = []
    for event in events:
        assert isinstance(event, ev.PokerEvent), event
        after = evolve(state, event)
        if isinstance(event, ev.RoundStarted):
            rounds.append([])
        if rounds and (not _over(state) or isinstance(event, _TOLD_AFTERWARDS)):
            rounds[-1].append(RoundStep(state, event, after))
        state = after
    return [Recorded(number, book, tuple(steps)) for number, steps in enumerate(rounds, first)]


class HistoryLine(Value):
    """Something that a history tells between the deal and the showdown."""

    street: BettingRound
    seat: int | None = None
    act: Act | None = None
    chips: Cents = Cents(0)
    """Put in by this act."""
    total: Cents = Cents(0)
    """In front of the player after it."""
    all_in: bool = False
    board: tuple[Card, ...] = ()
    remark: str = ""
    by_rule: bool = False
    """A fold that follows from a rule and may come out of turn."""


def lines(recorded: Recorded) -> list[HistoryLine]:
    told: list[HistoryLine] = []
    for step in recorded.steps:
        round_ = step.before.round
        if round_ is None or isinstance(step.event, ev.RoundStarted):
            continue
        if isinstance(step.event, ev.StreetTakenBack):
            told = _without(told, step.event.street)
        elif isinstance(step.event, ev.BettingTakenBack):
            told = [line for line in told if line.act is None or line.street < step.event.betting_round]
        elif isinstance(step.event, ev.CardsLie):
            told = [_as_it_lies(line, step.event) for line in told]
        told += _told(step, round_)
    return told


def _told(step: RoundStep, round_: PokerRound) -> Iterator[HistoryLine]:
    street = round_.betting_round
    match step.event:
        case ev.ActionTaken(seat=seat, act=act, chips=chips, all_in=all_in):
            total = Cents(round_.bets.get(seat, 0) + chips)
            yield HistoryLine(street, seat, act, chips, total, all_in)
        case ev.FoldedByRule(seat=seat, cites=cites):
            yield HistoryLine(street, seat, Act.FOLD, remark=_remark("folded by rule", cites), by_rule=True)
        case ev.CommunityTurned(betting_round=turned):
            assert step.after.round is not None
            yield HistoryLine(turned, board=step.after.round.board[round_.turned :])
        case ev.ActedOutOfTurn(seat=seat, cites=cites):
            yield HistoryLine(street, seat, remark=_remark("acts out of turn", cites))
        case ev.OutOfTurnBetForfeited(seat=seat, chips=chips, cites=cites):
            yield HistoryLine(street, seat, chips=chips, remark=_remark("forfeits a bet made out of turn", cites))
        case ev.IrregularityRuled(ruled=ruled):
            yield HistoryLine(street, remark=_remark(f"incident {ruled.incident}: {ruled.ruling}", ruled.cites))
        case ev.RoundVoided(cites=cites):
            yield HistoryLine(street, remark=_remark(str(verdict("void")), cites))
        case ev.HandTurnedUp(seat=seat):
            yield HistoryLine(street, seat, remark=f"turns up {''.join(faces(round_.hands[seat])) or 'a hand'}")
        case _:
            pass


def _without(told: list[HistoryLine], street: BettingRound) -> list[HistoryLine]:
    """A street is taken back with the bets made on it; who folded stays folded (5.8.2)."""
    kept = []
    for line in told:
        if line.street < street or (not line.board and line.act is None):
            kept.append(line)
        elif line.act is Act.FOLD:
            kept.append(HistoryLine(line.street, line.seat, Act.FOLD, remark=line.remark, by_rule=True))
    return kept


def _as_it_lies(line: HistoryLine, event: ev.CardsLie) -> HistoryLine:
    now = dict(zip(event.read, event.cards, strict=True))
    return replace(line, board=tuple(now.get(card, card) for card in line.board)) if line.board else line


def _remark(words: str, cites: tuple[Citation, ...]) -> str:
    return f"{words} ({', '.join(printed(cites))})" if cites else words
