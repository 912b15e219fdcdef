"""Play scenarios with one thing broken, in a child process that ends with it."""

import ast
import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from msgspec.structs import replace

from croupier.proofs.traceability.scenarios import Scenario, read_scenarios, tried
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read import Script
from croupier.rounds.roundfile.read_tables import AnyScript
from croupier.rounds.roundfile.run import play
from croupier.rules.rulebook.model import Rulebook
from tests.mutants.code import Code
from tests.mutants.elsewhere import HELD_BY, first_to_fail, tests_for
from tests.mutants.mutants import Duty, Mutant

SCENARIOS = Path(__file__).parents[1] / "scenarios"
SECONDS = 3
"""A round that takes more of the processor goes round in circles."""
TEST_SECONDS = 60
"""And so do tests."""
MEMORY = 800_000_000


class CannotBreak(Exception):
    """The mutant could not be planted."""


class Trials:
    """Everything is imported and read once; nothing is played here, so nothing is remembered of a healthy game."""

    def __init__(self, code: Code) -> None:
        self.code = code
        read = read_scenarios(SCENARIOS)
        if read.unreadable:
            raise CannotBreak(f"scenarios that cannot be read: {', '.join(read.unreadable)}")
        self.scenarios = read.read
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and "croupier" in thing.__code__.co_filename:
                self.functions.setdefault(_key(thing.__code__), []).append(thing)
        gc.freeze()  # all that is known by now lives as long as the process, and no child looks through it again
        answer = _in_a_child(lambda: json.dumps(self._healthy()))
        assert answer is not None
        self.clauses: list[set[str]] = [set(clauses) for clauses in json.loads(answer)]
        """For each scenario the clauses that it is named for or makes the rules cite."""

    def _healthy(self) -> list[list[str]]:
        found = []
        for one in self.scenarios:
            played = tried(one)
            if played.wrong:
                raise CannotBreak(f"{one.name} fails as it is: {played.wrong[0]}")
            cited = [name for name, cite in one.script.book.cited.items() if cite in played.cited]
            found.append([*cited, *(place.clause for place in one.speaks_of())])
        return found

    def check_tests(self) -> None:
        """Nothing can be noticed by a test that fails as it is."""
        tests = tuple(dict.fromkeys(test for some in HELD_BY.values() for test in some))

        def attempt() -> str:
            _limit(TEST_SECONDS)
            return first_to_fail(tests)

        if (failing := _in_a_child(attempt)) != "":
            raise CannotBreak(f"{failing or 'a test that never ends'} fails as it is")

    def of(self, duty: Duty) -> list[Scenario]:
        """The scenarios of the clauses: first those named for one, then those in whose rounds one is cited."""
        book, clauses = duty
        found = [
            one
            for one, own in zip(self.scenarios, self.clauses, strict=True)
            if one.script.book.key == book and (not clauses or clauses & own)
        ]
        return sorted(found, key=lambda one: one.proof.subject not in clauses)

    def noticed_by(self, mutant: Mutant) -> list[str]:
        """For each duty the first scenario that notices the mutant, or nothing; or a test, where scenarios cannot."""

        def attempt() -> str:
            self._break(mutant)
            if tests := tests_for(mutant.name):
                _limit(TEST_SECONDS)
                if failed := first_to_fail(tests):
                    return json.dumps([failed])
            return json.dumps([self._first(duty, mutant) for duty in mutant.duties])

        answer = _in_a_child(attempt)
        if answer is None:
            return ["it never came to an end"] * len(mutant.duties)
        noticed: list[str] = json.loads(answer)
        return noticed

    def named_for(self, book: str, clause: str) -> list[Scenario]:
        """The clause's own: by its name, or by that of the paragraph where it stands."""
        return [
            one
            for one in self.scenarios
            if one.script.book.key == book and one.proof.subject in (clause, one.script.book.cited.get(clause))
        ]

    def noticed_by_its_own(self, mutant: Mutant, book: str, clause: str) -> bool:
        """Whether a scenario that is named for the clause notices the mutant."""

        def attempt() -> str:
            self._break(mutant)
            return json.dumps(any(_notices(one.script, mutant) for one in self.named_for(book, clause)))

        return _in_a_child(attempt) in (None, "true")

    def _first(self, duty: Duty, mutant: Mutant) -> str:
        return next((one.name for one in self.of(duty) if _notices(one.script, mutant)), "")

    def _break(self, mutant: Mutant) -> None:
        if mutant.patch is not None:
            mutant.patch()
        if mutant.plant is None:
            return
        path = sys.modules[mutant.module].__file__
        assert path is not None
        mutant.plant()
        compiled = compile(ast.fix_missing_locations(self.code.trees[mutant.module]), path, "exec")
        outermost = mutant.scope.partition(".")[0]
        planted = 0
        for changed in _codes(compiled):
            if changed.co_qualname.partition(".")[0] == outermost:
                for function in self.functions.get(_key(changed), ()):
                    function.__code__ = changed
                    planted += 1
        if not planted:
            raise CannotBreak(f"{mutant.name}: no function is running that code")


def _in_a_child(task: Callable[[], str]) -> str | None:
    """What the task returns; None where the process had to be stopped."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        answer = ""
        try:
            _limit(10 * SECONDS)
            answer = f"+{task()}"
        except BaseException as error:
            answer = f"-{type(error).__name__}: {error}"
        finally:
            with os.fdopen(writes, "w") as told:
                told.write(answer)
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as told:
        answer = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    if not answer.startswith("+"):
        raise CannotBreak(answer[1:])
    return answer[1:]


def _limit(seconds: int) -> None:
    """The process ends when it has worked so long from now; waiting for its turn does not count."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _notices(script: AnyScript, mutant: Mutant) -> bool:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    _limit(SECONDS)
    try:
        if mutant.book is not None:
            script = _with_book(script, mutant.book)
        return bool(differences(play(script)))
    except Exception:
        return True
    finally:
        _limit(10 * SECONDS)


def _with_book(script: AnyScript, book: Rulebook) -> AnyScript:
    """At every table that is played by the book."""
    if isinstance(script, Script):
        return replace(script, book=book.dealt_from(script.device)) if script.book.key == book.key else script
    return replace(script, tables={name: _with_book(table, book) for name, table in script.tables.items()})


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
