"""Who plays the batches of a run: threads, processes, or the machines of a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import NamedTuple

from croupier.base.errors import Unreadable

SCHEDULER, WORKER = 10, 60
"""Seconds in which a cluster must have a scheduler that answers, and a worker."""


class Workers(NamedTuple):
    executor: Executor
    at_once: int
    """Batches that are given out at a time: enough that nobody waits, few enough for memory."""


@contextmanager
def threads(jobs: int) -> Iterator[Workers]:
    """In this process, for kernels hold no lock."""
    with ThreadPoolExecutor(jobs) as pool:
        yield Workers(pool, 2 * jobs)


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """On this machine, each with its own tables."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield Workers(pool, 2 * jobs)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask scheduler. A batch whose worker dies is played by another one."""
    from distributed import Client, KilledWorker

    try:
        client = Client(address, timeout=SCHEDULER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unreadable(f"--on: no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER)
        except TimeoutError:
            raise Unreadable(
                f"--on: the scheduler at {address} has no workers; start some: dask worker {address}"
            ) from None
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, 2 * sum(client.nthreads().values()))
        except KilledWorker as killed:
            raise Unreadable(
                f"--on: several workers died while they played a batch, the last one {killed.last_worker.address}; "
                "give them more memory, or raise distributed.scheduler.allowed-failures"
            ) from None
        except CancelledError:
            raise Unreadable(f"--on: the scheduler at {address} has gone; with --out, repeat the command") from None
        finally:
            executor.shutdown(wait=False)
