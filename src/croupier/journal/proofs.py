"""What binds a deck before a card of it is dealt, and proves single cards of it afterwards.

The root of a deck is that of a Merkle tree over one salted leaf for each card:

    leaf = SHA-256(00 ‖ "croupier/card/1\\n" ‖ table ‖ "\\n" ‖ round ‖ "\\n" ‖ deck ‖ "\\n" ‖ place ‖ "\\n"
                   ‖ card ‖ "\\n" ‖ salt)
    node = SHA-256(01 ‖ left ‖ right)

Numbers are decimal ASCII, a salt is 16 bytes. Places count from 0 in the order in which cards leave the device, and go
on counting after a reshuffle. The last of an odd level goes up as it is. The path of a card names, from the leaf
upwards, the other hash of each node and the side on which it stands.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from croupier.cards import Card

SALT_BYTES = 16
HASH_BYTES = 32


class Step(NamedTuple):
    """One node on the way up: the hash beside ours, and whether it stands on the right."""

    other: bytes
    right: bool


Path = tuple[Step, ...]
Levels = tuple[tuple[bytes, ...], ...]
"""All hashes of a tree: the leaves first, the root last."""


def leaf(table: str, round_: int, deck: int, place: int, card: Card, salt: bytes) -> bytes:
    head = f"croupier/card/1\n{table}\n{round_}\n{deck}\n{place}\n{card}\n"
    return sha256(b"\0" + head.encode() + salt).digest()


def leaves_of(
    table: str, round_: int, deck: int, first: int, cards: Sequence[Card], salts: Sequence[bytes]
) -> tuple[bytes, ...]:
    """One for each card of a deck, whose first card has the place `first`."""
    before = f"\0croupier/card/1\n{table}\n{round_}\n{deck}\n".encode()
    pairs = enumerate(zip(cards, salts, strict=True), first)
    return tuple(
        [sha256(b"%b%d\n%b\n%b" % (before, place, card.encode(), salt)).digest() for place, (card, salt) in pairs]
    )


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def tree(leaves: Sequence[bytes]) -> Levels:
    assert leaves, "a deck has cards"
    level = tuple(leaves)
    levels = [level]
    while len(level) > 1:
        pairs = [sha256(b"\1" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        level = (*pairs, level[-1]) if len(level) % 2 else tuple(pairs)
        levels.append(level)
    return tuple(levels)


def root_of(leaves: Sequence[bytes]) -> bytes:
    return tree(leaves)[-1][0]


def path_of(levels: Levels, index: int) -> Path:
    """From the leaf with this number, counted from 0 in its own tree, to the root."""
    steps = []
    for level in levels[:-1]:
        beside = index ^ 1
        if beside < len(level):
            steps.append(Step(level[beside], beside > index))
        index >>= 1
    return tuple(steps)


def sides(index: int, size: int) -> tuple[bool, ...]:
    """On which side the other hashes stand on the way up from that leaf: True for right."""
    found = []
    while size > 1:
        beside = index ^ 1
        if beside < size:
            found.append(beside > index)
        index, size = index >> 1, (size + 1) >> 1
    return tuple(found)


def climbed(start: bytes, path: Path) -> bytes:
    """The root that a leaf and its path lead to."""
    at = start
    for other, right in path:
        at = node(at, other) if right else node(other, at)
    return at
