"""A digest of the whole program, so that a change under a running house is found (PJ-20)."""

from hashlib import blake2b
from pathlib import Path

PACKAGE = Path(__file__).parents[3]
_PARTS = (".py", ".toml")


def digest(package: Path = PACKAGE) -> str:
    """Digest of the modules and rulebooks as they are on disk now, without Python's compiled files."""
    found = blake2b(digest_size=16)
    for path in sorted(path for path in package.rglob("*") if path.suffix in _PARTS):
        try:
            content = path.read_bytes()
        except OSError:
            content = b"unreadable"
        found.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()
