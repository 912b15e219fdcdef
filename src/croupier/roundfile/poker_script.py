"""The vocabulary of round files for poker tables."""

from typing import Any

from msgspec import Struct

from croupier.errors import Unreadable
from croupier.games.poker import commands as cmd
from croupier.games.poker.commands import Act
from croupier.games.poker.table import PokerState, PokerTable, open_table
from croupier.money import Cents
from croupier.roundfile.read import Script, amount, check_keys, located, place, whole
from croupier.rulebook.model import Device

TABLE_KEYS = {"seats", "small-blind", "stake", "chip", "rake-percent", "rake-cap", "button", "first-orbit"}
ANY_STAKE = ["0.01", "9999999999999"]


class PokerScript(Struct, frozen=True):
    state: PokerState
    actions: tuple[cmd.PokerCommand, ...]


def read_poker_script(script: Script) -> PokerScript:
    data = script.table
    check_keys("[table]", data, TABLE_KEYS)
    seats = whole("[table] seats", data.get("seats", 9), 2, most_seats(script))
    if "small-blind" not in data:
        raise Unreadable("[table] small-blind is missing")
    stake = data.get("stake", ANY_STAKE)
    if not isinstance(stake, list) or len(stake) != 2:
        raise Unreadable('[table] stake: the smallest and the largest buy-in are wanted, such as ["40", "400"]')
    low, high = (amount("[table] stake", item) for item in stake)
    if low > high:
        raise Unreadable("[table] stake: the smallest buy-in is above the largest")
    table = PokerTable(
        device=script.device,
        seats=seats,
        small_blind=_positive("small-blind", data["small-blind"]),
        stake_low=low,
        stake_high=high,
        chip=_positive("chip", data.get("chip", "1")),
        rake_per_myriad=_rake(script, data.get("rake-percent", "5")),
        rake_cap=amount("[table] rake-cap", data["rake-cap"]) if "rake-cap" in data else None,
    )
    players = _players(script, seats)
    button = whole("[table] button", data.get("button", min(players, default=1)), 1, seats)
    first_orbit = data.get("first-orbit", False)
    if not isinstance(first_orbit, bool):
        raise Unreadable("[table] first-orbit: true or false is wanted")
    actions = tuple(
        located(number, text, lambda words: read_action(seats, words)) for number, text in enumerate(script.actions, 1)
    )
    return PokerScript(open_table(table, players, button, first_orbit=first_orbit), actions)


def most_seats(script: Script) -> int:
    """A single deck serves two cards a seat, five on the board and the burnt ones."""
    burnt = len(script.book.procedure.burn_before) if script.device is Device.SHOE else 0
    return (52 - 5 - burnt) // 2


def read_action(seats: int, words: list[str]) -> cmd.PokerCommand:
    match words:
        case ["start"]:
            return cmd.StartRound()
        case [number, *act]:
            return _read_act(place("seat", number, seats), act)
        case _:
            raise Unreadable("an empty action")


def _read_act(seat: int, act: list[str]) -> cmd.PokerCommand:
    match act:
        case ["look"]:
            return cmd.LookAtCards(seat)
        case [("fold" | "check" | "call" | "allin") as verb]:
            return cmd.TakeAction(seat, Act(verb))
        case [("bet" | "raise") as verb, chips]:
            return cmd.TakeAction(seat, Act(verb), amount(verb, chips))
        case ["shows"]:
            return cmd.ShowHand(seat)
        case [("sits" | "relocated") as verb, player, chips]:
            return cmd.SitDown(seat, player, amount(verb, chips), relocated=verb == "relocated")
        case ["tops-up", chips]:
            return cmd.TopUp(seat, amount("tops-up", chips))
        case ["takes-off", chips]:
            return cmd.TakeOff(seat, amount("takes-off", chips))
        case ["away"]:
            return cmd.GoAway(seat)
        case ["back"]:
            return cmd.ComeBack(seat)
        case ["leaves"]:
            return cmd.LeaveTable(seat)
        case _:
            raise Unreadable(
                f"{' '.join(act) or 'nothing'!r} is no act at a poker table; known are look, fold, check, call, "
                "bet AMOUNT, raise TOTAL, allin, shows, sits NAME STAKE, relocated NAME STAKE, tops-up AMOUNT, "
                "takes-off AMOUNT, away, back, leaves"
            )


def _positive(key: str, value: object) -> Cents:
    chips = amount(f"[table] {key}", value)
    if chips <= 0:
        raise Unreadable(f"[table] {key}: more than nothing is wanted")
    return chips


def _rake(script: Script, value: object) -> int:
    percent = amount("[table] rake-percent", value)
    bound = script.book.procedure.rake_percent_bound
    if percent > bound * 100:
        raise Unreadable(f"[table] rake-percent: at most {bound} is allowed (4.1), not {value}")
    return percent


def _players(script: Script, seats: int) -> dict[int, tuple[str, Cents]]:
    players: dict[int, tuple[str, Cents]] = {}
    for number, value in script.sections.get("seats", {}).items():
        seat = place("[seats]", number, seats)
        name, chips = _player(number, value)
        if name in {player for player, _ in players.values()}:
            raise Unreadable(f"[seats] {number}: {name} has a seat already")
        players[seat] = (name, chips)
    return players


def _player(number: str, value: Any) -> tuple[str, Cents]:
    match value:
        case [str(name), chips] if name.strip():
            return name, amount(f"[seats] {number}", chips)
        case _:
            raise Unreadable(f'[seats] {number}: a name and a table stake are wanted, such as ["Ann", "200"]')
