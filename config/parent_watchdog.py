"""A watchdog that ends a process when its parent ends."""

from __future__ import annotations

import os
import signal
import threading


def hold() -> None:
    """End this process with SIGTERM when its standard input is closed. The parent keeps it open as
    long as the parent runs.
    """

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="tether", daemon=True).start()
