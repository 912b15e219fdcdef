"""What binds a deck before a card of it is dealt, and proves single cards of it afterwards.

The root of a deck is that of a Merkle tree over one salted leaf for each card:

    leaf = SHA-256(00 ‖ "croupier/card/1\\n" ‖ table ‖ "\\n" ‖ round ‖ "\\n" ‖ deck ‖ "\\n" ‖ place ‖ "\\n"
                   ‖ card ‖ "\\n" ‖ salt)
    node = SHA-256(01 ‖ left ‖ right)

Numbers are decimal ASCII, a salt is 16 bytes. Places count from 0 in the order in which cards leave the device, and go
on counting after a reshuffle. The last of an odd level goes up as it is. The path of a card names, from the leaf
upwards, the other hash of each node and the side on which it stands.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple, NoReturn

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rules.cards import DECK, Card

SALT_BYTES = 16
HASH_BYTES = 32
_DECK = frozenset(DECK)


class Step(NamedTuple):
    """One node on the way up: the sibling's hash, and whether the sibling is on the right."""

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


@cache
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


# --- Proofs, as they are given out and checked ----------------------------------------------------------------


class Beside(Value, omit_defaults=True):
    """One step of a path as it is written: the other hash, under the name of its side."""

    left: str | None = None
    right: str | None = None


class ProvedCard(Value):
    place: int
    card: Card
    salt: str
    path: tuple[Beside, ...]


class Promised(Value):
    """The root that was told before the bets, and the entry that told it."""

    root: str
    stream: str
    seq: int


class Proof(Value, omit_defaults=True):
    """Some cards of one deck, and its root."""

    table: str
    round: int
    deck: int
    root: str
    cards: tuple[ProvedCard, ...]
    promised: Promised | None = None
    """Not in proofs of older releases."""


class Wrong(Exception):
    """A proof that does not hold."""


def written_path(path: Path) -> tuple[Beside, ...]:
    return tuple([Beside(right=other.hex()) if right else Beside(left=other.hex()) for other, right in path])


_EXPECTED = f"expected the JSON object that a table gives, with {', '.join(Proof.__struct_fields__)}"

MOST_BYTES = 1_000_000
"""Of a proof: a whole deck takes less than thirty thousand."""

_TABLE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")
_HASH = re.compile(f"[0-9a-f]{{{2 * HASH_BYTES}}}")
_MOST = 10**9
"""Rounds of a table, and places of a round."""


def read_proof(text: bytes) -> Proof:
    """Reads a proof; raises `Unreadable` if it is none. Ignores unknown keys: later releases may add some."""
    if len(text) > MOST_BYTES:
        raise Unreadable(f"a proof has at most {MOST_BYTES:,} bytes")
    try:
        raw = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=each_key_once,
            parse_float=_no_such_number,
            parse_constant=_no_such_number,
        )
        proof = msgspec.convert(raw, Proof)
    except RecursionError:
        raise Unreadable("not a proof: nested too deeply") from None
    except UnicodeDecodeError:
        raise Unreadable("not a proof: the text is not UTF-8") from None
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"not a proof: {wrong}; {_EXPECTED}") from None
    except json.JSONDecodeError as wrong:
        raise Unreadable(f"not a proof: line {wrong.lineno}: no JSON; {_EXPECTED}") from None
    except ValueError as wrong:
        raise Unreadable(f"not a proof: {wrong}") from None
    for what, well_formed in _forms(proof):
        if not well_formed:
            raise Unreadable(f"not a proof: {what}")
    return proof


def each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key appears twice in one object")
    return found


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is not a whole number")


def _forms(proof: Proof) -> Iterator[tuple[str, bool]]:
    yield "table is a table's name", _TABLE.fullmatch(proof.table) is not None
    yield "round is a number from 1 on", 1 <= proof.round <= _MOST
    yield "deck is a number from 0 on", 0 <= proof.deck <= _MOST
    yield f"root has {2 * HASH_BYTES} hexadecimal digits, lower case", _HASH.fullmatch(proof.root) is not None
    if (promised := proof.promised) is not None:
        yield (
            f"promised.root has {2 * HASH_BYTES} hexadecimal digits, lower case",
            (_HASH.fullmatch(promised.root) is not None),
        )
        yield "promised.stream is the stream of the table", promised.stream == f"table/{proof.table}"
        yield "promised.seq is a number from 1 on", 1 <= promised.seq <= _MOST
    for number, card in enumerate(proof.cards):
        at = f"cards[{number}]"
        yield f"{at}.place is a number from 0 on", 0 <= card.place <= _MOST
        yield f'{at}.card is a card such as "As"', card.card in _DECK
        yield f"{at}.salt has {2 * SALT_BYTES} hexadecimal digits, lower case", _SALT.fullmatch(card.salt) is not None
        for step in card.path:
            hashes = [text for text in (step.left, step.right) if text is not None]
            whole = len(hashes) == 1 and _HASH.fullmatch(hashes[0]) is not None
            yield f"{at}.path has left or right with {2 * HASH_BYTES} hexadecimal digits, lower case", whole


def verify(proof: Proof) -> None:
    """Raises `Wrong` unless every card is at its place in the deck with this root."""
    places = [card.place for card in proof.cards]
    if len(set(places)) < len(places):
        raise Wrong("a place appears twice")
    if len({card.card for card in proof.cards}) < len(places):
        raise Wrong("a card appears twice")
    if proof.promised is not None and proof.promised.root != proof.root:
        raise Wrong("the root of this deck is not the one that was promised before the bets")
    root = bytes.fromhex(proof.root)
    for card in proof.cards:
        start = leaf(proof.table, proof.round, proof.deck, card.place, card.card, bytes.fromhex(card.salt))
        if climbed(start, _path(card)) != root:
            raise Wrong(f"{card.card} at place {card.place} does not lead to the root")
    told = [(card.place, tuple([step.right is not None for step in card.path])) for card in proof.cards]
    if not _fits(proof.deck, told):
        raise Wrong("a path is not that of its card's place in a deck")


def _path(card: ProvedCard) -> Path:
    return tuple([Step(bytes.fromhex(step.right or step.left or ""), step.right is not None) for step in card.path])


def _fits(deck: int, told: Sequence[tuple[int, tuple[bool, ...]]]) -> bool:
    """Whether the paths are those of these places in one tree.

    A round's first deck has 52 cards and begins with place 0. How many were left for a further one, and which place
    came next, the proof does not say: some number must fit all its cards.
    """
    if not told:
        return True
    if deck == 0:
        return all(_leads_up(place, len(DECK), up) for place, up in told)
    lowest = min(place for place, _ in told)
    firsts = range(max(1, lowest - len(DECK) + 1), lowest + 1)
    sizes = range(1, len(DECK) + 1)
    return any(
        all(_leads_up(place - first, size, up) for place, up in told) for first in firsts for size in reversed(sizes)
    )


def _leads_up(index: int, size: int, up: tuple[bool, ...]) -> bool:
    return index < size and sides(index, size) == up
