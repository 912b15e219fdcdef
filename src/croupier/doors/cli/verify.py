"""`croupier verify`: checks a proof that cards were at their places in the deck whose root was published before the
bets, or a house's signature on an exam certificate."""

import argparse
import sys
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Record, UnreadableFile
from croupier.doors.cli.json_output import print_json
from croupier.floor.journal.certificates import NotCertified, is_certificate, read_certificate
from croupier.floor.journal.certificates import verify as verify_certificate
from croupier.floor.journal.proofs import MOST_BYTES, Proof, Wrong, read_proof, verify

HOLDS, FALSE, UNREADABLE = range(3)


class Promised(Record):
    root: str
    stream: str
    seq: int


class Proved(Record):
    holds: bool
    table: str
    round: int
    deck: int
    root: str
    cards: int
    promised: Promised | UnsetType = UNSET
    why: str | UnsetType = UNSET


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier verify",
        description="Check a proof of dealt cards, or a certificate of an examination. This needs neither a server nor "
        "a secret. Compare the root that it prints with the root that the table showed before the bets, and the key of "
        "a certificate with the key of the house, which GET /v1/house shows.",
        epilog="Exit status: 0 the proof or certificate holds, 1 it does not, 2 it cannot be read.",
    )
    said = "the file that the table or the house gave you; - for standard input"
    parser.add_argument("proof", metavar="FILE", help=said)
    parser.add_argument("--key", metavar="HEX", default="", help="of a certificate: the house's public key, to compare")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    name = "standard input" if options.proof == "-" else options.proof.encode("utf-8", "backslashreplace").decode()
    try:
        content = _content(options.proof)
        if is_certificate(content):
            return _certificate(content, options.key.lower(), as_json=options.json)
        if options.key:
            parser.error("--key goes with a certificate; a proof of cards has no key")
        proof = read_proof(content)
    except Unreadable as error:
        if options.json:
            print_json(UnreadableFile(name, str(error)))
        else:
            print(f"{name}: {error}", file=sys.stderr)
        return UNREADABLE
    why = _wrong(proof)
    if options.json:
        print_json(_proved(proof, why))
    else:
        print(_in_words(proof) if why is None else f"False: {why}.")
    return HOLDS if why is None else FALSE


class Certified(Record):
    holds: bool
    number: str
    name: str
    house: str
    book: str
    at: str
    public_key: str
    right: int
    of: int
    missed: list[str]
    why: str | UnsetType = UNSET


def _certificate(content: bytes, key: str, *, as_json: bool) -> int:
    from croupier.floor.store.keys import signed_by  # needs the extra floor; proofs of cards do not

    told, why = read_certificate(content), None
    try:
        verify_certificate(content, signed_by, key)
    except NotCertified as wrong:
        why = str(wrong)
    right, of = sum(each.right for each in told.groups), sum(each.of for each in told.groups)
    if as_json:
        about = (told.number, told.name, told.house, told.book, told.at, told.public_key, right, of, list(told.missed))
        print_json(Certified(why is None, *about, UNSET if why is None else why))
    elif why is None:
        print(f"True: {told.name} passed the examination of {told.title}, version {told.version}, on {told.at[:10]}:")
        for group in told.groups:
            print(f"  {group.group}: {group.right} of {group.of} right, {group.needed} needed")
        print(f"{told.house} signed certificate {told.number} with the key {told.public_key}.")
        print("It has the key that you named." if key else "Compare the key with the house's, or name it with --key.")
    else:
        print(f"False: {why}.")
    return HOLDS if why is None else FALSE


def _proved(proof: Proof, why: str | None) -> Proved:
    promised = proof.promised
    return Proved(
        holds=why is None,
        table=proof.table,
        round=proof.round,
        deck=proof.deck,
        root=proof.root,
        cards=len(proof.cards),
        promised=UNSET if promised is None else Promised(promised.root, promised.stream, promised.seq),
        why=UNSET if why is None else why,
    )


def _content(file: str) -> bytes:
    try:
        if file == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_BYTES + 1)
        with open(file, "rb") as opened:  # noqa: PTH123 (a name that no file can have is a ValueError)
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"cannot be opened: {error.strerror}") from None
    except ValueError:
        raise Unreadable("cannot be opened: no file can have this name") from None


def _wrong(proof: Proof) -> str | None:
    try:
        verify(proof)
    except Wrong as wrong:
        return str(wrong)
    return None


def _in_words(proof: Proof) -> str:
    where = f"round {proof.round} of table {proof.table}" + (f", deck {proof.deck}" if proof.deck else "")
    if not proof.cards:
        return f"True, but it shows no card of {where}. Root: {proof.root}"
    cards = ", ".join(f"{card.card} at place {card.place}" for card in proof.cards)
    told = "" if proof.promised is None else f", promised by entry {proof.promised.seq} of {proof.promised.stream}"
    return f"True: {where} had {cards}.\nRoot: {proof.root}{told}"
