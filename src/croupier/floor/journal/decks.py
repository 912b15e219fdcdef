"""A whole deck, drawn before the bets: its root is published; its order is in a box that only the key ring opens.

    sealed = key's number (4 bytes) ‖ nonce (24) ‖ secretbox(one byte a card ‖ salt seed (32))
    salts  = SHAKE-256(salt seed), cut into 16 bytes each

The box has a key of its own, made from the ring's key and from what deck it is, so that no box opens as another's. The
nonce is made from what is in the box, where the seed is new each time: nothing has to be drawn for it, and nothing can
be drawn twice. A card's byte is its number in `DECK`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b, shake_256

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from croupier.base.values import Value
from croupier.floor.journal.entry import DeckBegun, Opened
from croupier.floor.journal.places import Places
from croupier.floor.journal.proofs import (
    SALT_BYTES,
    Levels,
    Path,
    Proof,
    ProvedCard,
    leaves_of,
    path_of,
    tree,
    written_path,
)
from croupier.rules.cards import DECK, Card, Chance, Deck, shuffled_deck

SEED_BYTES = 32
KEY_BYTES = 32
NUMBER_BYTES = 4
_NONCE = SecretBox.NONCE_SIZE
_BYTE_OF = {card: number for number, card in enumerate(DECK)}


class Tampered(Exception):
    """The box was not sealed with this key for this purpose."""


class KeyLacking(Tampered):
    """The ring lacks the key that the box names."""


class DeckRow(Value):
    """A deck as the store keeps it."""

    stream: str
    round: int
    deck: int
    first: int
    """The place of its first card: the number of places of this round used before."""
    root: bytes
    sealed: bytes


class DrawnDeck:
    """Order and salts of a deck, which nobody may read before the rules turn its cards up. Its repr leaves them out."""

    def __init__(self, stream: str, round_: int, deck: int, first: int, cards: Deck, salt_seed: bytes) -> None:
        self.stream = stream
        self.round = round_
        self.deck = deck
        self.first = first
        self.cards = cards
        self.salt_seed = salt_seed

    def __repr__(self) -> str:
        return f"<deck {self.deck} of round {self.round} of {self.stream}>"

    @property
    def table(self) -> str:
        return self.stream.removeprefix("table/")

    @cached_property
    def places(self) -> Places:
        """Where each card is in a round's first deck."""
        return Places(self.cards.cards)

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        size = SALT_BYTES * len(self.cards.cards)
        salt = shake_256(self.salt_seed).digest(size)
        return tuple([salt[start : start + SALT_BYTES] for start in range(0, size, SALT_BYTES)])

    @cached_property
    def levels(self) -> Levels:
        return tree(leaves_of(self.table, self.round, self.deck, self.first, self.cards.cards, self.salts))

    @property
    def root(self) -> bytes:
        return self.levels[-1][0]

    def card(self, place: int) -> Card:
        return self.cards.cards[place - self.first]

    def salt(self, place: int) -> bytes:
        return self.salts[place - self.first]

    def path(self, place: int) -> Path:
        return path_of(self.levels, place - self.first)

    def proof(self, places: Iterable[int]) -> Proof:
        """The proof of the cards at these places."""
        cards = [
            ProvedCard(place, self.card(place), self.salt(place).hex(), written_path(self.path(place)))
            for place in places
        ]
        return Proof(self.table, self.round, self.deck, self.root.hex(), tuple(cards))

    @property
    def begun(self) -> DeckBegun:
        """The journal's event for a new deck."""
        return DeckBegun(self.round, self.deck, self.first, self.root.hex())

    def turned_up(self, place: int) -> Opened:
        """The journal's event for a card that the rules turn up."""
        return Opened(self.deck, place, self.card(place), self.salt(place).hex())


def draw(
    chance: Chance,
    stream: str,
    round_: int,
    deck: int = 0,
    first: int = 0,
    *,
    listed: Sequence[Card] = (),
    among: Iterable[Card] = DECK,
) -> DrawnDeck:
    """All cards of the device in the order in which they will leave it, listed ones first; and the salts."""
    cards = shuffled_deck(chance, listed, among)
    return DrawnDeck(stream, round_, deck, first, cards, chance.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))


def seal(drawn: DrawnDeck, number: int, key: bytes) -> DeckRow:
    """Seals with the ring's key of this number."""
    order = bytes([_BYTE_OF[card] for card in drawn.cards.cards])
    box_key = _box_key(key, drawn.stream, drawn.round, drawn.deck, drawn.first)
    sealed = boxed(order + drawn.salt_seed, number, box_key)
    return DeckRow(drawn.stream, drawn.round, drawn.deck, drawn.first, drawn.root, sealed)


def opened(row: DeckRow, key: bytes) -> DrawnDeck:
    """The sealed deck; raises `Tampered` if row, root and box were not made together."""
    content = unboxed(row.sealed, _box_key(key, row.stream, row.round, row.deck, row.first))
    order, salt_seed = content[:-SEED_BYTES], content[-SEED_BYTES:]
    cards = Deck(tuple([DECK[number] for number in order]))
    drawn = DrawnDeck(row.stream, row.round, row.deck, row.first, cards, salt_seed)
    if drawn.root != row.root:
        raise Tampered(f"{drawn!r} has another root than its row says")
    return drawn


def key_number(sealed: bytes) -> int:
    """The number of the key that sealed the box."""
    return int.from_bytes(sealed[:NUMBER_BYTES], "big")


def boxed(content: bytes, number: int, box_key: bytes) -> bytes:
    nonce = blake2b(content, digest_size=_NONCE, key=box_key, person=b"croupier/nonce/1").digest()
    return number.to_bytes(NUMBER_BYTES, "big") + SecretBox(box_key).encrypt(content, nonce)


def unboxed(sealed: bytes, box_key: bytes) -> bytes:
    try:
        return SecretBox(box_key).decrypt(sealed[NUMBER_BYTES:])
    except (CryptoError, ValueError):
        raise Tampered("a sealed box was changed, belongs elsewhere, or was sealed with another key") from None


def _box_key(key: bytes, stream: str, round_: int, deck: int, first: int) -> bytes:
    what = f"{stream}\n{round_}\n{deck}\n{first}".encode()
    return blake2b(what, digest_size=KEY_BYTES, key=key, person=b"croupier/deck/1").digest()


def seal_card(card: str, stream: str, round_: int, place: int, number: int, key: bytes) -> bytes:
    """A card that a device has read, by its place in the round."""
    return boxed(card.encode(), number, _card_key(key, stream, round_, place))


def opened_card(sealed: bytes, stream: str, round_: int, place: int, key: bytes) -> Card:
    return Card(unboxed(sealed, _card_key(key, stream, round_, place)).decode())


def _card_key(key: bytes, stream: str, round_: int, place: int) -> bytes:
    what = f"{stream}\n{round_}\n{place}".encode()
    return blake2b(what, digest_size=KEY_BYTES, key=key, person=b"croupier/card/1").digest()
