"""What is written down of a poker round can be read again years later and says the same."""

import msgspec

from croupier.proofs.sim.poker.broken import Broken
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import PokerState

EVENT = msgspec.json.Decoder(ev.PokerEvent)
STATE = msgspec.json.Decoder(PokerState)


class Record:
    """The events of a round, and the state in which it began."""

    def __init__(self, began: PokerState) -> None:
        self.began = began
        self.events: list[ev.PokerEvent] = []

    def check_events_survive_json(self) -> None:
        live = told = self.began
        for event in self.events:
            read = EVENT.decode(msgspec.json.encode(event))
            if read != event:
                raise Broken(f"{event} comes back from JSON as {read}")
            live, told = evolve(live, event), evolve(told, read)
        if live != told:
            raise Broken("the events, read back from JSON, lead to another state")


def check_state_survives_json(state: PokerState) -> None:
    if STATE.decode(msgspec.json.encode(state)) != state:
        raise Broken("the state does not survive JSON")
