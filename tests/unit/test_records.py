"""A game says everything about itself in its record, and nobody else has a table by game."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import fields, replace

import croupier
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.solver import Solver, solver_of
from croupier.rules.games import GAMES, HOUSE_GAMES, POKER
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.rulebook.load import BOOKS, load, versions
from croupier.rules.rulebook.model import game_of

SOURCE = Path(croupier.__file__).parent
OWN_READING = SOURCE / "proofs" / "sim"
"""The referees read the documents for themselves, game by game."""
HOUSE_BOOKS = [key for key in BOOKS if game_of(key) in HOUSE_GAMES]


def test_every_game_has_a_book_and_every_book_a_game() -> None:
    assert {game_of(key) for key in BOOKS} == set(GAMES)
    assert GAMES[POKER.key] is POKER


@pytest.mark.parametrize("key", HOUSE_BOOKS)
def test_a_record_agrees_with_its_book(key: str) -> None:
    book, game = load(key), HOUSE_GAMES[game_of(key)]
    assert {*game.bets_in(book)} <= {*game.spots}
    assert {bet.spot for bet in game.side_bets_in(book)} <= {*map(Spot, {*book.paytables} & {*Spot})}
    assert {move.spot for move in game.decisions.values() if move.spot is not None} == set(book.procedure.multiples)
    assert {decision for asked in game.stages for decision in asked} == set(game.decisions)
    assert (game.qualifies is None) == (game.qualifying_value is None) == (not book.procedure.dealer_qualifies)
    assert set(game.most_boxes) == set(book.procedure.devices)
    assert Decision.FOLD not in game.staying


def test_the_newest_version_has_every_bet_of_its_record() -> None:
    for game in HOUSE_GAMES.values():
        assert game.bets_in(versions(game.key)[-1]) == game.spots


@pytest.mark.parametrize("key", HOUSE_BOOKS)
def test_a_version_without_its_clauses_does_not_know_a_bet(key: str) -> None:
    book, game = load(key), HOUSE_GAMES[game_of(key)]
    jackpot = game.told_by(Spot.JACKPOT)
    without = replace(book, clauses={name: at for name, at in book.clauses.items() if name not in jackpot})
    assert game.bets_in(without) == tuple(spot for spot in game.spots if spot is not Spot.JACKPOT)


@pytest.mark.parametrize("key", HOUSE_BOOKS)
def test_the_modules_that_a_record_names_offer_what_is_asked(key: str) -> None:
    game, solver = HOUSE_GAMES[game_of(key)], solver_of(load(key))
    assert {field.name for field in fields(Box)} >= solver.KNOWS
    for name in (name for name in vars(Solver) if not name.startswith("_")):
        assert callable(getattr(solver, name)), name
    assert callable(import_module(game.sheet).sheet)
    if game.kernels is not None:
        assert (SOURCE / "numbers" / "maths" / "kernels" / f"{game.kernels}.py").is_file()
    assert game.method


def test_the_list_of_games_names_them_as_they_name_themselves() -> None:
    assert [game.key for game in GAMES.values()] == list(GAMES)
    assert GAMES[POKER.key] is POKER and {**HOUSE_GAMES, POKER.key: POKER} == {**GAMES}
    assert "chess" not in GAMES and GAMES.get("chess") is None


def test_nobody_else_names_a_house_game() -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file in SOURCE.rglob("*.py")
        if file.name != "game.py"
        and OWN_READING not in file.parents
        and file != SOURCE / "rules" / "games" / "__init__.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (node.value in HOUSE_GAMES or node.value in HOUSE_BOOKS)
    ]
    assert found == []
