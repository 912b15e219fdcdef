"""The key ring: what opens sealed decks, and what signs checkpoints. It lives in a file outside the store.

    {"croupier": "keys", "format": 1, "keys": {"1": "64 hex digits"}, "signing": "64 hex digits"}

The newest key seals, that is the one with the highest number; all of them open. `"former": [...]` has the seeds that
signed before, oldest first, where the signing key was rotated. The file is read once, and only if nobody but its owner
can read it. Nothing here prints a secret.
"""

import os
import stat
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from croupier.base.values import Value
from croupier.floor.journal import decks
from croupier.floor.journal.decks import KEY_BYTES, DeckRow, DrawnDeck, KeyLacking, Tampered
from croupier.floor.journal.entry import ReadCard
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.checkpoint_file import sync_folder
from croupier.rules.cards import Card

FORMAT = 1
MOST_BYTES = 100_000
MOST_KEYS = 1_000
ONLY_OWNER = 0o600
OTHERS = 0o077

EXPECTED = '{"croupier": "keys", "format": 1, "keys": {"1": "64 hex digits"}, "signing": "64 hex digits"}'

Entropy = Callable[[int], bytes]


class KeyUnusable(StoreUnusable):
    """The key ring is missing, readable by others, or not a ring; says what to do."""

    def __init__(self, why: str) -> None:
        super().__init__("key", why)


class KeyMissing(KeyUnusable):
    """There is no such file."""


class KeyRing:
    def __init__(self, keys: Mapping[int, bytes], signing: bytes, former: Sequence[bytes] = ()) -> None:
        assert keys and all(len(key) == KEY_BYTES for key in keys.values()), "a ring has keys of 32 bytes"
        self._keys = dict(sorted(keys.items()))
        self._signing = SigningKey(signing)
        self._former = tuple(SigningKey(seed) for seed in former)
        self.newest = max(keys)
        oldest = bytes((*self._former, self._signing)[0])  # so that digests stay comparable after a rotation
        self._digests = blake2b(digest_size=16, key=oldest, person=b"croupier/digest")

    def __repr__(self) -> str:
        return f"<key ring: {len(self._keys)} keys, signs as {self.public_key.hex()}>"

    @property
    def public_key(self) -> bytes:
        """Verifies signatures; it is public."""
        return bytes(self._signing.verify_key)

    @property
    def former_public_keys(self) -> tuple[bytes, ...]:
        """Public keys that signed before, oldest first."""
        return tuple(bytes(key.verify_key) for key in self._former)

    def _key(self, sealed: bytes) -> bytes:
        number = decks.key_number(sealed)
        if number not in self._keys:
            raise KeyLacking(f"sealed with key {number}, which the ring does not have")
        return self._keys[number]

    def seal_deck(self, drawn: DrawnDeck) -> DeckRow:
        return decks.seal(drawn, self.newest, self._keys[self.newest])

    def open_deck(self, row: DeckRow) -> DrawnDeck:
        return decks.opened(row, self._key(row.sealed))

    def seal_card(self, card: Card, stream: str, round_: int, place: int) -> ReadCard:
        """A card that a device has read."""
        box = decks.seal_card(card, stream, round_, place, self.newest, self._keys[self.newest])
        return ReadCard(place, b64encode(box).decode())

    def open_card(self, read: ReadCard, stream: str, round_: int) -> Card:
        try:
            box = b64decode(read.sealed, validate=True)
        except (NotBase64, ValueError):
            raise Tampered("a sealed card is not written as one") from None
        return decks.opened_card(box, stream, round_, read.place, self._key(box))

    def names(self) -> dict[int, str]:
        """By number: a public name of each sealing key that reveals nothing of it."""
        return {
            number: blake2b(key, digest_size=8, person=b"croupier/keyname").hexdigest()
            for number, key in self._keys.items()
        }

    def seal_text(self, text: str, about: str) -> str:
        """Seals a user's secret, such as a password's hash. The box opens only for the same `about`."""
        box_key = _text_key(self._keys[self.newest], about)
        return b64encode(decks.boxed(text.encode(), self.newest, box_key)).decode()

    def open_text(self, box: str, about: str) -> str:
        try:
            sealed = b64decode(box, validate=True)
        except (NotBase64, ValueError):
            raise Tampered("a sealed text is not written as one") from None
        return decks.unboxed(sealed, _text_key(self._key(sealed), about)).decode()

    def digest(self, content: bytes) -> bytes:
        """Keyed with the oldest signing key."""
        digest = self._digests.copy()
        digest.update(content)
        return digest.digest()

    def sign(self, message: bytes) -> bytes:
        return self._signing.sign(message).signature

    def with_new_key(self, entropy: Entropy = os.urandom) -> "KeyRing":
        """A ring with a new sealing key; older boxes still open."""
        former = [bytes(key) for key in self._former]
        return KeyRing({**self._keys, self.newest + 1: entropy(KEY_BYTES)}, bytes(self._signing), former)

    def with_new_signing_key(self, entropy: Entropy = os.urandom) -> "KeyRing":
        """A ring with a new signing key; it remembers the old one."""
        former = [bytes(key) for key in (*self._former, self._signing)]
        return KeyRing(self._keys, entropy(KEY_BYTES), former)

    def sealing_mac(self, message: bytes) -> bytes:
        """Proves to the ring's owner that the newest sealing key was there when this was written."""
        return blake2b(message, digest_size=32, key=self._keys[self.newest], person=b"croupier/seal/1").digest()

    def secret_text(self) -> str:
        """The content of the file; it belongs nowhere else."""
        keys = {str(number): key.hex() for number, key in self._keys.items()}
        former = [bytes(key).hex() for key in self._former]
        return msgspec.json.encode(_Ring("keys", FORMAT, keys, bytes(self._signing).hex(), former)).decode() + "\n"


