"""Simulates the card reader of a table: deals the due cards from a deck of its own."""

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from croupier.doors.joining.beside import Live
from croupier.doors.joining.floor import Floor, why
from croupier.rules.cards import Card, Chance, show_cards, shuffled_deck


class Shoe:
    """One deck a round. Only the server learns which cards leave it.

    After a reshuffle it goes on with the cards it has not dealt; the cards that were taken back are at the bottom.
    """

    def __init__(self, floor: Floor, table: str, listed: Sequence[Card], chance: Chance, say: Callable[[str], None]):
        self._heard: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.live = Live(floor, table, lambda kind, content: self._heard.put((kind, content)))
        self._table, self._chance, self._say = table, chance, say
        self._listed = tuple(listed)
        self._round: int | None = None
        self._deck: list[Card] = []
        self._asked: str | None = None
        """The id of the deal that is not answered yet."""
        self._dealing = ""
        """What it is, in words."""
        self._after = 0
        """Views before this version do not know of the last deal."""

    def run(self) -> int:
        """Until the floor ends it."""
        self.live.start()
        try:
            while True:
                kind, content = self._heard.get()
                if kind == "ended":
                    self._say(f"{content}.")
                    return 1
                if (refused := self._take(kind, content)) is not None:
                    self._say(refused)
                    return 1
        finally:
            self.live.stop()

    def _take(self, kind: str, content: Any) -> str | None:
        """Why there is no use in going on, if so."""
        match kind:
            case "table":
                self._look(content)
            case "done" if content["id"] == self._asked:
                self._asked, self._after = None, content["version"]
                self._say(self._dealing)
            case "error" if "watch" in content:
                return f"{self._table} cannot be watched: {why({'error': content})}."
            case "error" if content.get("id") == self._asked:
                if content["code"] == "forbidden":
                    return f"Not the device of {self._table}: {why({'error': content})}."
                self._asked = None
                self._say(f"Refused: {why({'error': content})}.")
            case "lost":
                self._say(f"{str(content).capitalize()}.")
            case _:
                pass
        return None

    def _look(self, view: dict[str, Any]) -> None:
        round_ = view["round"]
        if round_ is None or view["version"] < self._after or self._asked is not None:
            return
        if round_["number"] != self._round:
            self._begin(round_)
        waiting = round_["waiting"]
        if not waiting or waiting[0]["for"] != "cards" or waiting[0].keys() != {"for", "due"} or not self._deck:
            return
        due = min(waiting[0]["due"], len(self._deck))
        cards, self._deck = self._deck[:due], self._deck[due:]
        self._asked = self.live.act(f"deal {show_cards(cards)}")
        self._dealing = f"Round {round_['number']}: {due} card{'' if due == 1 else 's'} dealt."

    def _begin(self, round_: dict[str, Any]) -> None:
        first, self._round = self._round is None, round_["number"]
        if first and _cards_lie(round_):
            self._deck = []
            self._say(f"Round {self._round} was dealt from another deck; this one begins with the next round.")
            return
        self._deck = list(shuffled_deck(self._chance, self._listed).cards)
        self._listed = ()


def _cards_lie(round_: dict[str, Any]) -> bool:
    hands = [*round_.get("boxes", {}).values(), *round_.get("players", {}).values(), round_.get("dealer", {})]
    return any(hand.get("hand") for hand in hands)
