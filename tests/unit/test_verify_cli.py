"""`croupier verify`, as a player uses it."""

import io
import json
from pathlib import Path

import msgspec
import pytest

from croupier.doors.cli import main
from croupier.floor.journal.decks import draw
from croupier.rules.cards import ChanceOfText

DECK = draw(ChanceOfText("verify"), "table/tcp-1", 12)
PROOF = msgspec.json.encode(DECK.proof((1, 7)))


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    file = tmp_path / "proof.json"
    file.write_bytes(PROOF)
    return file


def test_a_proof_that_holds(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(proof)]) == 0
    first, seventh = DECK.card(1), DECK.card(7)
    said = f"True: round 12 of table tcp-1 had {first} at place 1, {seventh} at place 7.\nRoot: {DECK.root.hex()}\n"
    assert capsys.readouterr().out == said
    assert main(["verify", str(proof), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        **{"holds": True, "table": "tcp-1", "round": 12, "deck": 0, "root": DECK.root.hex()},
        "cards": 2,
    }


def test_a_proof_that_does_not(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof.write_bytes(PROOF.replace(b'"round":12', b'"round":13'))
    assert main(["verify", str(proof)]) == 1
    assert capsys.readouterr().out == f"False: {DECK.card(1)} at place 1 does not lead to the root.\n"
    assert main(["verify", "--json", str(proof)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["why"]) == (False, f"{DECK.card(1)} at place 1 does not lead to the root")


def test_what_cannot_be_read(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof.write_bytes(PROOF[:-1])
    for name in (str(proof), str(tmp_path), str(tmp_path / "missing"), "nul\0byte", "s\udcff"):
        assert main(["verify", name]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert said.err.count("\n") == 1
        assert main(["verify", name, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["unreadable"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PROOF)))
    assert main(["verify", "-"]) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["verify", "-"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("standard input: not a proof: line 1: no JSON; expected the JSON object that a table gives")


def test_a_proof_without_cards(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof.write_bytes(msgspec.json.encode(DECK.proof(())))
    assert main(["verify", str(proof)]) == 0
    assert capsys.readouterr().out.startswith("True, but it shows no card of round 12")
