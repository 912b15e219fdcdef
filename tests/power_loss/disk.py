"""A disk in memory that forgets what was not synced, for SQLite to write on.

A write is durable when its file was synced after it, a new file when it was synced for the first time, and a removed
one at the next sync of anything, unless the removal itself was synced. When power is lost, each sector of 512 bytes
that was written since then holds any of the versions that it had: lost, torn and reordered writes are all among them.
"""

import random
from collections.abc import Callable
from typing import Any

import apsw

SECTOR = 512

Image = dict[str, bytes]
"""What is found after power is back: files by name."""


class Recorded:
    """One file: what is durable, what is read now, and what each sector held in between."""

    def __init__(self, content: bytes | None = None) -> None:
        self.is_durable = content is not None
        self.durable = content or b""
        self.now = bytearray(self.durable)
        self.sizes = [len(self.durable)]
        self.versions: dict[int, list[bytes]] = {}

    def write(self, data: bytes, offset: int) -> None:
        end = offset + len(data)
        if end > len(self.now):
            self.now.extend(bytes(end - len(self.now)))
            self.sizes.append(end)
        self.now[offset:end] = data
        for sector in range(offset // SECTOR, (end + SECTOR - 1) // SECTOR):
            part = bytes(self.now[sector * SECTOR : (sector + 1) * SECTOR])
            self.versions.setdefault(sector, []).append(part.ljust(SECTOR, b"\0"))

    def truncate(self, size: int) -> None:
        del self.now[size:]
        self.sizes.append(size)

    def sync(self) -> None:
        self.is_durable = True
        self.durable = bytes(self.now)
        self.sizes = [len(self.durable)]
        self.versions.clear()

    def after_power_loss(self, chance: random.Random) -> bytes:
        size = chance.choice(self.sizes)
        content = bytearray(max(*self.sizes, len(self.durable)))
        content[: len(self.durable)] = self.durable
        kept = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for sector, versions in self.versions.items():
            if chance.random() < kept:
                start = sector * SECTOR
                part = chance.choice(versions)[: len(content) - start]
                content[start : start + len(part)] = part
        return bytes(content[:size])


class Disk(apsw.VFS):
    """By a name of its own. `watch` is called with each `write` and `sync`, before it is done."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.name = name
        self.files: dict[str, Recorded] = {}
        self.removed: dict[str, Recorded] = {}
        self.watch: Callable[[str], None] = lambda _: None

    def load(self, image: Image) -> None:
        self.files = {name: Recorded(content) for name, content in image.items()}
        self.removed = {}

    def image(self) -> Image:
        """When only the process has died."""
        return {name: bytes(file.now) for name, file in self.files.items()}

    def after_power_loss(self, chance: random.Random) -> Image:
        found = {
            name: file.after_power_loss(chance)
            for name, file in self.files.items()
            if file.is_durable or chance.random() < 0.5
        }
        back = {name: file.durable for name, file in self.removed.items() if chance.random() < 0.5}
        return back | found

    def synced(self) -> None:
        self.removed.clear()

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> Any:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        assert path is not None, "nothing temporary is written"
        if path not in self.files:
            if not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise apsw.CantOpenError
            self.files[path] = Recorded()
        flags[1] = flags[0]
        return OpenFile(self, self.files[path])

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        file = self.files.pop(filename, None)
        if file is not None and file.is_durable and not syncdir:
            self.removed[filename] = file

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class OpenFile:
    """What SQLite holds in its hands."""

    def __init__(self, disk: Disk, file: Recorded) -> None:
        self.disk, self.file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self.file.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.watch("write")
        self.file.write(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.watch("write")
        self.file.truncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.watch("sync")
        self.file.sync()
        self.disk.synced()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self.file.now)

    def xLock(self, level: int) -> None: ...  # noqa: N802

    def xUnlock(self, level: int) -> None: ...  # noqa: N802

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xClose(self) -> None: ...  # noqa: N802
