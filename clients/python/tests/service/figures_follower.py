"""Follows a feed of figures of a running service, and prints kind and cursor of each message, until its input ends.

Arguments: address, key and type.
"""
from __future__ import annotations

import asyncio
import sys

from tidemark_client import AsyncClient


async def followed(url: str, key: str, feed: str) -> None:
    async with AsyncClient(url, key) as tidemark:

        async def printed() -> None:
            async for message in tidemark.stream(feed):
                print(message["data"]["kind"], message.get("cursor"), flush=True)

        reading = asyncio.create_task(printed())
        await asyncio.to_thread(sys.stdin.read)
        reading.cancel()
        try:
            await reading
        except asyncio.CancelledError:
            pass


asyncio.run(followed(*sys.argv[1:4]))
