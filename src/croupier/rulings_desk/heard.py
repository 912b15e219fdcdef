"""Tables of which commands each phase accepts, and which paragraphs refuse the others; generated, not written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rules.cards import DECK
from croupier.rules.games import HouseGame
from croupier.rules.games.house import commands as house
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.weave import title_of
from croupier.rulings_desk.example_tables import HouseExample, PokerExample
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phases, read_circumstances

C = TypeVar("C")

HEARD = "heard"
NO_PARAGRAPH = "refused"
"""Refused by the form of the game: it is about something that does not exist, such as an empty box."""

ANY_INCIDENT = "foreign-card"
FREE_PLACE = 6

INTRODUCTION = """\
What may be said in which phase of a round. Each command was given to an example table in that phase, to every box or
seat that has a player, by somebody in charge; `{heard}` means that the table heard it from one of them at least. Where
it did not, the paragraphs by which the first was refused stand in its place, and `{refused}` where it was about
nothing that is there. The table is of {key}."""


def heard(key: str) -> str:
    """A page of tables, one for each dealing device, as Markdown."""
    return "\n".join(_lines(load(key))) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield f"# Commands by phase: {title_of(book)}"
    yield from ("", INTRODUCTION.format(heard=HEARD, refused=NO_PARAGRAPH, key=book.key))
    known = phases(book.game)
    for device in book.procedure.devices:
        columns = [_column(book.key, device, phase) for phase in known]
        yield from ("", f"## Dealt from the {device}", "")
        yield f"| command | {' | '.join(phase.key for phase in known)} |"
        yield f"|---{'|---' * len(known)}|"
        for command in columns[0]:
            yield f"| {command} | {' | '.join(column[command] for column in columns)} |"


def _column(key: str, device: Device, phase: HousePhase | PokerPhase) -> dict[str, str]:
    so, _ = read_circumstances(phase, ())
    if isinstance(phase, HousePhase):
        at_house = HouseExample(key, device, phase, so, ANY_INCIDENT, ())
        game, book, state = at_house.game, at_house.book, at_house.dealer.state
        commands = house_commands(game, state, at_house.report)
        return _said(commands, lambda command: game.run(book, state, command))
    at_poker = PokerExample(key, device, phase, so, ANY_INCIDENT, ())
    return _said(
        poker_commands(at_poker.dealer.state, at_poker.report),
        lambda command: decide(at_poker.book, at_poker.dealer.state, command),
    )


def _said(commands: Mapping[str, Sequence[C]], ask: Callable[[C], object]) -> dict[str, str]:
    return {name: _cell(several, ask) for name, several in commands.items()}


def _cell(commands: Sequence[C], ask: Callable[[C], object]) -> str:
    refused: list[Refused] = []
    for command in commands:
        try:
            ask(command)
        except Refused as refusal:
            refused.append(refusal)
        else:
            return HEARD
    return ", ".join(printed(refused[0].cites)) or NO_PARAGRAPH


def house_commands(
    game: HouseGame, state: HouseState, report: house.ReportIrregularity
) -> dict[str, Sequence[house.HouseCommand]]:
    """Every command of a house-banked table, by name, for each box with a player."""
    boxes = list(state.round.boxes)
    jackpot = state.table.jackpot_bet or Cents(0)
    amounts = {spot: jackpot if spot is Spot.JACKPOT else cents("10") for spot in game.spots}
    bets = {f"place-bet {spot}": [house.PlaceBet(box, spot, amounts[spot]) for box in boxes] for spot in game.spots}
    decisions = {
        f"make-decision {decision}": [house.MakeDecision(box, decision) for box in boxes] for decision in game.decisions
    }
    choices = {f"choose {choice}": [house.Choose(box, choice) for box in boxes] for choice in house.Choice}
    return {
        "open-table": [house.OpenTable(state.table)],
        "take-box": [house.TakeBox(FREE_PLACE, "Dee")],
        "free-box": [house.FreeBox(box) for box in boxes],
        "open-round": [house.OpenRound()],
        **bets,
        "withdraw-bet": [house.WithdrawBet(box, Spot.ANTE) for box in boxes],
        "close-bets": [house.CloseBets()],
        "deal-cards": [house.DealCards(DECK[:1])],
        "deal-face-down": [house.DealFaceDown()],
        "name-cards": [house.NameCards(house.Of.DEALER, DECK[:1])],
        "name-hands": [house.NameHands(())],
        "correct-entry": [house.CorrectEntry((), IN_CHARGE)],
        "record-payment": [house.RecordPayment(box, cents("10"), IN_CHARGE) for box in boxes],
        "look": [house.Look(box) for box in boxes],
        **decisions,
        "walk-away": [house.WalkAway(box) for box in boxes],
        "hide-hand": [house.HideHand(box) for box in boxes],
        **choices,
        "settle": [house.Settle()],
        "answer-claim": [house.AnswerClaim(Cents(0))],
        "report-irregularity": [report],
        "change-sign": [house.ChangeSign(settles_by_hand=False)],
        "suspend-table": [house.SuspendTable("a fire drill")],
        "resume-table": [house.ResumeTable()],
        "close-table": [house.CloseTable()],
        "end-day": [house.EndDay()],
    }


def poker_commands(state: PokerState, report: poker.ReportIrregularity) -> dict[str, Sequence[poker.PokerCommand]]:
    """Every command of a poker table, by name, for each seat with a player."""
    seats = list(state.seats)
    chips = {poker.Act.BET: cents("10"), poker.Act.RAISE: cents("20")}
    acts = {f"take-action {act}": [poker.TakeAction(seat, act, chips.get(act)) for seat in seats] for act in poker.Act}
    early = {
        f"act-out-of-turn {act}": [poker.ActOutOfTurn(seat, act, chips.get(act)) for seat in seats] for act in poker.Act
    }
    as_they_are = {seat: (each.player, each.stack) for seat, each in state.seats.items()}
    return {
        "open-table": [poker.OpenTable(state.table, as_they_are, state.button)],
        "sit-down": [poker.SitDown(FREE_PLACE, "Eve", cents("100"))],
        "start-round": [poker.StartRound()],
        "deal-cards": [poker.DealCards(DECK[:1])],
        "deal-face-down": [poker.DealFaceDown()],
        "look-at-cards": [poker.LookAtCards(seat) for seat in seats],
        **acts,
        **early,
        "show-hand": [poker.ShowHand(seat) for seat in seats],
        "muck-hand": [poker.MuckHand(seat) for seat in seats],
        "settle": [poker.Settle()],
        "top-up": [poker.TopUp(seat, cents("10")) for seat in seats],
        "give-back": [poker.GiveBack(seat, cents("10")) for seat in seats],
        "take-off": [poker.TakeOff(seat, cents("10")) for seat in seats],
        "go-away": [poker.GoAway(seat) for seat in seats],
        "come-back": [poker.ComeBack(seat) for seat in seats],
        "move-seat": [poker.MoveSeat(seat, FREE_PLACE) for seat in seats],
        "leave-table": [poker.LeaveTable(seat) for seat in seats],
        "deem-gone": [poker.DeemGone(seat, IN_CHARGE) for seat in seats],
        "name-cards": [poker.NameCards(())],
        "correct-entry": [poker.CorrectEntry((), IN_CHARGE)],
        "record-payment": [poker.RecordPayment(seat, cents("10"), IN_CHARGE) for seat in seats],
        "report-irregularity": [report],
        "place-button": [poker.PlaceButton(min(state.seats, default=1))],
        "change-sign": [poker.ChangeSign(state.table)],
        "suspend-table": [poker.SuspendTable("a fire drill")],
        "resume-table": [poker.ResumeTable()],
        "close-table": [poker.CloseTable()],
        "end-day": [poker.EndDay()],
    }
