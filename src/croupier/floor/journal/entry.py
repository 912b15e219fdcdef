"""One entry of a stream, and what its body says: who did what, what followed by rule, and what moved.

The body is JSON exactly as it is hashed. What every entry has to say is always written, the rest only where there is
something to say; a reader takes what is missing as nothing.
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
"""A sentence of the round files, which stands in `do`."""


class Entry(Value):
    """What the store keeps. The hash binds it to everything before it in its stream (`floor/journal/chain`)."""

    stream: str
    """`house`, `table/tcp-1` or `link/grand`."""
    seq: int
    """From 1, without gaps."""
    at: int
    """Microseconds since 1970, UTC."""
    epoch: int
    """Which opening of the store it was written under."""
    body: bytes
    hash: bytes


class DeckBegun(Value, array_like=True):
    """A deck is complete and nobody can change it any more: its root is told before a card of it is dealt."""

    round: int
    deck: int
    """From 0 in each round; one more after each reshuffle."""
    first: int
    """The place of its first card: so many places of this round have been used before."""
    root: str


class Opened(Value, array_like=True):
    """A card that the rules turned up, with what proves it against its root."""

    deck: int
    place: int
    card: Card
    salt: str


class ReadCard(Value, array_like=True):
    """A card that a device has read: which it is stands in a sealed box."""

    place: int
    box: str


class Body(Value, omit_defaults=True):
    """An act and all that came of it. The first six are always written."""

    v: int
    """The number of the journal's language (`floor/journal/upcast`)."""
    by: str
    """Who: a user's name, or a part of the house."""
    id: str
    """The command's id, which its sender made: a retry finds its answer by it."""
    do: str
    """The act as text. Hidden cards are places. Where the entry has a command, this is for people alone."""
    cites: tuple[Citation, ...]
    post: tuple[Posting, ...]
    then: msgspec.Raw = NOTHING
    """The events, in the words of the stream's family. Cards are places."""
    rank: int = 0
    session: int = 0
    took: int = 0
    """Milliseconds that the player took for it."""
    book: str = ""
    """The rulebook whose paragraphs are cited, where the entry names one."""
    reason: str = ""
    round: int = 0
    version: int = 0
    """The table's version after it; 0 where it has none."""
    refused: bool = False
    answer: msgspec.Raw = NO_ANSWER
    """The JSON object that was answered, so that a retry gets the same; codes without their English."""
    decks: tuple[DeckBegun, ...] = ()
    opened: tuple[Opened, ...] = ()
    read: tuple[ReadCard, ...] = ()
    asked: str = ""
    """Where a retry is answered again: the digest of what was asked, in base 64, as its row of answers has it."""
    snapshot: str = ""
    """Where the state after this entry was kept: the SHA-256 of the snapshot. Another one is not believed."""
    kept: tuple[tuple[str, str], ...] = ()
    """Accounts and sessions kept with it, such as `user/ann` or `session/7`, each with a digest of its row."""
    command: msgspec.Raw = NO_COMMAND
    """What the house, its cage, its pit or a link was told to do (`floor/live/state/commands`)."""


class _Number(Value):
    v: object


_NUMBER = msgspec.json.Decoder(_Number)
_BODY = msgspec.json.Decoder(Body)

encode_body = msgspec.json.Encoder().encode
"""A body as it is hashed and stored."""


def decode_body(body: bytes) -> Body:
    """What an entry says. Its number is looked at before anything else is; `then` is left in the words of its time."""
    check_version(_NUMBER.decode(body).v)
    return _BODY.decode(body)
