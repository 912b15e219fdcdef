"""Where a store is: a folder, or a database server named by its address."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from croupier.base.errors import Unreadable
from croupier.base.values import Value

SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:/")
"""How the address of a server begins; one letter is a drive."""
OURS = ("postgresql", "postgres")


class ServerAddress(Value):
    """A database on a PostgreSQL server."""

    url: str
    """As an operator wrote it, perhaps with a password; never print it."""

    def __str__(self) -> str:
        """Without the password."""
        parts = urlsplit(self.url)
        user, _, host = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        query = "&".join(word for word in parts.query.split("&") if not word.startswith(("password=", "sslpassword=")))
        place = f"{name}@{host}" if name else host
        return f"{parts.scheme}://{place}{parts.path}{f'?{query}' if query else ''}"

    def __repr__(self) -> str:
        return f"ServerAddress({str(self)!r})"

    @property
    def database(self) -> str:
        """The name of the database; libpq takes the user's name if the address has none."""
        return urlsplit(self.url).path.strip("/")

    @property
    def host(self) -> str:
        """Of the server; the first if there are several, and empty for one behind a Unix socket."""
        first = urlsplit(self.url).netloc.rpartition("@")[2].partition(",")[0]
        host = re.sub(r":[0-9]*$", "", first).strip("[]")
        return "" if "%2F" in host.upper() else host


Address = Path | ServerAddress


def read_address(text: str) -> Address:
    """Raises Unreadable for a server that is not PostgreSQL, and for an address without a database."""
    if SCHEME.match(text) is None:
        return Path(text)
    scheme, _, rest = text.partition(":")
    if scheme not in OURS or not rest.startswith("//"):
        raise Unreadable(
            f"{scheme}: is no store that croupier opens; expected a folder or postgresql://USER@HOST:PORT/DATABASE"
        )
    address = ServerAddress(text)
    if re.fullmatch(r"[A-Za-z0-9_.-]{1,63}", address.database) is None:
        raise Unreadable(f"{address} names no database; expected postgresql://USER@HOST:PORT/DATABASE")
    return address
