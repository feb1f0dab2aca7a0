"""Trying again after 429, 5xx and lost connections: every call is a GET, which may be repeated."""
from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import TypeVar

from .clock import Clock
from .problems import CallCancelled, ConnectionFailed, RateLimitError, ServiceError

T = TypeVar("T")


@dataclass(frozen=True)
class RetryOptions:
    attempts: int = 4
    """Requests that a call makes at most; 1 never repeats."""
    base_s: float = 0.25
    """Of the first wait where the service names none; each further is twice as long."""
    max_wait_s: float = 60.0
    """The longest wait: where the service asks for a longer one, the error comes at once."""


def retry_after_s(value: str | None, now_s: float) -> float | None:
    """Seconds that Retry-After asks to wait: whole seconds or a date; None where it is neither."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    # A date without a zone is UTC, as all dates of HTTP are.
    whole = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return max(0.0, whole.timestamp() - now_s)


def retrying(
    attempt: Callable[[], T],
    options: RetryOptions,
    clock: Clock,
    cancelled: threading.Event | None,
    url: str,
) -> T:
    """Makes attempts until one succeeds.

    :raises TidemarkError: the last one; CallCancelled as soon as ``cancelled`` is set
    """
    made = 0
    while True:
        if cancelled is not None and cancelled.is_set():
            raise CallCancelled(f"{url} was cancelled", url=url)
        made += 1
        try:
            return attempt()
        except (ConnectionFailed, RateLimitError, ServiceError) as error:
            asked_s = None if isinstance(error, ConnectionFailed) else error.retry_after_s
            if made >= options.attempts or (asked_s is not None and asked_s > options.max_wait_s):
                raise
            back_off_s = min(options.max_wait_s, options.base_s * 2.0 ** (made - 1))
        # Never before the service permits it; jitter spreads the clients.
        if asked_s is None:
            clock.wait(back_off_s * (0.5 + clock.random() / 2), cancelled)
        else:
            clock.wait(asked_s + clock.random() * back_off_s, cancelled)
