"""Proofs of dealt cards: what is true holds, and not one digit of it can be changed."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.errors import Unreadable
from croupier.floor.journal.decks import DrawnDeck, draw
from croupier.floor.journal.proofs import (
    Proof,
    Step,
    Wrong,
    climbed,
    leaf,
    leaves_of,
    node,
    path_of,
    read_proof,
    root_of,
    sides,
    tree,
    verify,
)
from croupier.rules.cards import DECK, Card, ChanceOfText, seeded_chance

DRAWN = draw(ChanceOfText("proofs"), "table/tcp-1", 12)
FURTHER = draw(ChanceOfText("proofs"), "table/p-1", 4, 1, 23, among=DECK[20:])

Json = dict[str, Any]


def given_out(deck: DrawnDeck, *places: int) -> Json:
    """A proof as a table gives it."""
    told: Json = json.loads(msgspec.json.encode(deck.proof(places)))
    return told


def judged(proof: object) -> str:
    """What becomes of it: holds, false or unreadable."""
    try:
        verify(read_proof(json.dumps(proof).encode()))
    except Wrong:
        return "false"
    except Unreadable:
        return "unreadable"
    return "holds"


# --- As the contract has it -----------------------------------------------------------------------------------


def test_a_leaf_is_that_of_the_contract() -> None:
    salt = bytes(range(16))
    text = b"\x00croupier/card/1\ntcp-1\n12\n0\n7\nAs\n" + salt
    assert leaf("tcp-1", 12, 0, 7, Card("As"), salt) == sha256(text).digest()
    both = leaves_of("tcp-1", 12, 0, 7, (Card("As"), Card("Kd")), (salt, salt))
    assert both == (leaf("tcp-1", 12, 0, 7, Card("As"), salt), leaf("tcp-1", 12, 0, 8, Card("Kd"), salt))


def test_a_tree_is_that_of_the_contract() -> None:
    a, b, c, d, e = (bytes([number]) * 32 for number in range(5))

    def two(left: bytes, right: bytes) -> bytes:
        return sha256(b"\x01" + left + right).digest()

    assert node(a, b) == two(a, b)
    assert root_of([a]) == a
    assert root_of([a, b, c]) == two(two(a, b), c)
    assert root_of([a, b, c, d, e]) == two(two(two(a, b), two(c, d)), e)
    assert path_of(tree([a, b, c, d, e]), 4) == (Step(two(two(a, b), two(c, d)), right=False),)
    assert path_of(tree([a, b, c, d, e]), 2) == (Step(d, True), Step(two(a, b), False), Step(e, True))


@given(st.integers(1, 60), st.data())
def test_every_path_leads_to_the_root(size: int, data: st.DataObject) -> None:
    leaves = [sha256(bytes([number])).digest() for number in range(size)]
    levels = tree(leaves)
    index = data.draw(st.integers(0, size - 1))
    path = path_of(levels, index)
    assert climbed(leaves[index], path) == levels[-1][0]
    assert tuple(step.right for step in path) == sides(index, size)


def test_a_proof_is_that_of_the_contract() -> None:
    proof = given_out(DRAWN, 1)
    assert list(proof) == ["table", "round", "deck", "root", "cards"]
    assert (proof["table"], proof["round"], proof["deck"]) == ("tcp-1", 12, 0)
    (card,) = proof["cards"]
    assert list(card) == ["place", "card", "salt", "path"]
    assert (card["place"], card["card"], len(card["salt"])) == (1, DRAWN.cards.cards[1], 32)
    assert [list(step) for step in card["path"]] == [["left"], ["right"], ["right"], ["right"], ["right"], ["right"]]


# --- What is true holds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "places"), [(DRAWN, range(52)), (FURTHER, range(23, 55))])
def test_a_whole_deck_and_each_of_its_cards(deck: DrawnDeck, places: range) -> None:
    assert judged(given_out(deck, *places)) == "holds"
    for place in places:
        assert judged(given_out(deck, place)) == "holds"
    assert judged(given_out(deck)) == "holds"


@given(st.integers(1, 51), st.integers(0, 99), st.data())
def test_a_further_deck_of_any_size(out: int, seed: int, data: st.DataObject) -> None:
    deck = draw(seeded_chance(seed), "table/p-1", 4, 1, out + 3, among=DECK[out:])
    places = data.draw(st.sets(st.integers(out + 3, out + 3 + 51 - out), min_size=1))
    assert judged(given_out(deck, *places)) == "holds"


def test_keys_may_be_added_later() -> None:
    proof = given_out(DRAWN, 3, 7)
    proof["more"] = {"anything": [1, None]}
    proof["cards"][0]["seat"] = 3
    assert judged(proof) == "holds"


# --- What is changed does not -----------------------------------------------------------------------------------


def values(proof: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every single number and text in it."""
    if isinstance(proof, dict | list):
        for key in proof if isinstance(proof, dict) else range(len(proof)):
            yield from values(proof[key], (*path, key))
    else:
        yield path


