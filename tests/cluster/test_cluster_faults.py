"""A few faults of the long programme (`python -m tests.cluster`): nothing answered is lost or doubled."""

import pytest

from tests.cluster.programme import primary_destroyed, running


@pytest.mark.slow
def test_nothing_answered_is_lost_or_doubled() -> None:
    with running(1) as programme:
        for kind in ("cut after", "kill", "restart immediate", "stop"):
            programme.fault(kind)
        programme.check()


@pytest.mark.slow
def test_a_synchronous_standby_has_everything_that_was_answered() -> None:
    primary_destroyed(1)
