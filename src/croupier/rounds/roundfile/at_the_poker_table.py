"""A script of poker while it is played."""

from collections.abc import Iterator, Sequence

from croupier.base.citation import Citation
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile.answers import OnRequest, PokerRound
from croupier.rounds.roundfile.by_whom import check_may_say, on_request
from croupier.rounds.roundfile.decks import Decks
from croupier.rounds.roundfile.poker_report import poker_round
from croupier.rounds.roundfile.poker_script import read_poker_script, read_poker_words_at
from croupier.rounds.roundfile.read import Script
from croupier.rounds.roundfile.table_words import ChangeBook, DealDue
from croupier.rounds.roundfile.told_act import Told, with_script
from croupier.rounds.roundfile.told_act import on_request as said_on_request
from croupier.rules.games.poker.allowed import allowed
from croupier.rules.games.poker.allowed import on_request as clause_on_request
from croupier.rules.games.poker.commands import PokerCommand, StartRound
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.ranks import on_ranks
from croupier.rules.rulebook.model import Rulebook


class PokerAtTheTable:
    def __init__(self, script: Script, seed: int | None) -> None:
        poker = read_poker_script(script)
        self.actions: Sequence[PokerCommand | ChangeBook | DealDue] = poker.actions
        self._decks = Decks(script, seed, placed=poker.placed)
        arranged = self._decks.arranged if any(poker.placed) else None
        self.dealer = PokerDealer(
            script.book, poker.state, self._decks, deals_by_hand=poker.deals_by_hand, arranged=arranged
        )
        self.story: list[Told] = []
        self._began = 0
        self._requests: list[OnRequest] = []
        self._finished: list[PokerRound] = []

    @property
    def book(self) -> Rulebook:
        return self.dealer.book

    @property
    def rounds(self) -> list[PokerRound]:
        return [*self._finished, *([] if self.dealer.state.round is None else [self._round()])]

    def read(self, words: list[str]) -> PokerCommand | ChangeBook | DealDue:
        return read_poker_words_at(self.book, self.dealer.state.table, words)

    def act(self, text: str, action: PokerCommand | ChangeBook | DealDue) -> Told:
        number = len(self.story) + 1
        cites: tuple[Citation, ...] = ()
        if isinstance(action, ChangeBook):
            self.dealer.change_book(action.book)
            self.story.append(Told(number, text))
            return self.story[-1]
        if not isinstance(action, DealDue):
            state = self.dealer.state
            check_may_say(self.book, lambda by: allowed(by, state, action), action, text, on_ranks(state.round))
            cites = on_request(self.book, lambda by: clause_on_request(by, action), text)
        starts = isinstance(action, StartRound)
        finished = [self._round()] if starts and self.dealer.state.round is not None else []
        events = self.dealer.deal() if isinstance(action, DealDue) else self.dealer.act(action)
        newly = self._decks.newly_unlisted(self.dealer.drawn)
        self.story.append(Told(number, text, events, starts, newly, cites))
        self._finished += finished
        if starts:
            self._began = number - 1
            self._requests.clear()
        self._requests += said_on_request(number, text, cites)
        return self.story[-1]

    def happened_in_this_round(self) -> Iterator[PokerEvent]:
        """Every event since the newest round began. Earlier rounds are not read, so a long evening costs no more."""
        for told in self.story[self._began :]:
            yield from told.events  # type: ignore[misc]  # of poker alone

    def _round(self) -> PokerRound:
        return with_script(poker_round(self.dealer), self._decks.unlisted(self.dealer.drawn), self._requests)
