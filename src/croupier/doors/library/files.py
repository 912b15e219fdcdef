"""Round files and hand histories, read and played by programs."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.base.errors import Unreadable
from croupier.base.json_answers import as_object
from croupier.base.limits import FILE_BYTES
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read_tables import AnyScript, read_scripts
from croupier.rounds.roundfile.run import Played, PlayedTables, Refusal, play, report
from croupier.rounds.roundfile.transcript import transcript

if TYPE_CHECKING:
    from croupier.rounds.histories.phh import PhhEntry


class Round:
    """A round file that has been played with one rulebook."""

    def __init__(self, name: str, played: Played | PlayedTables) -> None:
        self.name = name
        self.played = played

    @property
    def refusal(self) -> Refusal | None:
        """What the rules refused, and where the file stopped."""
        return self.played.refusal

    @property
    def rulebook(self) -> str:
        return self.played.script.book.key

    def report(self) -> dict[str, Any]:
        """The object that `croupier run --json` prints."""
        return as_object(report(self.name, self.played))

    def transcript(self) -> str:
        return "\n".join(transcript(self.name, self.played))

    def differences(self) -> list[str]:
        """What is not as the file expects; empty where everything is, or nothing is expected."""
        return differences(self.played)

    def __repr__(self) -> str:
        ended = "played" if self.refusal is None else f"refused at action {self.refusal.action}"
        return f"<{self.name} with {self.rulebook}: {ended}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.transcript())}</pre>"


class RoundFile:
    """A round file that has been read: a script for each rulebook that it names."""

    def __init__(self, name: str, scripts: tuple[AnyScript, ...]) -> None:
        self.name = name
        self.scripts = scripts

    def play(self, seed: int | None = None) -> Round:
        """Of a file for several rulebooks, with the first."""
        return Round(self.name, play(self.scripts[0], seed))

    def play_all(self, seed: int | None = None) -> tuple[Round, ...]:
        """With each rulebook that it names."""
        return tuple(Round(self.name, play(script, seed)) for script in self.scripts)

    def __repr__(self) -> str:
        books = ", ".join(script.book.key for script in self.scripts)
        return f"<round file {self.name}: {books}, {len(self.scripts[0].actions)} actions>"


def read_round_file(file: str | PathLike[str], text: str | bytes | None = None) -> RoundFile:
    """Read a round file, or what was read of one already: then `file` is only its name."""
    name = str(file)
    if text is None:
        text = _content(name)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")  # some editors begin a file with a mark that says it is UTF-8
        except UnicodeDecodeError:
            raise Unreadable("not TOML: the file is not UTF-8 text") from None
    return RoundFile(name, read_scripts(text))


def _content(name: str) -> bytes:
    if not name:
        raise Unreadable("cannot be opened: the name of the file is empty")
    try:
        with Path(name).open("rb") as file:
            return file.read(FILE_BYTES + 1)  # one byte more than the limit, so that a longer file is noticed
    except OSError as error:
        raise Unreadable(f"cannot be opened: {error.strerror}") from None
    except ValueError:
        raise Unreadable("cannot be opened: no file can have this name") from None


def hands_in(file: str | PathLike[str]) -> "Iterator[PhhEntry]":
    """The hands of a PHH file (`.phh`, `.phhs`), each with its place; what is no hand says why."""
    from croupier.rounds.histories.phh import read_phh

    return read_phh(Path(file).read_text(encoding="utf-8"))
