"""A script being played: a table, and one act after the other, each with its consequences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.base.citation import Citation
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.answers import HouseRound, OnRequest
from croupier.rounds.roundfile.by_whom import check_may_say, on_request
from croupier.rounds.roundfile.decks import Decks
from croupier.rounds.roundfile.house_report import house_round
from croupier.rounds.roundfile.house_script import read_house_script, read_house_words_at
from croupier.rounds.roundfile.read import Script
from croupier.rounds.roundfile.table_words import DealDue
from croupier.rounds.roundfile.told_act import Told, with_script
from croupier.rounds.roundfile.told_act import on_request as said_on_request
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.allowed import allowed
from croupier.rules.games.house.allowed import on_request as clause_on_request
from croupier.rules.games.house.commands import HouseCommand, OpenRound
from croupier.rules.games.house.reports import on_ranks
from croupier.rules.games.house.table import HouseState
from croupier.rules.rulebook.model import Rulebook

if TYPE_CHECKING:
    from croupier.rounds.roundfile.at_the_poker_table import PokerAtTheTable


class HouseAtTheTable:
    def __init__(self, script: Script, seed: int | None) -> None:
        house = read_house_script(script)
        self.actions: Sequence[HouseCommand | DealDue] = house.actions
        self._decks = Decks(script, seed, placed=house.placed)
        self.dealer = HouseDealer(
            *(house.game, script.book, house.table, house.jackpot, self._decks, house.failure),
            deals_by_hand=house.deals_by_hand,
            arranged=self._decks.arranged,
        )
        self.story: list[Told] = []
        self._requests: list[OnRequest] = []
        self._finished: list[HouseRound] = []

    @property
    def book(self) -> Rulebook:
        return self.dealer.book

    @property
    def rounds(self) -> list[HouseRound]:
        return [*self._finished, self._round()]

    def read(self, words: list[str]) -> HouseCommand | DealDue:
        """Reads the words with the players who are at the table now, not those who were when the script began."""
        return read_house_words_at(self.dealer.game, self.dealer.state.table, words)

    def act(self, text: str, action: HouseCommand | DealDue) -> Told:
        starts, number = isinstance(action, OpenRound), len(self.story) + 1
        cites: tuple[Citation, ...] = ()
        finished = [self._round()] if starts else []
        if not isinstance(action, DealDue):
            cites = check_house_speaker(self.book, self.dealer.state, action, text)
        events = self.dealer.deal() if isinstance(action, DealDue) else self.dealer.act(action)
        unlisted = self._decks.newly_unlisted(self.dealer.drawn)
        self.story.append(Told(number, text, events, starts, unlisted, cites))
        self._finished += finished
        self._requests = [*([] if starts else self._requests), *said_on_request(number, text, cites)]
        return self.story[-1]

    def _round(self) -> HouseRound:
        return with_script(house_round(self.dealer), self._decks.unlisted(self.dealer.drawn), self._requests)


def check_house_speaker(book: Rulebook, state: HouseState, action: HouseCommand, text: str) -> tuple[Citation, ...]:
    """Refuse what the person in the brackets may not say. Returns the paragraph by which staff say it for a player."""
    check_may_say(book, lambda by: allowed(by, state, action), action, text, on_ranks(state.round))
    return on_request(book, lambda by: clause_on_request(by, action), text)


def at_the_table(script: Script, seed: int | None = None) -> "HouseAtTheTable | PokerAtTheTable":
    if script.game in HOUSE_GAMES:
        return HouseAtTheTable(script, seed)
    from croupier.rounds.roundfile.at_the_poker_table import PokerAtTheTable

    return PokerAtTheTable(script, seed)
