"""What is followed over server-sent events, on as many connections as it takes."""
from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from .caller import Caller
from .problems import ConnectionFailed, RateLimitError, ServiceError, TidemarkError

StreamMessage = dict[str, Any]
"""One message of a feed: ``channel``, ``seq``, ``data``, and ``cursor`` where it is of events."""

_PATH = "/api/public/v1/stream"
_BASE_S = 0.25
_LONGEST_S = 30.0
_SILENCE_S = 45.0
"""The service says something each 15 s."""
_TARGET_MAX = 6_000
"""Characters of an address that every proxy takes."""
_PASSING = frozenset(
    (
        *("snapshot failed", "cohorts are being read", "coins are being read"),
        *("quote book warming up", "server at subscription capacity"),
    )
)


class StreamRefused(TidemarkError):
    """The service refused what was asked for: to ask again changes nothing."""

    def __init__(self, refusal: str, *, url: str) -> None:
        super().__init__(f"the stream is refused: {refusal}", url=url)
        self.refusal = refusal
        """In the words of the protocol."""


class EventStream(Iterator[StreamMessage]):
    """The messages of a subscription: each connection goes on behind the last message, so that none is left out and none
    comes twice. To be closed, or used in ``with``.

    :ivar cursor: Behind the last message: where another stream goes on.
    """

    def __init__(
        self,
        caller: Caller,
        subscription: dict[str, Any],
        cursor: str | None,
        on_gap: Callable[[dict[str, Any]], None] | None,
    ) -> None:
        self.cursor = cursor
        self._caller = caller
        self._subscription = {name: value for name, value in subscription.items() if value is not None}
        self._on_gap = on_gap
        self._ended = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._messages = self._follow()

    def __next__(self) -> StreamMessage:
        return next(self._messages)

    def close(self) -> None:
        """Ends the stream, also from another thread."""
        self._ended.set()
        connection = self._connection
        if connection is not None:
            self._caller.pool.cut(connection)

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _follow(self) -> Iterator[StreamMessage]:
        failures = 0
        while not self._ended.is_set():
            asked_s: float | None = None
            try:
                for message in self._connected():
                    failures = 0
                    yield message
                return
            except (RateLimitError, ServiceError) as error:
                asked_s = error.retry_after_s
            except (OSError, http.client.HTTPException, ConnectionFailed):
                pass
            clock = self._caller.clock
            back_off_s = min(_LONGEST_S, _BASE_S * 2.0 ** min(failures, 10))
            failures += 1
            if not self._ended.is_set():
                clock.wait((asked_s or 0.0) + back_off_s * (0.5 + clock.random() / 2), self._ended)

    def _connected(self) -> Iterator[StreamMessage]:
        """The messages of one connection.

        :raises ConnectionFailed: it ended, and the subscription has not
        """
        caller = self._caller
        target, body = _request(f"{caller.prefix}{_PATH}", self._subscription)
        url = caller.base_url + target
        headers = {**caller.headers, "Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self.cursor is not None:
            headers["Last-Event-ID"] = self.cursor
        connection, response = caller.pool.open(target, headers, url, _SILENCE_S, body)
        self._connection = connection
        try:
            if self._ended.is_set():
                return
            if response.status != 200:
                raise caller.refused(caller.pool.whole(response), url)
            for identity, message in _events(response):
                channel = message["channel"]
                if channel == "error":
                    if message["data"] in _PASSING:
                        break
                    raise StreamRefused(str(message["data"]), url=url)
                if channel == "gap" and self._on_gap is not None:
                    self._on_gap(message["data"])
                if channel == "caughtUp" and message["data"].get("ended"):
                    return
                is_again = identity is not None and identity == self.cursor
                if identity is not None:
                    self.cursor = identity
                if channel == self._subscription["type"] and not is_again:
                    yield message
        finally:
            self._connection = None
            connection.close()
        if not self._ended.is_set():
            raise ConnectionFailed(f"{url} was cut", url=url)


def _request(path: str, subscription: dict[str, Any]) -> tuple[str, bytes | None]:
    """The address of a subscription, and its lists as a body where they are too long for an address."""
    target = f"{path}?{_query(subscription)}"
    if len(target) <= _TARGET_MAX:
        return target, None
    lists = {name: value for name, value in subscription.items() if isinstance(value, (list, tuple))}
    others = {name: value for name, value in subscription.items() if name not in lists}
    return f"{path}?{_query(others)}", json.dumps(lists).encode()


def _query(arguments: dict[str, Any]) -> str:
    return urlencode({name: _text(value) for name, value in arguments.items()}, quote_via=quote)


def _events(response: http.client.HTTPResponse) -> Iterator[tuple[str | None, StreamMessage]]:
    """Events with their cursors; what is not whole is none."""
    identity: str | None = None
    data: str | None = None
    while line := response.readline():
        name, _, value = line.decode().rstrip("\r\n").partition(": ")
        if name == "id":
            identity = value
        elif name == "data":
            data = value
        elif name == "" and data is not None:
            yield identity, json.loads(data)
            identity, data = None, None


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
