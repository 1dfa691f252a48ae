"""A watchdog that ends a process together with its parent."""

from __future__ import annotations

import os
import signal
import threading


def hold() -> None:
    """End this process with SIGTERM when its standard input closes. The parent keeps it open while
    it runs.
    """

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="tether", daemon=True).start()