def _text_key(key: bytes, about: str) -> bytes:
    return blake2b(about.encode(), digest_size=KEY_BYTES, key=key, person=b"croupier/text/1").digest()


def signed_by(public_key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        VerifyKey(public_key).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


class _Ring(Value, omit_defaults=True, forbid_unknown_fields=True):
    croupier: str
    format: int
    keys: dict[str, str]
    signing: str
    former: list[str] = msgspec.field(default_factory=list)


def made(entropy: Entropy = os.urandom) -> KeyRing:
    """A new ring with one key."""
    return KeyRing({1: entropy(KEY_BYTES)}, entropy(KEY_BYTES))


def parsed(text: str | bytes, where: str = "the key ring") -> KeyRing:
    """A ring from the text of a file or a command. Errors never quote the text."""
    wrong = KeyUnusable(f"{where} is not a key ring of croupier: expected {EXPECTED}")
    try:
        ring = msgspec.json.decode(text, type=_Ring)
    except (msgspec.MsgspecError, UnicodeError, ValueError):
        raise wrong from None
    if ring.croupier == "keys" and ring.format > FORMAT:
        raise KeyUnusable(f"{where} has format {ring.format}; format {FORMAT} can be read here: use a newer croupier")
    keys = {_number(name): _secret(text) for name, text in ring.keys.items()}
    signing = _secret(ring.signing)
    if ring.croupier != "keys" or ring.format != FORMAT or not 0 < len(keys) == len(ring.keys) <= MOST_KEYS:
        raise wrong
    former = [_secret(text) for text in ring.former]
    if signing is None or None in keys or None in keys.values() or None in former:
        raise wrong
    return KeyRing({number: key for number, key in keys.items() if number and key}, signing, list(filter(None, former)))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and text[0] != "0" and len(text) <= 9 else None


def _secret(text: str) -> bytes | None:
    well_formed = len(text) == 2 * KEY_BYTES and all(digit in "0123456789abcdef" for digit in text)
    return bytes.fromhex(text) if well_formed else None


def load(path: Path) -> KeyRing:
    """The ring in this file, if only its owner can read it."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        raise KeyMissing(
            f"the key ring {path} is missing: put it back, or name it with CROUPIER_KEY; "
            "without it nobody can open the decks of this store"
        ) from None
    except (OSError, ValueError) as error:
        raise KeyUnusable(f"the key ring {path} cannot be opened: {error}") from None
    try:
        found = os.fstat(handle)  # of the opened file, whatever the name points to by now
        if not stat.S_ISREG(found.st_mode):
            raise KeyUnusable(f"the key ring {path} is not a file")
        if os.name == "posix" and found.st_mode & OTHERS:
            raise KeyUnusable(
                f"the key ring {path} is open to others than its owner (mode {stat.S_IMODE(found.st_mode):04o}): "
                f"chmod 600 {path}, and if anybody may have read it, use a new one"
            )
        text = os.read(handle, MOST_BYTES + 1)
    finally:
        os.close(handle)
    if len(text) > MOST_BYTES:
        raise KeyUnusable(f"the key ring {path} is too long: at most {MOST_BYTES} bytes are read")
    return parsed(text, f"the key ring {path}")


def create(path: Path, ring: KeyRing) -> None:
    """Writes a new ring: whole and durable, or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(ring.secret_text())
                file.flush()
                os.fsync(handle)
            os.link(unfinished, path)  # fails if there is one already
        finally:
            unfinished.unlink()
        sync_folder(path.parent)
    except FileExistsError:
        raise KeyUnusable(f"{path} exists already: a key ring is never written over") from None
    except OSError as error:
        raise KeyUnusable(f"the key ring {path} cannot be written: {error.strerror}") from None


def next_ring(path: Path) -> Path:
    """The new ring's file, while a key is being changed."""
    return path.with_name(f"{path.name}.next")


def load_or_make(path: Path, *, may_make: bool) -> KeyRing:
    """The ring in this file; a new one if there is none and nothing has been sealed yet."""
    try:
        return load(path)
    except KeyMissing:
        if not may_make:
            raise
    ring = made()
    create(path, ring)
    return ring
