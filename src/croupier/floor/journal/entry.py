"""One entry of a stream and its body: who did what, what followed by rule, and what moved.

The body is JSON exactly as it is hashed. Fields that every entry has are always written, others only if they are not
empty; a reader takes a missing field as empty.
"""

import msgspec

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.journal.upcast import check_version
from croupier.floor.ledger.postings import Posting
from croupier.rules.cards import Card

NOTHING = msgspec.Raw(b"[]")
"""No events."""

NO_ANSWER = msgspec.Raw(b"null")
"""Nobody asked."""

NO_COMMAND = msgspec.Raw(b"null")
"""The act is a sentence of the round files, in `do`."""


class Entry(Value):
    """An entry as stored. The hash binds it to everything before it in its stream (`floor/journal/chain`)."""

    stream: str
    """`house`, `table/tcp-1` or `link/grand`."""
    seq: int
    """From 1, without gaps."""
    at: int
    """Microseconds since 1970, UTC."""
    epoch: int
    """The opening of the store under which it was written."""
    body: bytes
    hash: bytes


class DeckBegun(Value, array_like=True):
    """A complete deck that nobody can change any more: its root is published before a card of it is dealt."""

    round: int
    deck: int
    """From 0 in each round; one more after each reshuffle."""
    first: int
    """The place of its first card: the number of places of this round used before."""
    root: str


class Opened(Value, array_like=True):
    """A card that the rules turned up, with what proves it against its root."""

    deck: int
    place: int
    card: Card
    salt: str


class ReadCard(Value, array_like=True):
    """A card that a device has read, encrypted."""

    place: int
    sealed: str


class Body(Value, omit_defaults=True):
    """An act and everything that followed. The first six are always written."""

    v: int
    """The number of the journal's language (`floor/journal/upcast`)."""
    by: str
    """Who: a user's name, or a part of the house."""
    id: str
    """The command's id, which the client made: a retry finds its answer by it."""
    do: str
    """The act as text. Hidden cards are places. If the entry has a command, this is for people only."""
    cites: tuple[Citation, ...]
    post: tuple[Posting, ...]
    then: msgspec.Raw = NOTHING
    """The events, in the words of the stream's family. Cards are places."""
    rank: int = 0
    session: int = 0
    took: int = 0
    """Milliseconds that the player took for it."""
    book: str = ""
    """The rulebook whose paragraphs are cited, if the entry names one."""
    reason: str = ""
    round: int = 0
    version: int = 0
    """The table's version after it; 0 for other streams."""
    refused: bool = False
    answer: msgspec.Raw = NO_ANSWER
    """The JSON object that was answered, so that a retry gets the same; codes without their English."""
    decks: tuple[DeckBegun, ...] = ()
    opened: tuple[Opened, ...] = ()
    read: tuple[ReadCard, ...] = ()
    asked: str = ""
    """The digest of the request in base 64, as in its row of answers, if a retry can be answered."""
    snapshot: str = ""
    """The SHA-256 of the snapshot after this entry, if there is one. No other snapshot is used."""
    kept: tuple[tuple[str, str], ...] = ()
    """Accounts and sessions committed with it, such as `user/ann` or `session/7`, each with a digest of its row."""
    public: int = 0
    """How many entries of the house were public by then, this one included: the number of its event for programs
    (`floor/live/state/public`). 0 in journals of older releases."""
    command: msgspec.Raw = NO_COMMAND
    """The command to the house, its cage, its pit or a link (`floor/live/state/commands`)."""


class _Number(Value):
    v: object


_NUMBER = msgspec.json.Decoder(_Number)
_BODY = msgspec.json.Decoder(Body)

encode_body = msgspec.json.Encoder().encode
"""A body as it is hashed and stored."""


def decode_body(body: bytes) -> Body:
    """Reads a body. The version is checked before anything else; `then` stays in the form of its version."""
    check_version(_NUMBER.decode(body).v)
    return _BODY.decode(body)
