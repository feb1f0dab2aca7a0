"""Time and chance, as the client uses them; a test hands in its own."""
from __future__ import annotations

import random
import threading
import time


class Clock:
    """The system's time and chance."""

    def now_s(self) -> float:
        """Unix seconds."""
        return time.time()

    def random(self) -> float:
        """From 0 to less than 1."""
        return random.random()

    def wait(self, duration_s: float, cancelled: threading.Event | None) -> None:
        """Waits, no longer than until ``cancelled`` is set."""
        if cancelled is None:
            time.sleep(duration_s)
        else:
            cancelled.wait(duration_s)
