"""The paper game is on the list of games, and its book among the books, for the tests of this folder."""

from collections.abc import Iterator

import pytest

from croupier.rules.games import GAMES, HOUSE_GAMES
from croupier.rules.rulebook.load import BOOKS
from tests.paper_game.table import BOOK, FILE, GAME


@pytest.fixture(autouse=True)
def on_the_list(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for games in (HOUSE_GAMES, GAMES):
        monkeypatch.setitem(games, GAME.key, GAME)  # the one line of a game that ships
    monkeypatch.setitem(BOOKS, BOOK, FILE.read_bytes())
    yield
