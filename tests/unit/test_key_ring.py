"""The key ring: read only where nobody else can read it, and never shown."""

import os
import stat
from pathlib import Path

import pytest

from croupier.floor.journal.decks import Tampered, draw
from croupier.floor.journal.entry import ReadCard
from croupier.floor.store.keys import (
    KeyMissing,
    KeyRing,
    KeyUnusable,
    create,
    load,
    load_or_make,
    made,
    parsed,
    signed_by,
)
from croupier.rules.cards import Card, os_chance

SECRETS = (bytes(range(1, 33)), bytes(range(33, 65)), bytes(range(65, 97)))
RING = KeyRing({1: SECRETS[0], 2: SECRETS[1]}, SECRETS[2])


def test_a_ring_is_made_at_random_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "demo.key"
    ring = load_or_make(path, may_make=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["demo.key"]
    assert load(path).secret_text() == ring.secret_text() == load_or_make(path, may_make=True).secret_text()
    assert made().secret_text() != ring.secret_text()


def test_a_ring_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "demo.key"
    create(path, RING)
    with pytest.raises(KeyUnusable, match="exists already"):
        create(path, made())
    assert load(path).public_key == RING.public_key
    assert [file.name for file in tmp_path.iterdir()] == ["demo.key"]


def test_a_missing_ring_is_not_made_where_something_is_sealed(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing, match=r"missing: put it back, or name it with CROUPIER_KEY") as missing:
        load_or_make(tmp_path / "demo.key", may_make=False)
    assert missing.value.code == "key"
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o660, 0o644, 0o610, 0o601])
def test_a_ring_that_others_can_open_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "demo.key"
    create(path, RING)
    path.chmod(mode)
    with pytest.raises(KeyUnusable, match=rf"mode {mode:04o}\): chmod 600"):
        load(path)
    path.chmod(0o400)
    assert load(path).public_key == RING.public_key


def test_what_is_no_file_is_no_ring(tmp_path: Path) -> None:
    with pytest.raises(KeyUnusable, match="is not a file"):
        load(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe", 0o600)
        with pytest.raises(KeyUnusable, match="is not a file"):
            load(tmp_path / "pipe")
    with pytest.raises(KeyUnusable, match="cannot be opened"):
        load(Path("nul\0byte"))
    with pytest.raises(KeyUnusable, match="cannot be written"):
        create(tmp_path / "nowhere" / "demo.key", RING)


GOOD = RING.secret_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "keys",
        "[]",
        "null",
        GOOD[:-3],
        GOOD.replace('"keys",', '"journal",'),
        GOOD.replace('"format":1', '"format":0'),
        GOOD.replace('"format":1', '"format":"1"'),
        GOOD.replace('"1":', '"0":'),
        GOOD.replace('"1":', '"01":'),
        GOOD.replace('"1":', '"-1":'),
        GOOD.replace('"1":', '"one":'),
        GOOD.replace('"1":', '"":'),
        GOOD.replace('"1":', '"12345678901":'),
        GOOD.replace(SECRETS[0].hex(), SECRETS[0].hex()[:-1]),
        GOOD.replace(SECRETS[0].hex(), SECRETS[0].hex() + "0"),
        GOOD.replace(SECRETS[0].hex(), SECRETS[0].hex()[:-1] + "x"),
        GOOD.replace(SECRETS[2].hex(), ""),
        GOOD.replace('"signing"', '"more":1,"signing"'),
        '{"croupier":"keys","format":1,"keys":{},"signing":"' + SECRETS[2].hex() + '"}',
    ],
)
def test_what_is_malformed_is_refused_and_not_quoted(tmp_path: Path, text: str) -> None:
    assert text != GOOD
    path = tmp_path / "demo.key"
    path.touch(0o600)
    path.write_text(text)
    with pytest.raises(KeyUnusable, match="is not a key ring of croupier: expected") as refused:
        load(path)
    told = f"{refused.value} {refused.value!r} {refused.value.__cause__!r}"
    assert not any(secret.hex()[:16] in told for secret in SECRETS)


def test_a_newer_ring_and_a_long_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyUnusable, match="has format 2; format 1 can be read here"):
        parsed(GOOD.replace('"format":1', '"format":2'))
    path = tmp_path / "demo.key"
    path.touch(0o600)
    path.write_text(GOOD + " " * 200_000)
    with pytest.raises(KeyUnusable, match="too long"):
        load(path)


def test_a_command_may_print_the_ring() -> None:
    assert parsed(GOOD, "what CROUPIER_KEY_COMMAND prints").secret_text() == GOOD
    with pytest.raises(KeyUnusable, match="what CROUPIER_KEY_COMMAND prints is not"):
        parsed(b"\xff", "what CROUPIER_KEY_COMMAND prints")


def test_nothing_prints_a_secret() -> None:
    for text in (repr(RING), str(RING), f"{[RING]}"):
        assert not any(secret.hex() in text or repr(secret) in text for secret in SECRETS)
    assert RING.public_key.hex() in repr(RING)


def test_the_newest_key_seals_and_all_of_them_open() -> None:
    deck = draw(os_chance(), "table/tcp-1", 12)
    older = RING.seal_deck(deck)
    newer_ring = RING.with_new_key()
    newer = newer_ring.seal_deck(deck)
    assert newer_ring.newest == 3
    assert newer_ring.open_deck(older).cards == newer_ring.open_deck(newer).cards == deck.cards
    assert newer_ring.public_key == RING.public_key
    with pytest.raises(Tampered, match="sealed with key 3, which the ring does not have"):
        RING.open_deck(newer)


def test_cards_that_were_read_are_sealed_one_by_one() -> None:
    read = RING.seal_card(Card("As"), "table/tcp-1", 12, 7)
    assert RING.with_new_key().open_card(read, "table/tcp-1", 12) == "As"
    for wrong in (ReadCard(8, read.sealed), ReadCard(7, read.sealed[:-4]), ReadCard(7, "?"), ReadCard(7, "")):
        with pytest.raises(Tampered):
            RING.open_card(wrong, "table/tcp-1", 12)


def test_signatures() -> None:
    signature = RING.sign(b"heads")
    assert signed_by(RING.public_key, b"heads", signature)
    assert not signed_by(RING.public_key, b"tails", signature)
    assert not signed_by(made().public_key, b"heads", signature)
    assert not signed_by(RING.public_key, b"heads", signature[:-1])
    assert not signed_by(b"short", b"heads", signature)
