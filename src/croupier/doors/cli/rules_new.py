"""`croupier rules new NAME --from BOOK`: starts a house's own book as a commented copy of an approved one."""

import os
import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.doors.library.books import book_for
from croupier.extension_points import RULEBOOKS
from croupier.rules.rulebook.load import BOOKS, KEY, KEY_WANTED
from croupier.rules.rulebook.model import document_of

FOLDER = "rulebooks"

COMMENTS: Mapping[str, tuple[str, ...]] = {
    "[procedure]": (
        "# How the game is run. Multiples of the Ante, what the dealer qualifies with, and limits may change.",
    ),
    "[paytables.jackpot]": (
        '# Shares of the meter ("25%") or dollars. A row that is left out is not paid. Keep the order of the rows.',
    ),
    "[paytables.": (
        '# What is paid, x to 1: 0 loses the stake, "push" returns it. A row that is left out loses. Keep the order.',
    ),
    "[clauses]": (
        "# The names by which the code cites your paragraphs. Keep every name; write the number of your paragraph.",
        '# { shoe = "3.10", shuffler = "3.11" } stands for a rule that is said once for each dealing device.',
    ),
    "[informative]": (
        "# Paragraphs that need no code, each with the reason. Every paragraph is either here or has a clause.",
    ),
    "[paragraphs]": (
        "# Your document, paragraph by paragraph, in your own words. Refer to figures instead of writing them out,",
        "# so that words and pay tables agree: {pair-plus.straight} becomes what that row pays.",
    ),
}
"""Comments for the reader of the new book, by the heading that they precede."""


def write_new(name: str, source: str | None, folder: str | None) -> str:
    """Writes the book. Returns what to do next."""
    if source is None:
        raise Unreadable("say which book to begin with: croupier rules new lucky-three --from three-card-poker@3")
    pattern = book_for(source)
    key = _key(name)
    target = Path(folder or _first_folder() or FOLDER)
    file = target / document_of(key) / f"v{key.partition('@')[2]}.toml"
    text = _commented(BOOKS[pattern.key].decode(), pattern.key, pattern.game, key)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    except FileExistsError:
        raise Unreadable(f"{file} is there already; name the next version, such as {_next(key)}") from None
    except OSError as error:
        raise Unreadable(f"{file} cannot be written: {error.strerror}") from None
    return (
        f"written: {file}\n"
        f"Change it, then: croupier rules check {target}\n"
        f"Use it:          croupier play {document_of(key)} --rulebooks {target}"
    )


def _first_folder() -> str:
    return os.environ.get(RULEBOOKS, "").partition(os.pathsep)[0]


def _key(name: str) -> str:
    """`lucky-three@2` stays; a name alone gets its next version."""
    if "@" not in name:
        versions = [int(key.partition("@")[2]) for key in BOOKS if document_of(key) == name]
        name = f"{name}@{max(versions, default=0) + 1}"
    if KEY.fullmatch(name) is None:
        raise Unreadable(f"{name!r} is no name of a book; {KEY_WANTED}")
    if name in BOOKS:
        raise Unreadable(f"there is a book {name} already; name the next version, such as {_next(name)}")
    return name


def _next(key: str) -> str:
    document, _, version = key.partition("@")
    return f"{document}@{int(version) + 1}"


def _commented(text: str, pattern: str, game: str, key: str) -> str:
    document, _, version = key.partition("@")
    today = datetime.now(timezone(timedelta(hours=8))).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"# {document}, version {version}: begun as a copy of {pattern}.",
        f"# `croupier rules check` says what it still lacks, `croupier rules diff {pattern} {key}` what you changed.",
    ]
    body = text.splitlines()
    while body and body[0].startswith("#"):
        body.pop(0)
    for line in body:
        if re.match(r"key\s*=", line):
            lines.append(f'key       = "{key}"')
        elif re.match(r"game\s*=", line):
            continue
        elif re.match(r"title\s*=", line):
            lines.append(f'title     = "{document.replace("-", " ").title()}"' if document != game else line)
            lines.append(f'game      = "{game}"  # whose code runs it')
        elif re.match(r"effective\s*=", line):
            lines.append(f"effective = {today.isoformat()}  # from when it is in force")
        else:
            lines += [*_comments_for(line), line]
    return "\n".join(lines) + "\n"


def _comments_for(line: str) -> tuple[str, ...]:
    return next((comments for start, comments in COMMENTS.items() if line.startswith(start)), ())
