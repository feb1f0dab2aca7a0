"""The client."""
from __future__ import annotations

import math
from types import TracebackType
from collections.abc import Callable
from typing import Any, TypedDict
from urllib.parse import urlsplit

from .answer_cache import AnswerCache, CacheOptions
from .caller import Caller
from .clock import Clock
from .connection import ConnectionPool
from .event_stream import EventStream
from .generated.calls import Calls
from .payment import PaymentOptions
from .retry import RetryOptions
from .version import VERSION


class ClientOptions(TypedDict, total=False):
    """Arguments of Client beside the address and the key."""

    payment: PaymentOptions | None
    retry: RetryOptions
    cache: CacheOptions | None
    timeout_s: float
    max_answer_bytes: int
    clock: Clock | None


class Client(Calls):
    """The API of one service: one method for each endpoint, by group. Threads may share it.

    :param base_url: Address of the service: ``https://tidemark.example``.
    :param api_key: Key of an account; one of this and ``payment`` is needed.
    :param payment: Pays for every call, without an account (x402 v2).
    :param retry: How often a request is repeated after 429, 5xx and a lost connection, and how long it waits.
    :param cache: Answers that are kept, to ask whether they are still so; None keeps none.
    :param timeout_s: How long one request may take, from its first byte to the last of its answer.
    :param max_answer_bytes: Of one answer.
    :raises ValueError: an argument that is missing or wrong
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        payment: PaymentOptions | None = None,
        retry: RetryOptions = RetryOptions(),
        cache: CacheOptions | None = CacheOptions(),
        timeout_s: float = 30.0,
        max_answer_bytes: int = 64 * 2**20,
        clock: Clock | None = None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"base_url is {base_url!r}; an address like https://tidemark.example is needed")
        if (not api_key) == (payment is None):
            raise ValueError("exactly one of api_key and payment is needed")
        if not (math.isfinite(timeout_s) and timeout_s > 0):
            raise ValueError(f"timeout_s is {timeout_s!r}; a number of seconds above 0 is needed")
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": f"tidemark-client/{VERSION}"}
        if api_key:
            headers["X-API-Key"] = api_key
        self._pool = ConnectionPool(base_url, timeout_s, max_answer_bytes)
        self.caller = Caller(
            base_url=f"{parts.scheme}://{parts.netloc}",
            # Paid calls have the same paths under another root.
            prefix=parts.path.rstrip("/") + ("" if payment is None else "/x402"),
            headers=headers,
            pool=self._pool,
            retry=retry,
            cache=None if cache is None or payment is not None else AnswerCache(cache),
            payment=payment,
            clock=clock or Clock(),
        )
        super().__init__(self.caller)

    def stream(
        self,
        type: str,
        *,
        cursor: str | None = None,
        on_gap: Callable[[dict[str, Any]], None] | None = None,
        **arguments: Any,
    ) -> EventStream:
        """Follows a feed over server-sent events; a connection that is lost is made again, behind the last message.

        :param type: Of docs/guides/streams.md, with its arguments and filters as ``arguments``.
        :param cursor: Goes on behind a message that an earlier stream had.
        :param on_gap: Gets what the record lacks of what is followed.
        """
        return EventStream(self.caller, {"type": type, **arguments}, cursor, on_gap)

    def close(self) -> None:
        """Closes the connections that are kept open."""
        self._pool.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
