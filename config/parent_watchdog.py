"""Ties a process to the one that started it, so that nothing stays behind when the parent is
killed.
"""

from __future__ import annotations

import os
import signal
import threading


def hold() -> None:
    """End this process, politely, when its standard input ends: the parent keeps the other side
    open while it lives.
    """

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="tether", daemon=True).start()
