"""What is said on stderr while something takes a while."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.doors.cli.progress import Share, tell, working


class Waits:
    """One wait after the other, each with something that happens meanwhile; with the last one the work is done."""

    def __init__(self, *meanwhile: Callable[[], None]) -> None:
        self.meanwhile = list(meanwhile)

    def wait(self, timeout: float) -> bool:
        self.meanwhile.pop(0)()
        return not self.meanwhile


def nothing() -> None:
    pass


def test_a_quick_thing_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    with working("counting"):
        pass
    assert capsys.readouterr().err == ""


def test_lines_tell_the_share_that_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    share = Share()
    tell("counting", Waits(nothing, nothing, lambda: share(Fraction(1, 3)), nothing), share)
    assert capsys.readouterr().err.splitlines() == ["croupier: counting …", "croupier: counting, 33 % done …"]


def test_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    share = Share()
    tell("counting", Waits(nothing, nothing, lambda: share(Fraction(1, 4)), nothing), share)
    moving, filled, rest = capsys.readouterr().err.split(" counting")
    assert moving.endswith("███")
    assert filled.endswith(f"\r{'█' * 5}{'·' * 15}")
    assert rest == ", 25 % done, 0 s \r\x1b[K"
