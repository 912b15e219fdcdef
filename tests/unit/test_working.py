"""What is said on stderr while something takes a while."""

from fractions import Fraction
from time import sleep

import pytest

from croupier.cli import working as told
from croupier.cli.working import working


def test_a_quick_thing_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    with working("counting"):
        pass
    assert capsys.readouterr().err == ""


def test_lines_tell_the_share_that_is_done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "EVERY", 0.01)
    with working("counting", at_once=True) as share:
        sleep(0.1)
        share(Fraction(1, 3))
        sleep(0.1)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first == "croupier: counting …"
    assert last == "croupier: counting, 33 % done …"


def test_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with working("counting", at_once=True) as share:
        sleep(0.2)
        share(Fraction(1, 4))
        sleep(0.3)
    said = capsys.readouterr().err
    assert "███" in said
    assert f"\r{'█' * 5}{'·' * 15} counting, 25 % done, 0 s " in said
    assert said.endswith("\r\x1b[K")
