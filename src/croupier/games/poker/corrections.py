"""Chips that were pushed otherwise than the pots were given out, at tables with real cards (R-112)."""

from collections.abc import Mapping

from croupier.actors import Rank
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.common import Ruled
from croupier.games.irregularity import Irregularity, keys
from croupier.games.poker import commands as cmd
from croupier.games.poker import events as ev
from croupier.games.poker.clauses import Poker
from croupier.games.poker.evolve import Draft
from croupier.games.poker.table import SETTLED
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.sentences import says, word

PAYMENT = "payment"


def record_payment(_: Rulebook, draft: Draft, command: cmd.RecordPayment) -> None:
    cites, round_ = (ruling(112),), draft.state.round
    if command.by.rank < Rank.DEALER:
        raise Refused(says("rank-decides", rank=word("rank", Rank.DEALER.key)), cites, left_to=Rank.DEALER)
    if round_ is None or round_.phase is not SETTLED or command.seat not in round_.order:
        raise Refused(says("not-paid-yet"), cites)
    due = Cents(sum(pot.won.get(command.seat, 0) for pot in round_.pots))
    if command.paid == due:
        raise Refused(says("seat-paid-what-was-due", seat=command.seat), cites)
    draft.emit(ev.IrregularityRuled(Ruled(PAYMENT, "recorded", cites, by=command.by, reason=command.reason)))
    draft.emit(ev.PaymentRecorded(command.seat, command.paid, due, cites))


CORRECTIONS: Mapping[str, Irregularity] = {
    PAYMENT: Irregularity(
        "other chips were pushed than were due",
        record_payment,
        Poker.BEST_HAND_WINS,
        beside=(ruling(112),),
        keys=keys("seat", "paid"),
        required=keys("seat", "paid"),
    ),
}
