"""Power is lost, disks are full, syncs fail: `python -m tests.power_loss [IMAGES] [SEED]`.

Thousands of evenings are cut off anywhere, opened again and checked: whatever was acknowledged must be there. The same
is done with settings that SQLite would accept and we refuse, where the harness must find losses.
"""

import sys
import tempfile
import time
from pathlib import Path

import apsw

from tests.power_loss.losses import Loss, Tally, fail_at_each, lose_power

IMAGES = 10_000
UNSAFE = ("NORMAL", "OFF")


def main(images: int = IMAGES, seed: int = 1) -> int:
    sound = True
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for synchronous in ("FULL", *UNSAFE):
            count = images if synchronous == "FULL" else max(100, images // 10)
            began = time.monotonic()
            tally = lose_power(count, folder, seed, synchronous, _progress)
            took = time.monotonic() - began
            print(f"synchronous {synchronous}: {tally.images:,} images, {len(tally.losses):,} losses, {took:.0f} s")
            for loss in tally.losses[:5] if synchronous == "FULL" else ():
                print(f"  {loss}")
            sound &= bool(tally.losses) == (synchronous in UNSAFE)
        for kind, error in (("write", apsw.FullError), ("sync", apsw.IOError)):
            try:
                struck = fail_at_each(kind, error, folder, seed)
                print(f"{kind} fails: at each of {struck:,}, the store stops and keeps what it acknowledged")
            except Loss as loss:
                print(f"{kind} fails: {loss}")
                sound = False
    return 0 if sound else 1


def _progress(tally: Tally) -> None:
    if sys.stderr.isatty():
        print(f"\r{tally.images:,} images, {len(tally.losses):,} losses", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
