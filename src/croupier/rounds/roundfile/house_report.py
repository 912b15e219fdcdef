"""What `croupier run --json` prints of a round at a house-banked table.

The author of a script knows every card, so it keeps no secrets; a live table shows views and nothing else.
"""

from msgspec import UNSET, UnsetType

from croupier.base.citation import printed
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile import answers
from croupier.rounds.roundfile.details import incident
from croupier.rules.cards import show_cards
from croupier.rules.games import HouseGame
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.table import Box, HouseRound, Phase
from croupier.rules.games.house.view import Waiting, turned_up, waiting
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Device, Rulebook


def house_round(dealer: HouseDealer) -> answers.HouseRound:
    return round_report(dealer.game, dealer.book, dealer.round, dealer.displayed_before, dealer.displayed)


def round_report(
    game: HouseGame, book: Rulebook, round_: HouseRound, before: Cents | None, after: Cents | None
) -> answers.HouseRound:
    """`before` and `after` are what the jackpot meter showed; None where the table has none."""
    meter = None if before is None or after is None else answers.Meter(dollars(before), dollars(after))
    return answers.HouseRound(
        status=_status(round_),
        void_cites=printed(round_.void) if round_.phase is Phase.VOID else UNSET,
        waiting=UNSET if round_.over else [_awaited(each) for each in waiting(round_)],
        boxes={str(box.number): _box(round_, box) for box in round_.boxes.values() if box.bets},
        dealer=_dealer(game, book, round_),
        board=show_cards(round_.board) if game.board else UNSET,
        burnt=show_cards(round_.burnt) if round_.table.device is Device.SHOE else UNSET,
        jackpot=UNSET if meter is None else meter,
        incidents=[incident(ruled) for ruled in round_.incidents],
    )


def _status(round_: HouseRound) -> answers.Status:
    match round_.phase:
        case Phase.SETTLED:
            return "settled"
        case Phase.VOID:
            return "void"
        case _:
            return "open"


def _awaited(each: Waiting) -> answers.Waiting:
    return answers.Waiting(
        box=UNSET if each.box is None else each.box,
        what=each.reason,
        award="held" if each.reason == "jackpot" else UNSET,  # a script verifies nothing
    )


def _box(round_: HouseRound, box: Box) -> answers.Box:
    bets = {line.spot.value: _line(line) for line in box.lines}
    if not round_.over:  # what is settled is so but for a claim on the meter
        bets = {spot.value: answers.Bet(dollars(stake.amount)) for spot, stake in box.bets.items()} | bets
    return answers.Box(
        player=box.player,
        hand=show_cards(box.cards) if round_.over or box.looked or turned_up(round_, box) else UNSET,
        decisions=[decision.value for decision in box.decisions],
        bets=bets,
        awards=[_award(award) for award in box.awards] if round_.over or round_.settlement_made else UNSET,
        net=dollars(net(box)) if round_.over else UNSET,
    )


def net(box: Box) -> int:
    on_bets = sum(line.returned + line.paid - line.staked for line in box.lines)
    return on_bets + sum(award.paid for award in box.awards)


def _line(line: LineSettled) -> answers.Bet:
    return answers.Bet(
        staked=dollars(line.staked),
        returned=dollars(line.returned),
        paid=dollars(line.paid),
        result=line.result.value,
        cites=printed(line.cites),
    )


def _award(award: AwardPaid) -> answers.Award:
    source = UNSET if award.source is None else award.source
    return answers.Award(award=award.award, source=source, paid=dollars(award.paid), cites=printed(award.cites))


def _dealer(game: HouseGame, book: Rulebook, round_: HouseRound) -> answers.Dealer | UnsetType:
    """UNSET where nothing of the dealer's hand is known."""
    if not round_.dealer_shown and round_.up is None:
        return UNSET
    return answers.Dealer(
        hand=show_cards(round_.dealer) if round_.dealer_shown else UNSET,
        qualifies=game.qualifies(book, round_.dealer) if round_.dealer_shown and game.qualifies is not None else UNSET,
        up=UNSET if round_.up is None else round_.up,
    )
