"""Poker dealt by hand ends as the same round does at a table that knows its cards."""

import json
import tomllib
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rounds.roundfile.read import Script, read_script
from croupier.rounds.roundfile.run import Played, play
from croupier.rules.cards import Card, show_cards
from croupier.rules.games.poker import events as ev
from tests.as_json import as_json
from tests.unit.round_files import toml
from tests.unit.test_phh_export import random_round_file

SAME = ("status", "button", "posts", "board", "pots", "uncalled", "shown", "hands", "stacks", "incidents")


def said_by_hand(played: Played) -> Iterator[str]:
    """The acts of a dealer who sees what happens: each card once it is turned up, and no hand that is thrown away."""
    held: dict[int, tuple[Card, ...]] = {}
    community: tuple[Card, ...] = ()
    live: set[int] = set()
    turned = 0
    for act in played.story:
        yield act.text
        for event in act.events:
            match event:
                case ev.HoleCardsDealt():
                    held, community, live, turned = dict(event.hands), event.community, set(event.hands), 0
                    yield "dealt"
                case ev.CommunityTurned():
                    community += event.community
                    yield f"board {show_cards(community[turned : event.turned])}"
                    turned = event.turned
                case ev.ActionTaken(seat=seat, act="fold"):
                    live.discard(seat)
                case ev.HandShown(seat=seat):
                    yield f"{seat} shows {show_cards(held[seat])}"
                    live.discard(seat)
                case ev.PotsGivenOut(pots=pots):
                    if len(pots[0].eligible) > 1:
                        yield from (f"{seat} mucks" for seat in sorted(live))
                    yield "settle"
                case _:
                    pass


def by_hand(text: str, played: Played) -> Script:
    data = tomllib.loads(text)
    del data["shoe"]
    data["actions"] = list(said_by_hand(played))
    data["table"] |= {"cards": "by-hand"}
    return read_script("\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in data.items()))


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_the_same_round_by_hand(seed: int) -> None:
    text = random_round_file(seed, orderly=True)
    known = play(read_script(text))
    dealt = play(by_hand(text, known))
    assert dealt.refusal is None, dealt.refusal
    for one, other in zip(as_json(known.rounds), as_json(dealt.rounds), strict=True):
        assert {key: one[key] for key in SAME} == {key: other[key] for key in SAME}
        assert other["burnt"].split() == ["??"] * len(one["burnt"].split())
        assert "unlisted" not in other
