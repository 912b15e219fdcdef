"""Commands in the words of round files, the other way round than they are read."""

from collections.abc import Iterator, Mapping

from croupier.rules.cards import show_cards
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.commands import Incident
from croupier.rules.money import dollars


def house_words(command: house_cmd.HouseCommand) -> str:
    match command:
        case house_cmd.OpenRound():
            return "next"
        case house_cmd.CloseBets():
            return "close"
        case house_cmd.Settle():
            return "settle"
        case house_cmd.PlaceBet(box=box, spot=spot, amount=amount):
            return f"{box} {spot} {dollars(amount)}"
        case house_cmd.WithdrawBet(box=box, spot=spot):
            return f"{box} withdraw {spot}"
        case house_cmd.Look(box=box):
            return f"{box} look"
        case house_cmd.MakeDecision(box=box, decision=decision, amount=amount):
            return f"{box} {decision}" if amount is None else f"{box} {decision} {dollars(amount)}"
        case house_cmd.Choose(box=box, choice=choice):
            return f"{box} {choice}"
        case house_cmd.HideHand(box=box):
            return f"{box} hides"
        case house_cmd.WalkAway(box=box):
            return f"{box} leaves"
        case _:
            raise AssertionError(f"{command}: a round file says it with more words than one place has")


def poker_words(command: poker_cmd.PokerCommand) -> str:
    """Commands without a word of their own get the words of their effect."""
    match command:
        case poker_cmd.StartRound():
            return "start"
        case poker_cmd.Settle():
            return "settle"
        case poker_cmd.DealCards():
            return f"(cards out of nowhere: {show_cards(command.cards)})"
        case poker_cmd.LookAtCards():
            return f"{command.seat} look"
        case poker_cmd.TakeAction():
            return f"{command.seat} {_act(command)}"
        case poker_cmd.ActOutOfTurn():
            return f"{command.seat} out-of-turn {_act(command)}"
        case poker_cmd.ShowHand():
            return f"{command.seat} shows"
        case poker_cmd.SitDown():
            verb = "relocated" if command.relocated else "sits"
            return f"{command.seat} {verb} {command.player} {dollars(command.stake)}"
        case poker_cmd.TopUp():
            return f"{command.seat} tops-up {dollars(command.amount)}"
        case poker_cmd.TakeOff():
            return f"{command.seat} takes-off {dollars(command.amount)}"
        case poker_cmd.GoAway():
            return f"{command.seat} away"
        case poker_cmd.ComeBack():
            return f"{command.seat} back"
        case poker_cmd.MoveSeat():
            return f"{command.seat} moves-to {command.to}"
        case poker_cmd.LeaveTable() | poker_cmd.DeemGone():
            return f"{command.seat} leaves"
        case poker_cmd.ReportIrregularity():
            return " ".join(["incident", command.incident, *_details(command)])
        case _:
            return f"({command})"  # the House opens, suspends and closes tables; a round file has no words for it


def _act(command: poker_cmd.TakeAction | poker_cmd.ActOutOfTurn) -> str:
    return command.act if command.amount is None else f"{command.act} {dollars(command.amount)}"


def _details(command: poker_cmd.ReportIrregularity) -> Iterator[str]:
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
