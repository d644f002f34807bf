"""A cluster of machines as an executor, by the address of its Dask scheduler (extra `cluster`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast

from mostek.core.errors import SentenceError

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Promise

_TIMEOUT = 10
"""The timeout of the first connection to a scheduler, in seconds."""


class ClusterError(SentenceError, RuntimeError):
    """A cluster is not usable, or no longer."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor on the machines of a scheduler, such as `tcp://tower:8786`.

    Raises `ClusterError`: at once if no scheduler answers or no worker can work, later when the scheduler goes or machines die
    over the same chunk again and again.
    """
    with _client(address) as client:
        _check(client, address)
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        try:
            yield _Machines(client)
        except (CancelledError, CommClosedError):  # closed: it went while a result was on its way
            raise ClusterError(
                "The scheduler at {address} is gone. Start the same again: what a folder keeps is not done twice.",
                address=address,
            ) from None
        except KilledWorker as error:
            raise ClusterError("The cluster has given up: {why}", why=error) from None


class _Machines(Executor):
    """An executor of our own: with Dask's (2026.8) a future never ends if the scheduler stops while its result is in transit."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], /, *about: Any, **more: Any) -> Future[Any]:
        """Submit work. The future always ends."""
        future = Future[Any]()
        promise = self._client.submit(work, *about, pure=False, **more)
        future.add_done_callback(lambda done: promise.cancel() if done.cancelled() else None)  # type: ignore[no-untyped-call]
        promise.add_done_callback(partial(_settle, future))  # type: ignore[no-untyped-call]
        return future


def _settle(future: Future[Any], promise: Promise[Any]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(promise.result())
        except BaseException as error:
            future.set_exception(error)


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("A cluster needs Dask: pip install 'mostek[cluster]'.") from None
    try:
        return Client(address, timeout=_TIMEOUT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ClusterError("No scheduler answers at {address}: {why}", address=address, why=error) from None


def _check(client: Client, address: str) -> None:
    """Check that all machines have one version: another version could play different games unnoticed."""
    ours = version("mostek")
    workers = cast(dict[str, Any], client.get_versions(packages=["mostek"]))["workers"]
    if not workers:
        raise ClusterError("The scheduler at {address} has no workers.", address=address)
    for worker, found in workers.items():
        theirs = found["packages"].get("mostek") or "?"
        if theirs != ours:
            raise ClusterError(
                "The worker {worker} has mostek {theirs}, this machine {ours}; all need the same version.",
                worker=worker,
                theirs=theirs,
                ours=ours,
            )
