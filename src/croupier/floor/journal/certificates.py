"""Exam certificates: what was asked and the result, signed by the house.

A certificate is one line: a JSON object without blanks, its keys in the order of `Certificate`. The Ed25519 signature
covers "croupier/certificate/1\\n" and the line as it is without `,"signature":"…"`. No other way of writing it is read,
so each certificate has exactly one text. The line names the key that signed it: compare it with the house's key to know
whose certificate it is.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.values import Value

KIND = "certificate/1"
CONTEXT = b"croupier/certificate/1\n"
MOST_BYTES = 200_000

Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes, bytes], bool]
"""Whether this is the public key's signature of the message."""


class CertifiedGroup(Value, forbid_unknown_fields=True):
    group: str
    right: int
    of: int
    needed: int
    """Right answers that pass."""


class CertifiedQuestion(Value, forbid_unknown_fields=True):
    group: str
    paragraph: str
    right: bool
    seconds: int
    limit: int
    """Seconds allowed; 0 where there is no limit."""


class Certificate(Value, forbid_unknown_fields=True):
    croupier: str
    """`KIND`."""
    house: str
    number: str
    name: str
    book: str
    title: str
    """The name of the game in the document."""
    at: str
    set_by: str
    set_by_role: str
    attempt: int
    """1: the first exam of this person in this book."""
    groups: tuple[CertifiedGroup, ...]
    questions: tuple[CertifiedQuestion, ...]
    examined: int
    """Different paragraphs that were asked, drawn at random."""
    of_paragraphs: int
    release: str
    public_key: str
    signature: str = ""

    @property
    def version(self) -> str:
        return self.book.rpartition("@")[2]

    @property
    def missed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.paragraph for each in self.questions if not each.right))


class NotCertified(Exception):
    """The line is no valid certificate; says why."""


_ENCODE = msgspec.json.Encoder().encode
_SIGNATURE = b',"signature":"%b"}'
_UNSIGNED = _SIGNATURE % b""


def signed(certificate: Certificate, sign: Sign) -> bytes:
    """The line, without its end of line."""
    unsigned = _unsigned(certificate)
    return unsigned[:-1] + _SIGNATURE % sign(CONTEXT + unsigned).hex().encode()


def _unsigned(certificate: Certificate) -> bytes:
    return _ENCODE(replace(certificate, signature="")).removesuffix(_UNSIGNED) + b"}"


def is_certificate(text: bytes) -> bool:
    """Whether the line claims to be a certificate."""
    return text.lstrip().startswith(b'{"croupier":"certificate/')


def read_certificate(text: bytes) -> Certificate:
    """Reads the certificate without verifying it."""
    if len(text) > MOST_BYTES:
        raise Unreadable(f"is too long for a certificate: at most {MOST_BYTES} bytes are read")
    try:
        found = msgspec.json.decode(text, type=Certificate)
    except (msgspec.MsgspecError, UnicodeError) as wrong:
        raise Unreadable(f"is not a certificate: {wrong}") from None
    if found.croupier != KIND:
        raise Unreadable(f"is a {found.croupier}; {KIND} can be read here: use a newer croupier")
    return found


def verify(text: bytes, by: Verify, key: str = "") -> Certificate:
    """Checks signature, form and sums; with `key`, also that the house with this key signed it."""
    found = read_certificate(text)
    if text.rstrip(b"\n") != _unsigned(found)[:-1] + _SIGNATURE % found.signature.encode():
        raise NotCertified("it is not written as a certificate is; something was added or changed")
    if key and found.public_key != key:
        raise NotCertified(f"the key {found.public_key} signed it, not {key}")
    try:
        public_key, signature = bytes.fromhex(found.public_key), bytes.fromhex(found.signature)
    except ValueError:
        raise NotCertified("its key or its signature is not hexadecimal") from None
    if not by(public_key, CONTEXT + _unsigned(found), signature):
        raise NotCertified("the signature does not fit: something was changed, or another key signed it")
    for group in found.groups:
        of_it = [each for each in found.questions if each.group == group.group]
        if (sum(each.right for each in of_it), len(of_it)) != (group.right, group.of):
            raise NotCertified(f"the questions do not add up to the result of the group {group.group}")
        if group.right < group.needed:
            raise NotCertified(f"the group {group.group} was not passed")
    return found
