"""A service that does as a test says, and time that passes only by waiting."""
from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tidemark_client import Clock

Step = Callable[["Request"], None]


class Request(BaseHTTPRequestHandler):
    """One request, and how to answer it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        scripted: ScriptedServer = self.server.scripted  # type: ignore[attr-defined]
        scripted.ports.add(self.client_address[1])
        scripted.take(self.path, {name.lower(): value for name, value in self.headers.items()})(self)

    def do_POST(self) -> None:
        scripted: ScriptedServer = self.server.scripted  # type: ignore[attr-defined]
        scripted.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.do_GET()

    def answer(self, status: int, headers: Mapping[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class ScriptedServer:
    """The last step of a script answers all further requests."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Request)
        self._server.daemon_threads = True
        self._server.scripted = self  # type: ignore[attr-defined]
        self._steps: list[Step] = []
        self._lock = threading.Lock()
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self.ports: set[int] = set()
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def play(self, *steps: Step) -> None:
        with self._lock:
            self._steps = list(steps)
            self.requests = []
            self.ports = set()

    def take(self, target: str, headers: dict[str, str]) -> Step:
        with self._lock:
            self.requests.append((target, headers))
            return self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def answer(body: Any, headers: Mapping[str, str] | None = None, status: int = 200) -> Step:
    """A body as the service sends it."""
    kind = "application/json" if status < 400 else "application/problem+json"
    return lambda request: request.answer(
        status, {"Content-Type": kind, **(headers or {})}, json.dumps(body).encode()
    )


def compressed(body: Any) -> Step:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    return lambda request: request.answer(200, headers, gzip.compress(json.dumps(body).encode()))


def raw(status: int, headers: Mapping[str, str], body: bytes = b"") -> Step:
    return lambda request: request.answer(status, headers, body)


def problem(status: int, headers: Mapping[str, str] | None = None, **more: Any) -> Step:
    """An error in the shape of most of them."""
    body = {"status": status, "code": f"CODE_{status}", "detail": f"what happened with {status}", **more}
    return answer(body, headers, status)


def cut(request: Request) -> None:
    """Announces more than it sends."""
    request.answer(200, {"Content-Type": "application/json", "Content-Length": "100"}, b'{"tier":')
    request.close_connection = True


class ToyClock(Clock):
    """Time that passes only by waiting, and chance that is always the same."""

    def __init__(self, now_s: float) -> None:
        self._now_s = now_s
        self.waits: list[float] = []

    def now_s(self) -> float:
        return self._now_s

    def random(self) -> float:
        return 0.5

    def wait(self, duration_s: float, cancelled: threading.Event | None) -> None:
        self.waits.append(duration_s)
        self._now_s += duration_s
