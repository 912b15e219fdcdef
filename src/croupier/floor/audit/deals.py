"""Checks that the cards are those promised before the bets: roots, places in order, every card turned up."""

from collections import Counter
from hashlib import blake2b, sha256, shake_256
from typing import NamedTuple

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from .archives import Begin
from .reading import Body, Deck, Entry, Found, Ring, Source, need

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
DRAWS = {
    "cards-dealt": ("cards",),
    "hole-cards-dealt": ("cards",),
    "poker-community-turned": ("burnt", "community"),
    "replacement-dealt": ("card",),
    "face-up-card-set-aside": ("card",),
}
"""The events with which cards leave the device, and their fields with cards, in this order."""
SALT, SEED = 16, 32


class Begun(NamedTuple):
    """A deck: the place of its first card, all cards and salts if the key is known, and the cards turned up so far."""

    first: int
    order: list[tuple[str, str]] | None
    up: dict[int, tuple[str, str]]

    def turns_up(self, place: int, card: str, salt: str) -> bool:
        """Whether it can be this card; with the key, whether it is."""
        at, same = place - self.first, self.up.setdefault(place, (card, salt)) == (card, salt)
        if self.order is not None:
            return same and 0 <= at < len(self.order) and self.order[at] == (card, salt)
        once = sum(other == card for other, _ in self.up.values()) == 1
        return same and once and card in CARDS and 0 <= at < len(CARDS) and len(salt) == 2 * SALT


class Deals:
    def __init__(self, source: Source, ring: Ring | None, begins: dict[str, Begin]) -> None:
        self._rows = {row[:3]: row for row in source.decks}
        need(len(self._rows) == len(source.decks), ("", 0), "deals", "a deck is kept twice")
        self._ring = ring
        self._begun: dict[tuple[str, int, int], Begun] = {}
        self._drawn: Counter[tuple[str, int]] = Counter()
        for begin in begins.values():
            self._promised((begin.stream, begin.seq), begin.decks)

    def _promised(self, at: tuple[str, int], decks: list[tuple[int, int, int, str]]) -> None:
        for round_, deck, first, root in decks:
            which, row = (at[0], round_, deck), self._rows.pop((at[0], round_, deck), None)
            promised = row is not None and (row[3], row[4].hex()) == (first, root)
            need(promised, at, "deals", f"deck {deck} of round {round_} is not kept as it was promised")
            order = None if self._ring is None or row is None else _opened(at, row, self._ring)
            self._begun[which] = Begun(first, order, {})

    def entry(self, entry: Entry, body: Body) -> None:
        at, here = entry[:2], (entry.stream, body.round)
        self._promised(at, body.decks)
        for event in body.then:
            for field in DRAWS.get(event.get("type", ""), ()):
                cards = event.get(field) or ()
                for place in [cards] if isinstance(cards, str) else cards:
                    self._drawn[here] += 1
                    right = place == f"#{self._drawn[here]:02}" or (*here, 0) not in self._begun
                    need(right, at, "deals", f"{place} leaves the device where #{self._drawn[here]:02} is next")
        for deck, number, card, salt in body.opened:
            begun = self._begun.get((*here, deck))
            right = begun is not None and begun.turns_up(number, card, salt)
            need(right, at, "deals", f"{card} does not lie at place {number} of deck {deck} that was promised")

    def finish(self) -> None:
        for stream, round_, deck in self._rows:
            need(False, (stream, 0), "deals", f"nobody was told the root of deck {deck} of round {round_}")


def _opened(at: tuple[str, int], row: Deck, ring: Ring) -> list[tuple[str, str]]:
    """Card and salt of each place, if the root was made from them."""
    stream, round_, deck, first, root, sealed = row
    name, key = f"{stream}\n{round_}\n{deck}\n{first}", ring.keys.get(int.from_bytes(sealed[:4], "big"), "")
    try:
        box_key = blake2b(name.encode(), digest_size=32, key=bytes.fromhex(key), person=b"croupier/deck/1").digest()
        content = SecretBox(box_key).decrypt(sealed[4:])
        cards = [CARDS[number] for number in content[:-SEED]]
    except (CryptoError, ValueError, IndexError):
        raise Found(*at, "deals", f"deck {deck} of round {round_} does not open with the key ring") from None
    salt = shake_256(content[-SEED:]).digest(SALT * len(cards))
    order = [(card, salt[place * SALT : place * SALT + SALT]) for place, card in enumerate(cards)]
    head = f"\0croupier/card/1\n{stream.removeprefix('table/')}\n{round_}\n{deck}\n"
    leaves = enumerate(order, first)
    level = [sha256(f"{head}{place}\n{card}\n".encode() + salt).digest() for place, (card, salt) in leaves]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [sha256(b"\1" + left + right).digest() for left, right in pairs] + level[len(level) & ~1 :]
    right = len({*cards}) == len(cards) and level == [root]
    need(right, at, "deals", f"deck {deck} of round {round_} is not the one whose root was told")
    return [(card, salt.hex()) for card, salt in order]
