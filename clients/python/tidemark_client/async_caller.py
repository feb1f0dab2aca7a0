"""The way of a call that is awaited."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from .answer import Answer
from .caller import Caller, CallOptions, PageRule, Values, rows_of

Result = TypeVar("Result")


class AsyncCaller:
    """Makes the calls of a Caller on threads. A task that is cancelled ends the attempts and waits of its call."""

    def __init__(self, caller: Caller, max_concurrent: int) -> None:
        self._caller = caller
        self._threads = ThreadPoolExecutor(max_concurrent, "tidemark-client")

    async def call(self, path: str, in_path: Values, query: Values, options: CallOptions | None) -> Answer[Any]:
        own = _ended_by_its_task(options)
        return await self._on_thread(lambda: self._caller.call(path, in_path, query, own), own, options)

    async def pages(
        self, path: str, in_path: Values, query: Values, rule: PageRule, options: CallOptions | None
    ) -> AsyncIterator[Answer[Any]]:
        own = _ended_by_its_task(options)
        pages = self._caller.pages(path, in_path, query, rule, own)
        while (page := await self._on_thread(lambda: next(pages, None), own, options)) is not None:
            yield page

    async def rows(
        self,
        path: str,
        in_path: Values,
        query: Values,
        rule: PageRule,
        max_rows: int | None,
        options: CallOptions | None,
    ) -> AsyncIterator[Any]:
        left = max_rows
        if left is not None and left <= 0:
            return
        async for page in self.pages(path, in_path, query, rule, options):
            for row in rows_of(page.data, rule):
                yield row
                if left is not None:
                    left -= 1
                    if left <= 0:
                        return

    async def _on_thread(self, made: Callable[[], Result], own: CallOptions, given: CallOptions | None) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, made)
        except asyncio.CancelledError:
            # Sets only its own event: the program's event may be shared with other calls.
            if own.cancelled is not None and own is not given:
                own.cancelled.set()
            raise

    def close(self) -> None:
        """Waits for the calls under way."""
        self._threads.shutdown(cancel_futures=True)


def _ended_by_its_task(options: CallOptions | None) -> CallOptions:
    given = options or CallOptions()
    return given if given.cancelled is not None else replace(given, cancelled=threading.Event())
