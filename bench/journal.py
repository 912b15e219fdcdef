"""What it costs to write an act down: sealing its cards, its body, its link in the chain; and a deck before the bets.

    python bench/journal.py

Microseconds, the best of five turns.
"""

from collections.abc import Callable
from timeit import repeat

import msgspec

from croupier.base.citation import Citation
from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.journal.codec import EventCodec
from croupier.floor.journal.decks import draw, opened, seal
from croupier.floor.journal.entry import Body, decode_body, encode_body
from croupier.floor.journal.places import Places, seal_events
from croupier.floor.ledger.accounts import Account
from croupier.floor.ledger.postings import Posting
from croupier.rules.cards import DECK, os_chance
from croupier.rules.games.house.events import BetsClosed, CardsDealt, DecisionMade, HouseEvent
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.money import Cents

STREAM = "table/tcp-1"
CITES = (Citation("3.9"),)
EVENTS: EventCodec[HouseEvent] = EventCodec(HouseEvent)
PLACES = Places(DECK)
HANDS = {box: DECK[3 * box - 2 : 3 * box + 1] for box in range(1, 6)}
DEAL = (BetsClosed(CITES), CardsDealt(DECK[:19], CITES, DECK[:1], HANDS, DECK[16:19]))
DECISION = (DecisionMade(1, Decision.PLAY, CITES, Spot.PLAY, Cents(5_00)),)
POST = (Posting(Account("stack/tcp-1/Ann"), -500), Posting(Account("layout/tcp-1"), 500))
KEY = bytes(32)


def body(events: tuple[HouseEvent, ...]) -> bytes:
    then = EVENTS.encode(seal_events(events, PLACES))
    answer = msgspec.Raw(b'{"done":{"version":118}}')
    told = Body(1, "Ann", "c-00000001", "play 1", CITES, POST, then, rank=1, session=3, version=118, answer=answer)
    return encode_body(told)


def best(name: str, do: Callable[[], object], number: int = 2_000) -> None:
    print(f"{name:45} {min(repeat(do, number=number, repeat=5)) / number * 1e6:8.1f}")


def main() -> None:
    chance = os_chance()
    written, dealt = body(DECISION), body(DEAL)
    row = seal(draw(chance, STREAM, 12), 1, KEY)
    best("a decision: body and chain", lambda: chained(ZERO, STREAM, 7, 1_700_000_000_000_000, 3, body(DECISION)))
    best("a deal to five boxes: body and chain", lambda: chained(ZERO, STREAM, 7, 1_700_000_000_000_000, 3, body(DEAL)))
    best("the chain alone", lambda: chained(ZERO, STREAM, 7, 1_700_000_000_000_000, 3, written))
    best("reading the body of a decision", lambda: decode_body(written))
    best("reading a deal, cards and all", lambda: [*map(PLACES.unseal, EVENTS.decode(1, decode_body(dealt).then))])
    best("a deck: drawn, root, sealed", lambda: seal(draw(chance, STREAM, 12), 1, KEY), 200)
    best("a deck: opened, root compared", lambda: opened(row, KEY), 200)


if __name__ == "__main__":
    main()
