"""What every test can use: golden files, and how hard hypothesis tries."""

import os
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.pop("COLUMNS", None)  # what is printed is compared with what it is where nobody asks for a width

GOLDEN = Path(__file__).parent / "golden"

# Nothing depends on how busy the machine is; in CI nothing depends on luck either.
settings.register_profile("dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("dev"), max_examples=20, derandomize=True)
settings.register_profile("ci", settings.get_profile("dev"), max_examples=200, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write tests/golden again; then review the diff")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    properties = [found for report in reports for found in getattr(report, "user_properties", ())]
    for name in sorted({name for key, name in properties if key == "golden"}):
        terminalreporter.write_line(f"written: tests/golden/{name}")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("name.txt", text)` fails unless tests/golden/name.txt holds just this text."""

    def check(name: str, text: str) -> None:
        file = GOLDEN / name
        known = file.read_text(encoding="utf-8") if file.exists() else None
        if text == known:
            return
        if request.config.getoption("--update"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            request.node.user_properties.append(("golden", name))
            return
        if known is None:
            pytest.fail(f"tests/golden/{name} is missing; --update writes it", pytrace=False)
        diff = unified_diff(
            known.splitlines(keepends=True), text.splitlines(keepends=True), f"tests/golden/{name}", "now"
        )
        lines = [line if line.endswith("\n") else f"{line}\n(no newline at the end)\n" for line in diff]
        pytest.fail("".join([*lines, "\nIf this is right: --update, then review the diff."]), pytrace=False)

    return check
