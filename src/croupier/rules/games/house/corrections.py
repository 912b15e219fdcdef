"""Corrections at tables with real cards: the cards on the table count, whatever was entered or read (R-110 to R-112).

No paragraph knows an error of the keyboard or of a reader, so these are no irregularities of the game. Until the
payments the dealer names the cards again (`card_corrections`).
"""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says, word
from croupier.rules.games.common import Faces, Ruled
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.betting import present_box
from croupier.rules.games.house.card_corrections import correct, decided_against
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import CorrectEntry, Of, RecordPayment
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.reports import who_undoes
from croupier.rules.games.house.table import Box, Phase
from croupier.rules.games.irregularity import Irregularity, keys
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

ENTRY, PAYMENT = "entry", "payment"


def correct_entry(book: Rulebook, draft: Draft, command: CorrectEntry) -> None:
    """After the payments the settlement is made again (R-5). A face-up card is corrected after somebody has decided
    against it."""
    round_ = draft.round
    cites: tuple[Citation, ...] = (book.cite(House.CONTINUE_AS_DEALT), ruling(110))
    if round_.table.cards is Faces.SEALED:
        raise Refused(says("cards-sealed"), (book.cite(House.DEAL), ruling(96)))
    box = next((each.box for each in command.hands if each.box is not None), None)
    if round_.settlement_made:
        cites = (*cites, ruling(5), ruling(107))
        _check_rank(command, who_undoes(round_, tuple(round_.boxes), command.verify_above), cites)
        alone = command.alone
        draft.emit(ev.IrregularityRuled(Ruled(ENTRY, "corrected", cites, box, command.by, command.reason, alone)))
        draft.emit(ev.SettlementUndone())
        correct(book, draft, command.hands, cites)
        return
    face_up = all(each.of in (Of.UP, Of.BOARD) for each in command.hands)
    if round_.phase not in (Phase.DECIDING, Phase.SETTLING) or not face_up or not decided_against(round_):
        raise Refused(says("name-cards-again"), cites)
    cites = (ruling(111),)
    _check_rank(command, Rank.PIT_SUPERVISOR, cites)
    draft.emit(ev.IrregularityRuled(Ruled(ENTRY, "corrected", cites, None, command.by, command.reason)))
    correct(book, draft, command.hands, cites)
    if command.again:
        boxes = tuple(each.number for each in round_.boxes.values() if len(each.decisions) >= round_.stage)
        draft.emit(ev.DecisionsTakenBack(boxes, cites))


def record_payment(book: Rulebook, draft: Draft, command: RecordPayment) -> None:
    cites = (ruling(112),)
    box = present_box(book, draft.round, command.box)
    _check_rank(command, Rank.DEALER, cites)
    if not draft.round.settlement_made:
        raise Refused(says("not-paid-yet"), cites)
    due = due_to(box)
    if command.paid == due:
        raise Refused(says("paid-what-was-due", box=box.number), cites)
    draft.emit(ev.IrregularityRuled(Ruled(PAYMENT, "recorded", cites, box.number, command.by, command.reason)))
    draft.emit(ev.PaymentRecorded(box.number, command.paid, due, cites))


def due_to(box: Box) -> Cents:
    """What the settlement pays to the box, without returned stakes."""
    return Cents(sum(line.paid for line in box.lines) + sum(award.paid for award in box.awards))


def _check_rank(command: CorrectEntry | RecordPayment, rank: Rank, cites: tuple[Citation, ...]) -> None:
    if command.by.rank < rank:
        raise Refused(says("rank-decides", rank=word("rank", rank.key)), cites, left_to=rank)


CORRECTIONS: Mapping[str, Irregularity] = {
    ENTRY: Irregularity(
        correct_entry,
        House.CONTINUE_AS_DEALT,
        decided_by=Rank.PIT_SUPERVISOR,
        beside=(ruling(110),),
        keys=keys("box", "hand", "dealer", "board", "up", "again", "round", "due"),
    ),
    PAYMENT: Irregularity(
        record_payment,
        House.CONTINUE_AS_DEALT,
        beside=(ruling(112),),
        keys=keys("box", "paid"),
        required=keys("box", "paid"),
    ),
}
"""Reported at live tables with real cards; a round file has the cards as they lay."""
