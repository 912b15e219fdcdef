"""Poker tables for cases between rounds or with unequal stacks: the desk seats players and plays a script."""

from collections.abc import Collection, Mapping, Sequence

from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile import poker_script
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.read import Script
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker.commands import Act, Settle, TakeAction
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.money import cents
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rulings_desk.example_tables import MOST_SEATS, ORDER, place, seated
from croupier.rulings_desk.settings import PokerSetting, acts_there

OVER = "over"
"""In a script: all but one fold, and the round is over."""


class PokerScene:
    def __init__(
        self,
        book: Rulebook,
        device: Device,
        stacks: Mapping[int, str],
        button: int = 1,
        *,
        first_orbit: bool = False,
        short: Collection[int] = (),
        setting: PokerSetting | None = None,
    ) -> None:
        """`stacks` and `short` (those the case is about), by the usual seats."""
        self.setting = setting
        table = PokerTable(device, MOST_SEATS, cents("1"), cents("40"), cents("400"), settles_by_hand=True)
        usual = {seat: (f"seat {seat}", cents(stack)) for seat, stack in stacks.items()}
        state = open_table(table, seated(usual, setting, short), place(button, setting), first_orbit=first_orbit)
        order = ORDER if setting is None else setting.order
        self.dealer = PokerDealer(book, state, ShuffledDecks(seeded_chance(0), order))
        self._script = Script(book, device, (), (), {}, {})

    def play(self, script: Sequence[str]) -> list[PokerEvent]:
        events: list[PokerEvent] = []
        for act in acts_there(script, self.setting):
            if act == OVER:
                self._over()
            else:
                events += self.dealer.act(
                    poker_script.read_action(self._script.book, MOST_SEATS, act.split(), IN_CHARGE)
                )
        return events

    def place(self, usual: int) -> int:
        return place(usual, self.setting)

    def _over(self) -> None:
        while (round_ := self.dealer.state.round) is not None and not round_.over:
            self.dealer.act(Settle() if round_.turn is None else TakeAction(round_.turn, Act.FOLD))
