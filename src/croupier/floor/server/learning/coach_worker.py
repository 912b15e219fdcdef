"""The coach's process: reads questions as lines of JSON and writes answers, one at a time."""

import os
import sys

import msgspec

from croupier.floor.live.acts.coaching import Question, work_out


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # players come first
    read = msgspec.json.Decoder(Question).decode
    for line in sys.stdin.buffer:  # until the server is gone
        sys.stdout.buffer.write(msgspec.json.encode(work_out(read(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
