"""People who are not signed in and ask for the dearest thing they may ask for, as fast as they are answered.

    python bench/strangers.py ADDRESS HOW COUNT SECONDS TABLE ROUNDS

HOW is `here` (all from one address), `everywhere` (each from an address of its own) or `watching` (sockets that repeat
their watch 90 times a second). Prints `begun`, and at the end what they were answered.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


async def ask(host: str, port: int, number: int, how: str, table: str, rounds: int, end: float) -> Counter[str]:
    """One connection after the other; the steps of a round that is drawn each time."""
    chance, found = Random(number), Counter[str]()
    own = ("127.0.0.1", 0) if how == "here" else (f"127.1.{number}.1", 0)
    while time.monotonic() < end:
        try:
            reader, writer = await asyncio.open_connection(host, port, local_addr=own)
            while time.monotonic() < end:
                path = f"/v1/tables/{table}/rounds/{chance.randint(1, rounds)}/steps"
                writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r")[0]))
                found[head.split(b" ")[1].decode()] += 1
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            found["lost"] += 1
    return found


async def watch(host: str, port: int, table: str, end: float) -> Counter[str]:
    found = Counter[str]()
    try:
        async with connect(f"ws://{host}:{port}/v1/live", compression=None) as live:
            while time.monotonic() < end:
                await live.send(json.dumps({"watch": {"table": table}}))
                found["watched"] += 1
                await asyncio.sleep(1 / 90)
    except (ConnectionClosed, InvalidStatus):
        found["closed"] += 1
    return found


async def main(address: str, how: str, count: int, seconds: float, table: str, rounds: int) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    end = time.monotonic() + seconds
    if how == "watching":
        everybody = [watch(host, int(port), table, end) for _ in range(count)]
    else:
        everybody = [ask(host, int(port), number, how, table, rounds, end) for number in range(count)]
    print("begun", flush=True)
    print(json.dumps(sum(await asyncio.gather(*everybody), Counter())))


if __name__ == "__main__":
    address, how, count, seconds, table, rounds = sys.argv[1:]
    asyncio.run(main(address, how, int(count), float(seconds), table, int(rounds)))
