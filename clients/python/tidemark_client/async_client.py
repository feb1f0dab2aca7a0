"""The client of programs that await."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Unpack

from .async_caller import AsyncCaller
from .client import Client, ClientOptions
from .event_stream import StreamMessage
from .generated.async_calls import AsyncCalls


class AsyncClient(AsyncCalls):
    """The API of one service, its calls awaited: the methods of Client, whose pages and rows are async iterators.

    :param base_url: Address of the service: ``https://tidemark.example``.
    :param api_key: Key of an account; one of this and ``payment`` is needed.
    :param max_concurrent: Calls that are under way at a time, each on a thread of its own; further ones wait.
    :param options: Those of Client.
    :raises ValueError: an argument that is missing or wrong
    """

    def __init__(
        self, base_url: str, api_key: str | None = None, *, max_concurrent: int = 16, **options: Unpack[ClientOptions]
    ) -> None:
        self._client = Client(base_url, api_key, **options)
        self._async_caller = AsyncCaller(self._client.caller, max_concurrent)
        super().__init__(self._async_caller)

    async def stream(
        self,
        type: str,
        *,
        cursor: str | None = None,
        on_gap: Callable[[dict[str, Any]], None] | None = None,
        **arguments: Any,
    ) -> AsyncIterator[StreamMessage]:
        """Client.stream, awaited. It ends with its task; ``on_gap`` is called on the loop."""
        loop = asyncio.get_running_loop()
        heard = None if on_gap is None else lambda gap: loop.call_soon_threadsafe(on_gap, gap)
        messages = self._client.stream(type, cursor=cursor, on_gap=heard, **arguments)
        thread = ThreadPoolExecutor(1, "tidemark-stream")
        try:
            while (message := await loop.run_in_executor(thread, next, messages, None)) is not None:
                yield message
        finally:
            messages.close()
            thread.shutdown(wait=False)

    async def close(self) -> None:
        """Waits for the calls under way and closes the connections that are kept open."""
        await asyncio.to_thread(self._async_caller.close)
        self._client.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
