"""The cards are those that were promised before the bets: roots, places in order, every card turned up."""

from hashlib import blake2b, sha256, shake_256

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from .reading import Body, Deck, Entry, Found, Ring, Source

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
DRAWS = {
    "cards-dealt": ("cards",),
    "hole-cards-dealt": ("cards",),
    "poker-community-turned": ("burnt", "community"),
    "replacement-dealt": ("card",),
    "face-up-card-set-aside": ("card",),
}
"""With which events cards leave the device, and the fields that have them, in this order."""
SALT, SEED = 16, 32


class Begun:
    """A deck: the place of its first card, the cards turned up so far, and with the key, all cards and salts."""

    def __init__(self, first: int, order: list[tuple[str, str]] | None) -> None:
        self.first, self.order = first, order
        self.up: dict[int, tuple[str, str]] = {}

    def turns_up(self, place: int, card: str, salt: str) -> bool:
        """Whether it can be this card: with the key, whether it is."""
        at, same = place - self.first, self.up.setdefault(place, (card, salt)) == (card, salt)
        if self.order is not None:
            return same and 0 <= at < len(self.order) and self.order[at] == (card, salt)
        once = sum(other == card for other, _ in self.up.values()) == 1
        return same and once and card in CARDS and 0 <= at < len(CARDS) and len(salt) == 2 * SALT


class Deals:
    def __init__(self, source: Source, ring: Ring | None) -> None:
        self._rows = {row[:3]: row for row in source.decks}
        self._ring = ring
        self._begun: dict[tuple[str, int, int], Begun] = {}
        self._drawn: dict[tuple[str, int], int] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        for round_, deck, first, root in body.decks:
            which = (entry.stream, round_, deck)
            row = self._rows.pop(which, None)
            if row is None or (row[3], row[4].hex()) != (first, root):
                raise Found(*entry[:2], "deals", f"deck {deck} of round {round_} is not kept as it was promised")
            self._begun[which] = Begun(first, None if self._ring is None else _opened(entry, row, self._ring))
        for event in body.then:
            for field in DRAWS.get(event.get("type", ""), ()):
                cards = event.get(field) or ()
                for place in [cards] if isinstance(cards, str) else cards:
                    self._draws(entry, body.round, place)
        for deck, place, card, salt in body.opened:
            begun = self._begun.get((entry.stream, body.round, deck))
            if begun is None or not begun.turns_up(place, card, salt):
                why = (
                    f"{card} at place {place} of deck {deck} of round {body.round} is not in the deck that was promised"
                )
                raise Found(*entry[:2], "deals", why)

    def _draws(self, entry: Entry, round_: int, place: str) -> None:
        """Cards leave the device in the order of their places."""
        drawn = self._drawn[entry.stream, round_] = self._drawn.get((entry.stream, round_), 0) + 1
        if place != f"#{drawn:02}" and (entry.stream, round_, 0) in self._begun:
            raise Found(*entry[:2], "deals", f"{place} leaves the device where #{drawn:02} is next")

    def finish(self) -> None:
        for stream, round_, deck in self._rows:
            raise Found(stream, 0, "deals", f"deck {deck} of round {round_} is kept, and nobody was told its root")


def _opened(entry: Entry, row: Deck, ring: Ring) -> list[tuple[str, str]]:
    """Card and salt of each place, if they are what the root was made of."""
    stream, round_, deck, first, root, sealed = row
    name, key = f"{stream}\n{round_}\n{deck}\n{first}", ring.keys.get(int.from_bytes(sealed[:4], "big"), "")
    try:
        box_key = blake2b(name.encode(), digest_size=32, key=bytes.fromhex(key), person=b"croupier/deck/1").digest()
        content = SecretBox(box_key).decrypt(sealed[4:])
        cards = [CARDS[number] for number in content[:-SEED]]
    except (CryptoError, ValueError, IndexError):
        raise Found(*entry[:2], "deals", f"deck {deck} of round {round_} does not open with the key ring") from None
    salt = shake_256(content[-SEED:]).digest(SALT * len(cards))
    order = [(card, salt[at * SALT : at * SALT + SALT]) for at, card in enumerate(cards)]
    head = f"\0croupier/card/1\n{stream.removeprefix('table/')}\n{round_}\n{deck}\n"
    leaves = enumerate(order, first)
    level = [sha256(f"{head}{place}\n{card}\n".encode() + salt).digest() for place, (card, salt) in leaves]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [sha256(b"\1" + left + right).digest() for left, right in pairs] + level[len(level) & ~1 :]
    if len({*cards}) != len(cards) or level != [root]:
        raise Found(*entry[:2], "deals", f"deck {deck} of round {round_} is not the one whose root was told")
    return [(card, salt.hex()) for card, salt in order]
