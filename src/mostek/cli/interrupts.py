"""Ctrl-C during long work: the command ends within a second, also where a search, or its threads, would go on for longer.

Python handles a signal between two of its own steps, and waits for threads before it ends. So a thread hears of the signal from
the system itself, leaves the command a moment to store what it has, and then ends the process as a crash would: what mostek
writes is written as a whole, and worker processes end with their parent.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from time import sleep

import click

from mostek.messages import text

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
_GRACE = 0.6
"""The seconds in which a command may store what it has."""
_done = threading.Event()
_keeping = threading.Event()
"""Is set while results are stored, for the thread that ends the process."""


def tell_interrupted() -> None:
    """Say that the command was interrupted, and that its results are stored, once."""
    if not _done.is_set():
        _done.set()
        _tell_results()
        click.echo(text("Interrupted."), err=True)


def _tell_results() -> None:
    if _keeping.is_set():
        _keeping.clear()
        click.echo(text("The results so far are saved: the same command continues from there."), err=True)


@contextmanager
def keeping_results() -> Iterator[None]:
    """During this what was worked out is stored; after Ctrl-C the person hears it, also when a search goes on for too long."""
    _keeping.set()
    try:
        yield
    except KeyboardInterrupt:
        _tell_results()
        raise
    finally:
        _keeping.clear()


@contextmanager
def ending_soon() -> Iterator[None]:
    """During this, Ctrl-C ends the process soon. Only the main thread hears signals; elsewhere it does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    hears, sends = socket.socketpair()
    with hears, sends:
        hears.setblocking(True)
        sends.setblocking(False)
        before = signal.set_wakeup_fd(sends.fileno(), warn_on_full_buffer=False)
        # In the context of the command, which knows its language.
        run, waiting = copy_context().run, (_end_after_signal, hears.dup())
        threading.Thread(target=run, args=waiting, name="mostek-interrupts", daemon=True).start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)


def _end_after_signal(hears: socket.socket) -> None:
    """Wait until a signal comes or the work is over."""
    with hears, suppress(OSError):  # it was closed: the work is over
        while number := hears.recv(1):
            if number[0] == signal.SIGINT:
                sleep(_GRACE)
                if sys.stderr.isatty():  # a line of progress stands there, without its end
                    click.echo(err=True)
                tell_interrupted()
                with suppress(OSError, ValueError):  # nobody reads any more
                    sys.stdout.flush()
                os._exit(INTERRUPTED)
