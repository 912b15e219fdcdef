"""What `croupier run --json` prints of a round of poker.

The author of a script knows every card, so it keeps no secrets; a live table shows views and nothing else.
"""

from msgspec import UNSET, UnsetType

from croupier.base.citation import printed
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile import answers
from croupier.rounds.roundfile.details import incident
from croupier.rules.cards import show_cards
from croupier.rules.games.common import as_far_as_known, faces
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.by_hand import cards_on_street, street_due
from croupier.rules.games.poker.dealing import cards_due
from croupier.rules.games.poker.showdown import to_show
from croupier.rules.games.poker.table import Phase, PokerRound, PotWon
from croupier.rules.money import Cents, dollars


def poker_round(dealer: PokerDealer) -> answers.PokerRound:
    round_ = dealer.state.round
    assert round_ is not None
    stacks = round_.stacks if round_.over else _behind(dealer)
    turned_up = sorted({*round_.shown, *round_.turned_up})
    return answers.PokerRound(
        status=_status(round_),
        void_cites=printed(round_.void) if round_.phase is Phase.VOID else UNSET,
        waiting=UNSET if round_.over else _waiting(dealer, round_),
        button=round_.button,
        posts={str(seat): dollars(chips) for seat, chips in sorted(round_.posts.items())},
        board=show_cards(round_.board),
        burnt=show_cards(as_far_as_known(round_.burnt)),
        discarded=show_cards(as_far_as_known(round_.discarded)),
        pots=[_pot(pot) for pot in round_.pots],
        uncalled={str(seat): dollars(chips) for seat, chips in round_.uncalled.items()},
        shown=list(round_.shown),
        hands={str(seat): show_cards(hand) for seat in turned_up if (hand := faces(round_.hands[seat]))},
        mucked=list(round_.mucked) or UNSET,
        stacks={str(seat): dollars(chips) for seat, chips in sorted(stacks.items())},
        incidents=[incident(ruled) for ruled in round_.incidents],
    )


def _status(round_: PokerRound) -> answers.Status:
    match round_.phase:
        case Phase.SETTLED:
            return "settled"
        case Phase.VOID:
            return "void"
        case _:
            return "open"


def _behind(dealer: PokerDealer) -> dict[int, Cents]:
    """Chips behind, of all who still have a seat."""
    return {number: seat.stack for number, seat in dealer.state.seats.items() if not seat.leaving}


def _pot(pot: PotWon) -> answers.Pot:
    return answers.Pot(
        amount=dollars(pot.amount),
        rake=dollars(pot.rake),
        eligible=list(pot.eligible),
        won={str(seat): dollars(chips) for seat, chips in pot.won.items()},
        cites=printed(pot.cites),
    )


def _waiting(dealer: PokerDealer, round_: PokerRound) -> list[answers.Waiting]:
    if round_.phase is Phase.SETTLING:
        due = to_show(dealer.book, dealer.state)
        shows = [answers.Waiting(seat=each.seat, what="cards", due=2, may=list(each.may)) for each in due]
        return shows or [answers.Waiting(what="settle")]
    if round_.phase is Phase.DEALING and dealer.state.table.dealt_by_hand:
        street = street_due(dealer.state)
        if street is not None:
            return [answers.Waiting(what="cards", of="board", due=cards_on_street(round_, street))]
        return [answers.Waiting(what="cards", due=cards_due(dealer.book, dealer.state))]
    if round_.phase is not Phase.BETTING or round_.turn is None:
        return []
    allowed = options(dealer.state, round_.turn)
    return [
        answers.Waiting(
            seat=round_.turn,
            what="decision",
            may=list(allowed.may),
            call=_amount(allowed.call),
            bet=_amount(allowed.bet),
            raise_to=_amount(allowed.raise_to),
        )
    ]


def _amount(chips: Cents | None) -> str | UnsetType:
    return UNSET if chips is None else dollars(chips)
