"""A single deadline for a whole exchange with another machine.

A socket's own timeout counts from byte to byte, so a peer that sends one byte every few seconds
never runs into it. Here the exchange runs in its own thread, and the caller continues at the
deadline, regardless of the speed of the name lookup, connection, TLS handshake or answer.
"""

from __future__ import annotations

import socket
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def finish_within(seconds: float, exchange: Callable[[], T], hang_up: Callable[[], None]) -> T:
    """Return the exchange's result or raise its error. Raise TimeoutError after `seconds`.

    At the deadline `hang_up` is called to end the exchange's connection, so that its thread ends
    too. The thread is a daemon, so it does not prevent the process from stopping.
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
    """Shut a connection down in both directions, which wakes a thread that reads from it."""
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
