"""A single deadline for a whole exchange with another machine.

A socket's own timeout applies to each read, so a peer that sends one byte every few seconds never
exceeds it. Here, the exchange runs in its own thread, and the caller continues at the deadline,
however slow the name lookup, the connection, the TLS handshake or the response is.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def finish_within(seconds: float, exchange: Callable[[], T], hang_up: Callable[[], None]) -> T:
    """Return the exchange's result or raise its error. Raise TimeoutError after `seconds`.

    At the deadline, `hang_up` is called to close the exchange's connection, so that its thread also
    ends. The thread is a daemon, so it does not prevent the process from exiting.
    """
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(exchange())
        except BaseException as error:  # noqa: BLE001 - raised again where the outcome is read
            outcome.set_exception(error)

    Thread(target=run, name="exchange", daemon=True).start()
    try:
        return outcome.result(seconds)
    finally:
        if not outcome.done():
            hang_up()


def shut_down(connection: socket.socket | None) -> None:
    """Shut down a connection in both directions, which wakes any thread that reads from it."""
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
