"""What `croupier run --json` prints of a round at a house-banked table.

The author of a script knows every card, so it keeps no secrets; a live table shows views and nothing else.
"""

from typing import Any

from croupier.base.citation import printed
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.details import incident
from croupier.rules.cards import show_cards
from croupier.rules.games import HouseGame
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.table import Box, HouseRound, Phase
from croupier.rules.games.house.view import Waiting, turned_up, waiting
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Device, Rulebook


def house_round(dealer: HouseDealer) -> dict[str, Any]:
    return round_report(dealer.game, dealer.book, dealer.round, dealer.displayed_before, dealer.displayed)


def round_report(
    game: HouseGame, book: Rulebook, round_: HouseRound, before: Cents | None, after: Cents | None
) -> dict[str, Any]:
    """`before` and `after` are what the jackpot meter showed; None where the table has none."""
    report: dict[str, Any] = {"status": _status(round_)}
    if round_.phase is Phase.VOID:
        report["void_cites"] = printed(round_.void)
    if not round_.over:
        report["waiting"] = _waiting(round_)
    report["boxes"] = {str(box.number): _box(round_, box) for box in round_.boxes.values() if box.bets}
    if dealer := _dealer(game, book, round_):
        report["dealer"] = dealer
    if game.board:
        report["board"] = show_cards(round_.board)
    if round_.table.device is Device.SHOE:
        report["burnt"] = show_cards(round_.burnt)
    if before is not None and after is not None:
        report["jackpot"] = {"before": dollars(before), "after": dollars(after)}
    report["incidents"] = [incident(ruled) for ruled in round_.incidents]
    return report


def _status(round_: HouseRound) -> str:
    return round_.phase if round_.over else "open"


def _waiting(round_: HouseRound) -> list[dict[str, Any]]:
    return [_awaited(each) for each in waiting(round_)]


def _awaited(each: Waiting) -> dict[str, Any]:
    box = {} if each.box is None else {"box": each.box}
    held = {"award": "held"} if each.reason == "jackpot" else {}  # a script verifies nothing
    return {**box, "for": each.reason, **held}


def _box(round_: HouseRound, box: Box) -> dict[str, Any]:
    report: dict[str, Any] = {"player": box.player}
    if round_.over or box.looked or turned_up(round_, box):
        report["hand"] = show_cards(box.cards)
    report["decisions"] = list(box.decisions)
    if not round_.over:
        settled = {line.spot: _line(line) for line in box.lines}  # but for a claim on the meter
        staked = {spot: {"staked": dollars(stake.amount)} for spot, stake in box.bets.items()}
        report["bets"] = staked | settled
        if round_.settlement_made:
            report["awards"] = [_award(award) for award in box.awards]
        return report
    report["bets"] = {line.spot: _line(line) for line in box.lines}
    report["awards"] = [_award(award) for award in box.awards]
    report["net"] = dollars(net(box))
    return report


def net(box: Box) -> int:
    on_bets = sum(line.returned + line.paid - line.staked for line in box.lines)
    return on_bets + sum(award.paid for award in box.awards)


def _line(line: LineSettled) -> dict[str, Any]:
    return {
        "staked": dollars(line.staked),
        "returned": dollars(line.returned),
        "paid": dollars(line.paid),
        "result": line.result,
        "cites": printed(line.cites),
    }


def _award(award: AwardPaid) -> dict[str, Any]:
    source = {} if award.source is None else {"from": award.source}
    return {"award": award.award, **source, "paid": dollars(award.paid), "cites": printed(award.cites)}


def _dealer(game: HouseGame, book: Rulebook, round_: HouseRound) -> dict[str, Any]:
    dealer: dict[str, Any] = {}
    if round_.dealer_shown:
        dealer["hand"] = show_cards(round_.dealer)
        if game.qualifies is not None:
            dealer["qualifies"] = game.qualifies(book, round_.dealer)
    if round_.up is not None:
        dealer["up"] = round_.up
    return dealer
