"""One deadline for a whole exchange with another machine.

A socket's own timeout counts from byte to byte: a peer that sends one byte every few seconds is
waited for without end. Here the exchange has a thread of its own, and who asked goes on at the
deadline, whether the peer is slow to be found, to connect, to shake hands or to answer.
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
    """Return what the exchange returns, or raise what it raises; TimeoutError at the deadline.

    `hang_up` is called at the deadline and ends the exchange's connection, so that its thread ends
    too. The thread holds up no process that is asked to stop.
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
    """End a connection in whatever state it is: a thread that reads from it is woken."""
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
