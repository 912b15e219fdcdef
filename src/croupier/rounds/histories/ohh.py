"""Our rounds as Open Hand History (OHH) JSON, version 1.4.7 of that specification.

One object a hand, separated by a blank line. It shows what an onlooker sees: there is no hero, and cards stand
only where a hand was shown. Amounts are JSON numbers with two places, as the specification wants them, and never
pass through a float. An uncalled bet has no word of its own: the pots are without it. What is ours begins with `_`.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec

from croupier.base.citation import printed
from croupier.base.json_answers import as_object
from croupier.base.values import Value
from croupier.rounds.histories.rounds import HistoryLine, Recorded, lines
from croupier.rounds.roundfile.details import incident
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import BettingRound, Phase
from croupier.version import __version__

SPEC_VERSION = "1.4.7"
STREETS = {
    BettingRound.FIRST: "Preflop",
    BettingRound.SECOND: "Flop",
    BettingRound.THIRD: "Turn",
    BettingRound.FOURTH: "River",
}
ACTIONS = {Act.FOLD: "Fold", Act.CHECK: "Check", Act.CALL: "Call", Act.BET: "Bet", Act.RAISE: "Raise"}

_ENCODER = msgspec.json.Encoder(decimal_format="number")


class Place(Value):
    """What a round does not know of itself."""

    venue: str = "croupier"
    table: str = "table"
    currency: str = "SGD"
    start: datetime | None = None


def write_ohh(rounds: Iterable[Recorded], place: Place) -> str:
    return "\n".join(_ENCODER.encode({"ohh": ohh(recorded, place)}).decode() + "\n" for recorded in rounds)


def ohh(recorded: Recorded, place: Place) -> dict[str, Any]:
    table, round_ = recorded.before.table, recorded.round
    told: dict[str, Any] = {
        "spec_version": SPEC_VERSION,
        "site_name": place.venue,
        "network_name": place.venue,
        "internal_version": __version__,
        "tournament": False,
        "game_number": f"{place.table}-{recorded.number}",
        "start_date_utc": None if place.start is None else f"{place.start.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "table_name": place.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": _money(0)},
        "table_size": table.seats,
        "currency": place.currency,
        "dealer_seat": round_.button,
        "small_blind_amount": _money(table.small_blind),
        "big_blind_amount": _money(table.big_blind),
        "ante_amount": _money(0),
        "hero_player_id": None,
        "flags": ["Observed"],
        "players": list(_players(recorded)),
        "rounds": list(_rounds(recorded)),
        "pots": list(_pots(recorded)),
        "_rulebook": recorded.book.key,
        "_dealing": str(table.device),
    }
    if round_.nobodys_bets:
        told["_dead"] = {str(seat): _money(chips) for seat, chips in sorted(round_.nobodys_bets.items())}
    if round_.phase is Phase.VOID:
        told["_void"] = printed(round_.void)
    if round_.incidents:
        told["_incidents"] = [as_object(incident(ruled)) for ruled in round_.incidents]
    return told | {"_paragraphs": recorded.paragraphs()}


def _money(chips: int) -> Decimal:
    return Decimal(chips).scaleb(-2)


def _players(recorded: Recorded) -> Iterator[dict[str, Any]]:
    """Everybody at the table; the seat is the id."""
    for number, seat in sorted(recorded.before.seats.items()):
        told = {"id": number, "seat": number, "name": seat.player, "starting_stack": _money(seat.stack)}
        yield told if number in recorded.round.order else told | {"is_sitting_out": True}


def _rounds(recorded: Recorded) -> Iterator[dict[str, Any]]:
    """The betting rounds that took place, and the showdown."""
    told = lines(recorded)
    streets = [BettingRound.FIRST, *(line.street for line in told if line.board)]
    for number, street in enumerate(streets):
        acts = list(_posts(recorded)) if street is BettingRound.FIRST else []
        acts += [act for line in told if line.street is street for act in _acts(line)]
        board = [card for line in told if line.street is street for card in line.board]
        yield _round(number, STREETS[street], board, acts)
    shown = [_shown(recorded, seat) for seat in recorded.showdown()]
    shown += [_act(seat, "Shows Cards", cards=recorded.shown[seat]) for seat in recorded.turned_up]
    if shown:
        yield _round(len(streets), "Showdown", [], shown)


def _round(number: int, street: str, board: Sequence[str], acts: list[dict[str, Any]]) -> dict[str, Any]:
    numbered = [{"action_number": count, **act} for count, act in enumerate(acts, 1)]
    return {"id": number, "street": street, "cards": list(board), "actions": numbered}


def _act(seat: int, action: str, chips: int = 0, *, all_in: bool = False, **more: Any) -> dict[str, Any]:
    return {"player_id": seat, "action": action, "amount": _money(chips), "is_allin": all_in, **more}


def _posts(recorded: Recorded) -> Iterator[dict[str, Any]]:
    names = {recorded.round.small_blind: "Post SB", recorded.round.big_blind: "Post BB"}
    for step in recorded.steps:
        if isinstance(step.event, ev.BlindPosted):
            seat = step.event.seat
            all_in = step.after.seats[seat].stack == 0
            if step.event.dead:
                yield _act(seat, "Post Dead", step.event.dead, all_in=all_in and not step.event.live)
            if step.event.live:
                yield _act(seat, names.get(seat, "Post Extra Blind"), step.event.live, all_in=all_in)


def _acts(line: HistoryLine) -> Iterator[dict[str, Any]]:
    if line.seat is None:
        return
    if line.act is not None:
        yield _act(line.seat, ACTIONS[line.act], line.chips, all_in=line.all_in)
    elif line.chips:
        yield _act(line.seat, "Post Dead", line.chips)  # a bet made out of turn that stands, though its player folds


def _shown(recorded: Recorded, seat: int) -> dict[str, Any]:
    if seat in recorded.round.shown:
        return _act(seat, "Shows Cards", cards=recorded.shown[seat])
    return _act(seat, "Mucks Cards")


def _pots(recorded: Recorded) -> Iterator[dict[str, Any]]:
    for number, pot in enumerate(recorded.round.pots):
        wins = [{"player_id": seat, "win_amount": _money(chips)} for seat, chips in pot.won.items()]
        cites = {"_paragraphs": printed(pot.cites)}
        yield {"number": number, "amount": _money(pot.amount), "rake": _money(pot.rake), "player_wins": wins, **cites}
