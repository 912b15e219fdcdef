"""docs/journal.md says what the code does: its example, its keys, its names."""

import re
from pathlib import Path

from croupier.floor.journal.chain import ZERO, entry_hash
from croupier.floor.journal.decks import draw
from croupier.floor.journal.entry import Body, Opened
from croupier.floor.journal.places import written
from croupier.floor.store.keys import EXPECTED
from croupier.rules.cards import DECK, ChanceOfText

PAGE = (Path(__file__).parents[2] / "docs" / "journal.md").read_text(encoding="utf-8")


def test_the_example_has_the_hash_that_it_says() -> None:
    (body,) = re.findall(r'^    (\{"v":1,.*\})$', PAGE, re.MULTILINE)
    (found,) = re.findall(r"has the hash `([0-9a-f]{64})`", PAGE)
    assert entry_hash(ZERO, "table/tcp-1", 1, 1_767_225_600_000_000, 1, body.encode()).hex() == found


def test_every_key_of_a_body_is_explained() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE.partition("## The store")[0], re.MULTILINE)
    assert sorted(key for row in rows for key in re.findall(r"`(\w+)`", row)) == sorted(Body.__struct_fields__)
    assert f"[{', '.join(Opened.__struct_fields__)}]" in PAGE


def test_the_proof_is_one() -> None:
    deck = draw(ChanceOfText("an example"), "table/tcp-1", 12)
    assert f'"root": "{deck.root.hex()[:4]}…"' in PAGE
    assert f'"place": 1, "card": "{deck.card(1)}", "salt": "{deck.salt(1).hex()[:4]}…"' in PAGE
    sides = ["left" if step.right is None else "right" for step in deck.proof((1,)).cards[0].path]
    assert f'"path": [{{"{sides[0]}": "…"}}, {{"{sides[1]}": "…"}}, …]' in PAGE


def test_names_and_orders() -> None:
    assert f"`{written(0)}` is place 0" in PAGE
    assert " ".join(DECK[:5]) in PAGE
    assert EXPECTED in PAGE
