"""Follows all trades of a running service, and prints the ids of each message, a list a line, until its input ends.

Arguments: address and key.
"""
from __future__ import annotations

import asyncio
import json
import sys

from tidemark_client import AsyncClient, InvalidRequestError, StreamMessage


async def followed(url: str, key: str) -> None:
    async with AsyncClient(url, key) as tidemark:

        async def printed() -> None:
            async for message in tidemark.stream("trades"):
                show(message)

        reading = asyncio.create_task(printed())
        await asyncio.to_thread(sys.stdin.read)
        reading.cancel()
        try:
            await reading
        except asyncio.CancelledError:
            pass
        try:
            async for message in tidemark.stream("trades", coin="BTC"):
                show(message)
        except InvalidRequestError:
            return
        raise AssertionError("a wrong argument was taken")


def show(message: StreamMessage) -> None:
    print(json.dumps([fill["tid"] for _, fill in message["data"]]), flush=True)


asyncio.run(followed(sys.argv[1], sys.argv[2]))
