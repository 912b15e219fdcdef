"""The betting window: from "Place your Bets, please" to "No more Bets"."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import BETS_ON_A_BOX, MOST_CENTS
from croupier.base.sentences import listed, says, word, words
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.bets import Bet
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import CloseBets, PlaceBet, WithdrawBet
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseRound, Limits, Phase
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

# named once: a member of an enumeration is found several times slower than a name
_BETTING = Phase.BETTING
_ANTE, _JACKPOT = Spot.ANTE, Spot.JACKPOT
_NOTHING = Cents(0)

Bets = dict[Spot, Bet]
"""Those of the game, also where this version of its document has not all of them."""


def acts(bets: Iterable[Bet]) -> dict[type, Callable[[Rulebook, Draft, Any], None]]:
    """The acts of the betting window of a game with these bets."""
    known = {bet.spot: bet for bet in bets}
    return {PlaceBet: partial(place_bet, known), WithdrawBet: withdraw_bet, CloseBets: partial(close_bets, known)}


def place_bet(bets: Bets, book: Rulebook, draft: Draft, command: PlaceBet) -> None:
    round_ = draft.round
    check_window(book, round_)
    box = present_box(book, round_, command.box)
    spot, amount = command.spot, command.amount
    if box.number in round_.table.boxes_refused:
        raise Refused(says("no-bets-on-box", box=box.number), round_.table.boxes_refused[box.number])
    if amount <= 0:
        raise Refused(
            says("bet-too-small", amount=dollars(amount)),
            (book.cite(House.WITHIN_THE_LIMITS),),
        )
    if (placed := round_.placed.get(box.number, 0)) >= BETS_ON_A_BOX:
        raise Refused(says("too-many-bets", bets=placed, box=box.number))
    if spot is _JACKPOT:
        check_jackpot_bet(bets, book, round_, box, amount)
        draft.emit(ev.BetPlaced(box.number, spot, amount, _NOTHING, False, (book.cite(House.JACKPOT_NEEDS_ANTE),)))
        return

    limits = offered(bets, book, round_, spot)
    already = box.bets.get(spot)
    total = amount if already is None else Cents(already.amount + amount)
    if total > MOST_CENTS:
        raise Refused(says("bet-too-large", most=dollars(MOST_CENTS)))
    if command.unnoticed or total <= limits.high:
        draft.emit(ev.BetPlaced(box.number, spot, total, _NOTHING, command.unnoticed, ()))
        return
    cites: tuple[Citation, ...] = (book.cite(House.EXCESS_REJECTED), ruling(3))
    if already is not None and already.amount > limits.high:
        cites = (*cites, ruling(76))
    excess = Cents(total - limits.high)
    draft.emit(ev.BetPlaced(box.number, spot, limits.high, excess, False, cites))


def withdraw_bet(book: Rulebook, draft: Draft, command: WithdrawBet) -> None:
    check_window(book, draft.round)
    box = present_box(book, draft.round, command.box)
    if command.spot not in box.bets:
        raise Refused(
            says("no-bet-to-withdraw", spot=word("spot", command.spot), box=box.number, lying=words("spot", box.bets))
        )
    draft.emit(ev.BetWithdrawn(box.number, command.spot))


def close_bets(bets: Bets, book: Rulebook, draft: Draft, _: CloseBets) -> None:
    """Closes the bets. A bet that needs an Ante goes back if there is none (5.4, R-48)."""
    check_window(book, draft.round)
    for box in draft.round.boxes.values():
        for spot in bets_below_minimum(draft.round, box):
            if box.player not in draft.round.departed:
                raise below_minimum(book, draft.round, box, spot)
            # nobody is there to raise or withdraw it
            draft.emit(ev.BetReturned(box.number, spot, (book.cite(House.BELOW_MINIMUM), ruling(82))))
    for box in draft.round.boxes.values():
        if box.bet(_ANTE) is None:
            for spot, bet in reversed(bets.items()):  # the jackpot bet first, as journals have it
                if bet.goes_back is not None and spot in box.bets:
                    draft.emit(ev.BetReturned(box.number, spot, bet.goes_back(book)))
    somebody = False
    jackpot_bets: dict[int, Cents] = {}
    for box in draft.round.boxes.values():
        somebody = somebody or box.live
        if (stake := box.bet(_JACKPOT)) is not None:
            jackpot_bets[box.number] = stake.amount
    if not somebody:
        raise Refused(
            says("nobody-has-bet"),
            (book.cite(House.MUST_BET_TO_PLAY), ruling(60)),
        )
    draft.emit(ev.BetsClosed((book.cite(House.BETTING_CLOSES), book.cite(House.LAYOUT_AT_THE_CLOSE)), jackpot_bets))


def check_window(book: Rulebook, round_: HouseRound) -> None:
    if round_.phase is _BETTING:
        return
    if round_.over:
        raise Refused(
            says("round-over-wait-for-bets"),
            (book.cite(House.BETTING_OPENS),),
        )
    raise Refused(
        says("bets-closed"),
        (book.cite(House.LATE_BETS_REFUSED), book.cite(House.BETTING_CLOSES)),
    )


def present_box(book: Rulebook, round_: HouseRound, number: int) -> Box:
    """The box, whose player must still be there to act on it."""
    box = round_.boxes.get(number)
    if box is None:
        raise Refused(says("box-empty", box=number, occupied=listed(round_.boxes)))
    if box.player in round_.departed:
        raise walked_away(book, box.player)
    return box


def walked_away(book: Rulebook, player: str) -> Refused:
    cites = (book.cite(House.WALKED_AWAY_UNDECIDED), ruling(49), ruling(78))
    return Refused(says("walked-away", player=player), cites)


def offered(bets: Bets, book: Rulebook, round_: HouseRound, spot: Spot) -> Limits:
    """Named on the sign, and known to the book: a sign may be older than the version that applies now."""
    limits = round_.table.limits.get(spot)
    if limits is None or not bets[spot].is_in(book):
        known = words("spot", [each for each in round_.table.limits if bets[each].is_in(book)])
        why = says("bet-not-offered", spot=word("spot", spot), offered=known)
        raise Refused(why, (book.cite(House.OFFERED_AT_THE_TABLE),))
    return limits


def check_jackpot_bet(bets: Bets, book: Rulebook, round_: HouseRound, box: Box, amount: Cents) -> None:
    prescribed = round_.table.jackpot_bet
    if prescribed is None or not bets[_JACKPOT].is_in(book):
        raise Refused(says("no-jackpot-here"), (book.cite(House.OFFERED_AT_THE_TABLE),))
    if round_.table.jackpot_refused:
        raise Refused(says("no-jackpot-bets"), round_.table.jackpot_refused)
    if _JACKPOT in box.bets:
        raise Refused(
            says("one-jackpot-bet", box=box.number),
            (book.cite(House.WITHIN_THE_LIMITS), ruling(47)),
        )
    if amount != prescribed:
        raise Refused(
            says("jackpot-bet-amount", prescribed=dollars(prescribed), amount=dollars(amount)),
            (book.cite(House.WITHIN_THE_LIMITS), ruling(47)),
        )


def below_minimum(book: Rulebook, round_: HouseRound, box: Box, spot: Spot) -> Refused:
    return Refused(
        says(
            "below-minimum",
            spot=word("spot", spot),
            box=box.number,
            amount=dollars(box.bets[spot].amount),
            least=dollars(round_.table.limits[spot].low),
        ),
        (book.cite(House.BELOW_MINIMUM), ruling(3)),
    )


def bets_below_minimum(round_: HouseRound, box: Box) -> list[Spot]:
    """Noticed, and still on the layout."""
    limits = round_.table.limits
    return [
        spot
        for spot, stake in box.bets.items()
        if spot in limits and stake.amount < limits[spot].low and not stake.unnoticed and not stake.returned
    ]
