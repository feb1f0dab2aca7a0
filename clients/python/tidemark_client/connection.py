"""Requests over connections that stay open."""
from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from .problems import AnswerError, ConnectionFailed

_CHUNK_BYTES = 65_536
_IDLE_MAX = 8


@dataclass(frozen=True)
class Received:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class ConnectionPool:
    """Connections to one service. Threads may share it: each request has a connection for itself."""

    def __init__(self, base_url: str, timeout_s: float, max_answer_bytes: int) -> None:
        parts = urlsplit(base_url)
        self._host = parts.hostname or ""
        self._port = parts.port
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._timeout_s = timeout_s
        self._max_answer_bytes = max_answer_bytes
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def get(self, target: str, headers: Mapping[str, str], url: str) -> Received:
        """One GET and its whole body, decoded.

        :raises ConnectionFailed: no answer, or a part of one
        :raises AnswerError: more bytes than allowed, or not in the encoding that it says
        """
        while True:
            with self._lock:
                kept = self._idle.pop() if self._idle else None
            connection = kept if kept is not None else self._connection()
            deadline_s = time.monotonic() + self._timeout_s
            try:
                response = self._head(connection, target, headers)
            except (OSError, http.client.HTTPException) as cause:
                connection.close()
                # The service may have closed an idle connection; a new one may still work.
                if kept is not None and not isinstance(cause, TimeoutError):
                    continue
                raise ConnectionFailed(f"{url} was lost: {cause or type(cause).__name__}", url=url) from cause
            return self._received(connection, response, url, deadline_s)

    def open(
        self,
        target: str,
        headers: Mapping[str, str],
        url: str,
        silence_s: float,
        body: bytes | None = None,
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """One GET, or POST of a body, on a connection of its own, whose answer comes as long as it lasts. The caller closes it.

        :param silence_s: As long may nothing come.
        :raises ConnectionFailed: no answer
        """
        connection = self._connection()
        try:
            response = self._head(connection, target, headers, body)
        except (OSError, http.client.HTTPException) as cause:
            connection.close()
            raise ConnectionFailed(f"{url} was lost: {cause or type(cause).__name__}", url=url) from cause
        if connection.sock is not None:
            connection.sock.settimeout(silence_s)
        return connection, response

    def whole(self, response: http.client.HTTPResponse) -> Received:
        """An answer that is no stream."""
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Received(response.status, headers, response.read(self._max_answer_bytes))

    @staticmethod
    def cut(connection: http.client.HTTPConnection) -> None:
        """Ends a connection that another thread reads."""
        sock = connection.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        if self._tls is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout_s)
        return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout_s, context=self._tls)

    def _head(
        self,
        connection: http.client.HTTPConnection,
        target: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
    ) -> http.client.HTTPResponse:
        """Sends a request and reads the head of its answer within the timeout, however slowly its bytes come."""
        if connection.sock is None:
            connection.connect()
        sock = connection.sock
        expired = threading.Event()

        def end() -> None:
            # A socket's own timeout restarts with every byte.
            expired.set()
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

        timer = threading.Timer(self._timeout_s, end)
        timer.daemon = True
        timer.start()
        try:
            connection.request("GET" if body is None else "POST", target, body, dict(headers))
            response = connection.getresponse()
            if expired.is_set():
                # A closed connection reads like the end of the head.
                raise TimeoutError("cut")
            return response
        except (OSError, http.client.HTTPException) as cause:
            if expired.is_set():
                raise TimeoutError(f"timed out: no head within {self._timeout_s} s") from cause
            raise
        finally:
            timer.cancel()

    def _received(
        self,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        url: str,
        deadline_s: float,
    ) -> Received:
        headers = {name.lower(): value for name, value in response.getheaders()}
        kept = False
        try:
            body = self._body(response, headers.get("content-encoding"), url, deadline_s)
            kept = not response.will_close
            # The connection takes the next request only after the end of the response: read1 does not report it.
            response.close()
        except (OSError, http.client.HTTPException) as cause:
            raise ConnectionFailed(f"{url} was cut: {cause or type(cause).__name__}", url=url) from cause
        finally:
            if not kept:
                connection.close()
        if kept:
            with self._lock:
                if len(self._idle) < _IDLE_MAX:
                    self._idle.append(connection)
                    return Received(response.status, headers, body)
            connection.close()
        return Received(response.status, headers, body)

    def _body(
        self, response: http.client.HTTPResponse, encoding: str | None, url: str, deadline_s: float
    ) -> bytes:
        decoder = zlib.decompressobj(wbits=31) if encoding == "gzip" else None
        parts: list[bytes] = []
        total = 0
        while chunk := response.read1(_CHUNK_BYTES):
            # A socket's own timeout restarts with every byte.
            if time.monotonic() > deadline_s:
                raise TimeoutError(f"not whole within {self._timeout_s} s")
            if decoder is not None:
                try:
                    chunk = decoder.decompress(chunk, self._max_answer_bytes - total + 1)
                except zlib.error as cause:
                    raise AnswerError(f"{url} sent what is no gzip", url=url, status=response.status) from cause
            total += len(chunk)
            if total > self._max_answer_bytes:
                message = f"{url} answered with more than {self._max_answer_bytes} bytes; max_answer_bytes allows more"
                raise AnswerError(message, url=url, status=response.status)
            parts.append(chunk)
        # For read1 a closed connection ends the body, whatever length was announced.
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
        if decoder is not None and parts and not decoder.eof:
            raise http.client.IncompleteRead(b"")
        return b"".join(parts)
