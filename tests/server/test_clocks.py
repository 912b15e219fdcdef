"""The machine's clock jumps; the house's goes on, and what it tells never descends."""

from pathlib import Path

import apsw
import pytest

from croupier.floor.live.people.register import Register
from croupier.floor.live.people.staff import Staff
from croupier.floor.server.people.sessions import Sessions
from croupier.floor.server.process.clocks import RealClock
from croupier.floor.store.base import SessionRow
from tests.server.starts import ANN, DAN, house

SECOND, HOUR = 1_000_000, 3_600_000_000


class Machine:
    """Its two clocks, in microseconds."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_767_225_600_000_000, 5_000_000
        self.clock = RealClock(lambda: self.wall * 1_000, lambda: self.steady * 1_000)

    def passes(self, microseconds: int) -> int:
        self.wall += microseconds
        self.steady += microseconds
        return self.clock.now()


def test_a_clock_that_goes_back_never_tells_an_earlier_time() -> None:
    machine = Machine()
    before = machine.passes(SECOND)
    assert before == machine.wall
    machine.wall -= 2 * HOUR
    assert machine.clock.now() == before
    assert machine.passes(10 * SECOND) == before + 5 * SECOND, "time does not stand either"
    machine.passes(4 * HOUR)
    assert machine.passes(SECOND) == machine.wall, "after twice the step the two agree again"


def test_a_jump_ahead_ends_no_session() -> None:
    machine = Machine()
    clock = machine.clock
    row = SessionRow(bytes(32), 1, "Ann", clock.steady(), clock.steady(), clock.steady() + 12 * HOUR)
    staff = Staff(None, Register(), {})  # type: ignore[arg-type]  # nothing is kept here
    sessions = Sessions([row], None, staff, None, clock.steady)  # type: ignore[arg-type]
    (session,) = sessions.of("Ann")
    machine.wall += 13 * HOUR
    assert machine.passes(SECOND) == machine.wall and not sessions.is_over(session)
    machine.passes(HOUR)
    assert sessions.is_over(session), "half an hour has passed"


def test_entries_do_not_descend_over_a_restart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The machine is set back to before the last entry, while the house is closed."""
    ahead = 4_000_000_000_000_000
    with house(tmp_path, manual_from=ahead) as opened:
        opened.act(ANN, "1 sits Ann 1000")
    capsys.readouterr()
    with house(tmp_path, is_manual=False) as opened:
        assert "clock behind the journal" in capsys.readouterr().err
        opened.act(ANN, "1 ante 50")
        opened.act(DAN, "close")
        figures = opened.running.app.metrics.text({})
        assert 'croupier_clock_steps_total{direction="back"} 1' in figures
    times = [at for (at,) in apsw.Connection(str(tmp_path / "d" / "floor.db")).execute("SELECT at FROM entry")]
    assert times == sorted(times) and times[0] == ahead
    with house(tmp_path, is_manual=False) as opened:
        opened.running._write_checkpoint()
    with house(tmp_path, is_manual=False):
        pass
