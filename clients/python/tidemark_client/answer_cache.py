"""Answers that the service may find unchanged."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CacheOptions:
    max_entries: int = 500
    max_bytes: int = 16_000_000
    """Of all bodies together."""


@dataclass(frozen=True)
class StoredAnswer:
    etag: str
    body: bytes
    headers: Mapping[str, str]


class AnswerCache:
    """Answers by their address, those used longest ago dropped first."""

    def __init__(self, options: CacheOptions) -> None:
        self._options = options
        self._answers: OrderedDict[str, StoredAnswer] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, url: str) -> StoredAnswer | None:
        with self._lock:
            found = self._answers.get(url)
            if found is not None:
                self._answers.move_to_end(url)
            return found

    def store(self, url: str, answer: StoredAnswer) -> None:
        with self._lock:
            replaced = self._answers.pop(url, None)
            self._bytes -= 0 if replaced is None else len(replaced.body)
            if len(answer.body) > self._options.max_bytes:
                return
            self._answers[url] = answer
            self._bytes += len(answer.body)
            while len(self._answers) > self._options.max_entries or self._bytes > self._options.max_bytes:
                _, oldest = self._answers.popitem(last=False)
                self._bytes -= len(oldest.body)
