"""Wrong entries and payments at an example table with real cards: what is ruled, and what follows (R-110 to R-112)."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from croupier.base.actors import Actor
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, says, word
from croupier.rules.games.house import commands as house
from croupier.rules.games.house import corrections as house_corrections
from croupier.rules.games.house import events as hev
from croupier.rules.games.irregularity import DECIDES_LATE_ENTRIES, Irregularity
from croupier.rules.games.poker import corrections as poker_corrections
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.machine import decide as poker_decide
from croupier.rules.rulebook.model import Rulebook
from croupier.rulings_desk.deciders import who_decides
from croupier.rulings_desk.example_tables import HouseExample, PokerExample
from croupier.rulings_desk.model import Answer, Refusal
from croupier.rulings_desk.remedies import goes_on, house_decisions, poker_decisions

AFTER_ANOTHER_ROUND = "bets-open-later"
"""The phase of a house-banked table with only bets on it; the wrong entry is in the round before."""
LATE = (says("does.earlier-round-stays"), says("does.posted-by-two"))
STANDS = says("does.settlement-stands")
TOO_MUCH = says("does.asked-back")
TOO_LITTLE = says("does.still-to-pay")
AS_THEY_LIE = says("does.as-they-lie")


def of_house(blank: Answer, example: HouseExample, by: Actor) -> Answer:
    command = replace(example.correction, by=by)
    dealer, state = example.dealer, example.dealer.state
    if _is_late(example, blank.phase):
        return _late(blank, example.book, house_corrections.CORRECTIONS, by)
    if isinstance(command, house.CorrectEntry) and dealer.link is not None:
        command = replace(command, verify_above=dealer.link.parameters.verify_above)
    decided = who_decides(command, lambda said: dealer.game.run(dealer.book, state, said)[0])
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = dealer.act(command)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    (ruled,) = (event.ruled for event in events if isinstance(event, hev.IrregularityRuled))
    does = (*_house_remedies(events), *goes_on(dealer.round))
    return replace(blank, ruling=ruled.ruling, cites=ruled.cites, does=does, next=tuple(house_decisions(dealer)))


def _house_remedies(events: Sequence[object]) -> Iterator[Sentence]:
    for event in events:
        match event:
            case hev.SettlementUndone():
                yield says("does.settled-again")
            case hev.PaymentRecorded():
                yield STANDS
                yield TOO_MUCH if event.paid > event.due else TOO_LITTLE
            case hev.DecisionsTakenBack():
                yield says("does.decided-again")
            case hev.CardsLie():
                yield AS_THEY_LIE
            case _:
                pass


def of_poker(blank: Answer, example: PokerExample, by: Actor) -> Answer:
    command, dealer = replace(example.correction, by=by), example.dealer
    if example.earlier_round:
        return _late(blank, example.book, poker_corrections.CORRECTIONS, by)
    decided = who_decides(command, lambda said: poker_decide(dealer.book, dealer.state, said))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = dealer.act(command)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    (ruled,) = (event.ruled for event in events if isinstance(event, pev.IrregularityRuled))
    does = tuple(_poker_remedies(events))
    return replace(blank, ruling=ruled.ruling, cites=ruled.cites, does=does, next=tuple(poker_decisions(dealer)))


def _poker_remedies(events: Sequence[object]) -> Iterator[Sentence]:
    for event in events:
        match event:
            case pev.PotsGivenOutAgain():
                yield says("does.pots-again")
            case pev.PaymentRecorded():
                yield STANDS
                yield TOO_MUCH if event.paid > event.due else TOO_LITTLE
            case pev.BettingTakenBack():
                yield says("does.betting-round-again")
            case pev.CardsLie():
                yield AS_THEY_LIE
            case _:
                pass


def _is_late(example: HouseExample, phase: str) -> bool:
    return example.kind == house_corrections.ENTRY and (example.earlier_round or phase == AFTER_ANOTHER_ROUND)


def _late(blank: Answer, book: Rulebook, rows: Mapping[str, Irregularity], by: Actor) -> Answer:
    """The floor posts it, because no table undoes a round after the next one has begun."""
    row = rows[blank.incident]
    cites = (book.cite(row.clause), *row.beside)
    below = Refusal(says("rank-decides", rank=word("rank", DECIDES_LATE_ENTRIES.key)), cites)
    blank = replace(blank, decided_by=DECIDES_LATE_ENTRIES, below=below)
    if by.rank < DECIDES_LATE_ENTRIES:
        return replace(blank, refused=below)
    return replace(blank, ruling="corrected", cites=cites, does=LATE)
