"""A random life as a round file, so that what broke can be played again with `croupier run`."""

from collections.abc import Iterator, Mapping

from croupier.cards import show_cards
from croupier.games.poker import commands as cmd
from croupier.games.poker.commands import Incident
from croupier.money import dollars
from croupier.sim.poker.lives import Fault, shrunk


def fault_file(fault: Fault) -> str:
    """The shortest way to what broke."""
    return round_file(shrunk(fault))


def round_file(fault: Fault) -> str:
    return "\n".join(_lines(fault)) + "\n"


def _lines(fault: Fault) -> Iterator[str]:
    setup, table = fault.setup, fault.setup.table
    yield f"# {' '.join(fault.what.split())}"
    yield f"# found in life {fault.seed!r}"
    yield f'rulebook = "{setup.book}"'
    yield f'dealing = "{table.device}"'
    yield "shoe = ["
    yield from (f'    "{show_cards(move.deck)}",' for move in fault.moves if move.deck)
    yield "]"
    yield "actions = ["
    yield from (f"    '{said(move.command)}'," for move in fault.moves)
    yield "]"
    yield ""
    yield "[table]"
    yield f"seats = {table.seats}"
    yield f'small-blind = "{dollars(table.small_blind)}"'
    yield f'stake = ["{dollars(table.stake_low)}", "{dollars(table.stake_high)}"]'
    yield f'chip = "{dollars(table.chip)}"'
    yield f'rake-percent = "{dollars(table.rake_basis_points)}"'
    if table.rake_cap is not None:
        yield f'rake-cap = "{dollars(table.rake_cap)}"'
    yield f"button = {setup.button}"
    yield f"first-orbit = {str(setup.first_orbit).lower()}"
    if table.settles_by_hand:
        yield 'settle = "by-hand"'
    yield ""
    yield "[seats]"
    for number, (player, stack) in setup.players.items():
        yield f'{number} = ["{player}", "{dollars(stack)}"]'


def said(command: cmd.PokerCommand) -> str:
    """A command in the words of round files; those that have none are told as what they amount to."""
    match command:
        case cmd.StartRound():
            return "start"
        case cmd.Settle():
            return "settle"
        case cmd.DealCards():
            return f"(cards out of nowhere: {show_cards(command.cards)})"
        case cmd.LookAtCards():
            return f"{command.seat} look"
        case cmd.TakeAction():
            return f"{command.seat} {_act(command)}"
        case cmd.ActOutOfTurn():
            return f"{command.seat} out-of-turn {_act(command)}"
        case cmd.ShowHand():
            return f"{command.seat} shows"
        case cmd.SitDown():
            verb = "relocated" if command.relocated else "sits"
            return f"{command.seat} {verb} {command.player} {dollars(command.stake)}"
        case cmd.TopUp():
            return f"{command.seat} tops-up {dollars(command.amount)}"
        case cmd.TakeOff():
            return f"{command.seat} takes-off {dollars(command.amount)}"
        case cmd.GoAway():
            return f"{command.seat} away"
        case cmd.ComeBack():
            return f"{command.seat} back"
        case cmd.LeaveTable() | cmd.DeemGone():
            return f"{command.seat} leaves"
        case cmd.ReportIrregularity():
            return " ".join(["incident", command.incident, *_details(command)])
        case _:
            return f"({command})"  # the House opens, suspends and closes tables; a round file has no words for it


def _act(command: cmd.TakeAction | cmd.ActOutOfTurn) -> str:
    return command.act if command.amount is None else f"{command.act} {dollars(command.amount)}"


def _details(command: cmd.ReportIrregularity) -> Iterator[str]:
    keys = _KEYS.get(command.incident, ())
    if "seat" in keys and command.seat is not None:
        yield f"seat={command.seat}"
    if "card" in keys and command.card is not None:
        yield f"card={command.card}"
    if "cards" in keys:
        yield f"cards={command.cards}"
    if "street" in keys and command.street is not None:
        yield f"street={command.street}"
    if "reconstructable" in keys:
        yield f"reconstructable={str(command.reconstructable).lower()}"
    if "other-cards-exposed" in keys and command.other_cards_exposed:
        yield "other-cards-exposed=true"
    if "ruling" in keys:
        yield f"ruling={'void' if command.void else 'continue'}"
    if command.shoe:
        yield f'shoe="{show_cards(command.shoe)}"'


_KEYS: Mapping[Incident, tuple[str, ...]] = {
    Incident.EXPOSED: ("seat", "card", "cards"),
    Incident.PLAYER_COUNT: ("seat", "reconstructable"),
    Incident.HAND_LEFT_OUT: ("reconstructable",),
    Incident.EXTRA_HAND: ("reconstructable",),
    Incident.NO_BURN: ("street", "reconstructable", "other-cards-exposed"),
    Incident.EARLY_CARD: ("street",),
    Incident.TOO_MANY: ("street", "reconstructable"),
    Incident.OTHER: ("ruling",),
}
