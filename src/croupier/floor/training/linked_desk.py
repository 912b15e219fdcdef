"""A table in a link of two, for awards whose order two tables decide."""

from collections.abc import Sequence

from croupier.rounds.dealing.following import FloorEvent, Jackpot
from croupier.rounds.dealing.linked import act, opened
from croupier.rules.cards import Card
from croupier.rules.games import HouseGame
from croupier.rules.games.house.commands import CloseBets, HouseCommand, MakeDecision, PlaceBet, Settle
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseRound, HouseState, HouseTable, Phase
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

HERE, THERE = "here", "there"


class LinkedDesk:
    """Acts happen here; one box at the other table plays for the same meter and was dealt before."""

    def __init__(
        self,
        game: HouseGame,
        book: Rulebook,
        table: HouseTable,
        jackpot: Jackpot,
        decks: tuple[Sequence[Card], Sequence[Card]],
        box_there: int,
    ) -> None:
        self.game, self.book = game, book
        self._decks = dict(zip((HERE, THERE), decks, strict=True))
        self._box = box_there
        _, _, self._linked = opened(dict.fromkeys((HERE, THERE), (game, book, table)), jackpot)

    @property
    def state(self) -> HouseState:
        return self._linked.tables[HERE].state

    @property
    def round(self) -> HouseRound:
        return self.state.round

    @property
    def displayed(self) -> Cents:
        return self._linked.link.displayed

    def act(self, command: HouseCommand) -> tuple[FloorEvent, ...]:
        return self._at(HERE, command)

    def deal_there(self) -> None:
        """Plays the other table up to the payments."""
        table = self._linked.tables[THERE].state.table
        assert table.jackpot_bet is not None
        self._at(THERE, PlaceBet(self._box, Spot.ANTE, table.limits[Spot.ANTE].low))
        self._at(THERE, PlaceBet(self._box, Spot.JACKPOT, table.jackpot_bet))
        self._at(THERE, CloseBets())

    def settle_there(self) -> tuple[FloorEvent, ...]:
        """Everybody there stays in and is paid. Returns what happens here because of that."""
        while (round_ := self._linked.tables[THERE].state.round).phase is Phase.DECIDING:
            stays = self.game.staying[max(round_.stage, 1) - 1]
            self._at(THERE, MakeDecision(undecided(round_)[0].number, stays))
        return self._at(THERE, Settle())

    def _at(self, name: str, command: HouseCommand) -> tuple[FloorEvent, ...]:
        happened, self._linked = act(self._linked, name, command, self._cards)
        return tuple(event for each in happened if each.table == HERE for event in each.events)

    def _cards(self, name: str, state: HouseState, due: int) -> tuple[Card, ...]:
        drawn = len(state.round.dealt)
        return tuple(self._decks[name][drawn : drawn + due])
