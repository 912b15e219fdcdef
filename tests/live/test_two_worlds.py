"""Nobody learns what they may not see: pairs of worlds, and the files of the store while rounds run."""

import re
from pathlib import Path

import msgspec

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.store.export import write_export
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import Faces
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import SAM, House
from tests.live.two_worlds import run

BYTE_OF = {card: number for number, card in enumerate(DECK)}
CARD = re.compile(r"[2-9TJQKA][cdhs]")
CALLED_LIKE_A_CARD = Who("As", Role.PLAYER)


def test_nobody_tells_two_worlds_apart_but_who_may() -> None:
    """One pair at each table; `python -m tests.live.two_worlds` plays a thousand."""
    found = run(len(TABLES), first=40)
    assert found["dealt"] and found["told apart by who may"]


def texts_of(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, each in value.items() for text in (*texts_of(key), *texts_of(each))]
    if isinstance(value, list):
        return [text for each in value for text in texts_of(each)]
    return [value] if isinstance(value, str) else []


def test_no_file_names_a_hidden_card_while_rounds_run(tmp_path: Path) -> None:
    house = House(tmp_path / "store", FLOOR)
    house.answered(house.floor.perform(SAM, "like-a-card", cmd.AddPlayer("As")))
    house.answered(house.floor.perform(SAM, "chips-for-as", cmd.Deposit("As", 100_000), "asked"))  # type: ignore[arg-type]
    evening = Evening([house], "scanned")
    evening.stack()
    for name in TABLES:
        evening.sit_down(name)
        evening.act(CALLED_LIKE_A_CARD, name, "5 sits As 100")
        evening.deal(name)
    target = tmp_path / "running.jsonl"
    write_export(house.folder, tmp_path / "no-book", target)
    files = {path.name: path.read_bytes() for path in (*house.folder.iterdir(), target)}
    assert "floor.db-wal" in files
    for name, table in house.floor.books.shown.tables.items():
        order = evening.shoes[name][0]
        public = family_of(table.book).public_cards(table.game)
        assert family_of(table.book).drawn(table.game) > len(public), f"nothing is hidden at {name}"
        _check_bytes(files, order)
        opened = public if table.sign.cards is Faces.SEALED else set(DECK[:0])
        _check_entries(house, f"table/{name}", opened)
    house.store.close()


def _check_bytes(files: dict[str, bytes], order: tuple[Card, ...]) -> None:
    """Neither as texts nor as numbers do cards stand together anywhere as they lie in the deck."""
    for first in range(len(order) - 1):
        two = order[first : first + 2]
        for text in (" ".join(two), '","'.join(two), '\\",\\"'.join(two)):
            for name, content in files.items():
                assert text.encode() not in content, f"{name} holds {two}"
    for first in range(len(order) - 7):
        numbers = bytes(BYTE_OF[card] for card in order[first : first + 8])
        letters = "".join(order[first : first + 8]).encode()
        assert not any(numbers in content or letters in content for content in files.values())


def _check_entries(house: House, stream: str, opened: "frozenset[Card] | set[Card]") -> None:
    """By itself a card stands in an entry only where the rules have turned it up, or where somebody is called so."""
    for entry in house.store.entries(stream):
        body = msgspec.json.decode(entry.body)
        named = {text for text in texts_of(body) if CARD.fullmatch(text)}
        assert named <= {*opened, "As"}, f"{stream} {entry.seq} names {named}"
        cards = {text for opens in body.get("opened", ()) for text in opens[2:3]}
        assert cards <= set(opened)