def at(proof: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        proof = proof[key]
    return proof


def with_value(proof: Json, path: tuple[Any, ...], value: object) -> Json:
    copy: Json = json.loads(json.dumps(proof))
    at(copy, path[:-1])[path[-1]] = value
    return copy


def other_values(value: object) -> st.SearchStrategy[object]:
    kinds: st.SearchStrategy[object] = st.sampled_from([None, True, False, "", [], {}, -1, 1.0, "x", 10**20])
    if isinstance(value, int):
        return kinds | st.integers(-3, 10**10) | st.just(str(value)) | st.just(float(value))
    assert isinstance(value, str)
    places = st.integers(0, len(value) - 1)
    digits = st.sampled_from("0123456789abcdefABCDEFghTKQ# ")
    changed = st.builds(lambda place, digit: value[:place] + digit + value[place + 1 :], places, digits)
    shorter = st.builds(lambda place: value[:place] + value[place + 1 :], places)
    longer = st.builds(lambda place, digit: value[:place] + digit + value[place:], places, digits)
    return kinds | changed | shorter | longer | st.just(value.upper()) | st.sampled_from([*DECK])


PROOFS = st.builds(
    lambda seed, further, places: given_out(
        draw(seeded_chance(seed), "table/p-1", 4, 1, 23, among=DECK[20:])
        if further
        else draw(seeded_chance(seed), "table/tcp-1", 12),
        *(23 + place if further else place for place in places),
    ),
    st.integers(0, 10**9),
    st.booleans(),
    st.sets(st.integers(0, 31), min_size=1, max_size=5),
)


def same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


@given(PROOFS, st.data())
def test_every_single_change_of_a_value_is_found(proof: Json, data: st.DataObject) -> None:
    assert judged(proof) == "holds"
    path = data.draw(st.sampled_from([*values(proof)]))
    value = at(proof, path)
    other = data.draw(other_values(value).filter(lambda other: not same(other, value)))
    assert judged(with_value(proof, path, other)) in ("false", "unreadable")


def test_every_digit_matters() -> None:
    """All of them, of a proof with a card on the right edge of the tree, whose path is shorter."""
    proof = given_out(DRAWN, 3, 51)
    for path in values(proof):
        value = at(proof, path)
        if isinstance(value, str):
            for place, digit in enumerate(value):
                other = value[:place] + ("1" if digit != "1" else "2") + value[place + 1 :]
                assert judged(with_value(proof, path, other)) != "holds", path
        else:
            for other_number in {value - 1, value + 1, 0} - {value}:
                assert judged(with_value(proof, path, other_number)) != "holds", path


@given(PROOFS, st.data())
def test_a_damaged_proof_is_found(proof: Json, data: st.DataObject) -> None:
    cards = st.integers(0, len(proof["cards"]) - 1)
    which, card = data.draw(cards), json.loads(json.dumps(proof["cards"]))
    path = card[which]["path"]
    step = data.draw(st.integers(0, len(path) - 1))
    match data.draw(st.sampled_from(["key", "field", "step", "side", "both", "twice", "longer", "order", "again"])):
        case "key":
            del proof[data.draw(st.sampled_from([*proof]))]
            assert judged(proof) == "unreadable"
            return
        case "field":
            del card[which][data.draw(st.sampled_from([*card[which]]))]
        case "step":
            del path[step]
        case "side":
            path[step] = {"left" if side == "right" else "right": other for side, other in path[step].items()}
        case "both":
            path[step] = dict.fromkeys(("left", "right"), *path[step].values())
        case "twice":
            path.insert(step, path[step])
        case "longer":
            path.append(path[-1])
        case "order" if len(path) > 1:
            path.reverse()
        case _:
            card.append(card[which])
    assert judged({**proof, "cards": card}) in ("false", "unreadable")


@given(st.integers(0, 51), st.integers(0, 51), st.sampled_from(["place", "card", "salt", "path"]))
def test_cards_do_not_change_places(one: int, other: int, what: str) -> None:
    proof = given_out(DRAWN, *sorted({one, other}))
    if one != other:
        first, second = proof["cards"]
        first[what], second[what] = second[what], first[what]
        assert judged(proof) == "false"


def test_a_card_of_another_table_round_or_deck_is_found() -> None:
    for other in (
        draw(ChanceOfText("proofs"), "table/tcp-2", 12),
        draw(ChanceOfText("proofs"), "table/tcp-1", 13),
        draw(ChanceOfText("proofs"), "table/tcp-1", 12, 1),
        draw(ChanceOfText("other"), "table/tcp-1", 12),
    ):
        assert judged(given_out(other, 7)) == ("holds" if other.deck == 0 else "false")
        assert judged({**given_out(other, 7), "root": DRAWN.root.hex()}) == "false"
        assert judged({**given_out(DRAWN, 7), "cards": given_out(other, 7)["cards"]}) == "false"


def forged(cards: list[tuple[int, Card]], deck: int = 0) -> list[Json]:
    """By somebody who makes a tree as they please: proofs of each of its leaves, at the places that they say."""
    salt = bytes(16)
    levels = tree([leaf("tcp-1", 12, deck, place, card, salt) for place, card in cards])
    return [
        {
            **{"table": "tcp-1", "round": 12, "deck": deck, "root": levels[-1][0].hex()},
            "cards": [
                {
                    **{"place": place, "card": card, "salt": salt.hex()},
                    "path": [{"right" if step.right else "left": step.other.hex()} for step in path_of(levels, index)],
                }
            ],
        }
        for index, (place, card) in enumerate(cards)
    ]


def test_a_tree_holds_each_place_once() -> None:
    """Or the dealer could keep two cards for one place and show the better one."""
    honest = [*enumerate(DECK)]
    assert {judged(proof) for proof in forged(honest)} == {"holds"}
    twice = [*honest[:30], (7, Card("As")), *honest[31:]]
    assert [judged(proof) for proof in forged(twice)] == ["false" if n == 30 else "holds" for n in range(52)]
    larger = [*honest, (7, Card("As"))]
    assert judged(forged(larger)[52]) == "false"
    smaller = honest[:51]
    assert judged(forged(smaller)[50]) == "false"


def test_the_cards_of_a_further_deck_come_from_one_tree() -> None:
    """The proof does not say how large the tree is, but a place outside of it fails."""
    honest = [(23 + number, card) for number, card in enumerate(DECK[:20])]
    one, other = (proof["cards"][0] for proof in (forged(honest, 1)[3], forged(honest, 1)[19]))
    whole = forged(honest, 1)[0]
    assert judged({**whole, "cards": [one, other]}) == "holds"
    astray = [*honest[:19], (60, DECK[19])]
    proof = forged(astray, 1)
    assert judged({**proof[0], "cards": [proof[3]["cards"][0], proof[19]["cards"][0]]}) == "false"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"null",
        b'"proof"',
        b"\xff",
        b"\xef\xbb\xbf{}",
        b"{}" * 2,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b" " * 1_000_001,
        b'{"table": NaN}',
        b'{"table": ' + b"9" * 5000 + b"}",
        b'{"table": "\\ud800", "round": 1, "deck": 0, "root": "", "cards": []}',
    ],
)
def test_what_is_no_proof_cannot_be_read(text: bytes) -> None:
    with pytest.raises(Unreadable, match="proof"):
        read_proof(text)


def test_a_key_that_appears_twice_is_not_read() -> None:
    """One reader would take the first, another the last."""
    text = json.dumps(given_out(DRAWN, 3))
    with pytest.raises(Unreadable, match="twice"):
        read_proof(text.replace('"place": 3', '"place": 4, "place": 3').encode())


def test_a_proof_is_read_as_it_was_made() -> None:
    proof: Proof = DRAWN.proof((1, 4, 51))
    assert read_proof(msgspec.json.encode(proof)) == proof
