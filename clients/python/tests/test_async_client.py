"""Calls that are awaited: what differs from those of Client."""
from __future__ import annotations

import asyncio
import threading
import unittest
from typing import Any

from tests.scripted_server import Request, ScriptedServer, answer, problem
from tidemark_client import AsyncClient, NotFoundError
from tidemark_client.generated import calls

BODY = {"isValidApiKey": True, "tier": "pro", "requestsPerMin": 600, "requestsPerDay": 1, "requestsPerMonth": 2}


class AsyncClientTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)

    def client(self, **options: Any) -> AsyncClient:
        client = AsyncClient(self.server.url, "the-key", **options)
        self.addAsyncCleanup(client.close)
        return client

    async def test_a_call_is_awaited_and_raises_what_client_raises(self) -> None:
        self.server.play(answer(BODY, {"X-RateLimit-Remaining": "8"}), problem(404))
        client = self.client()
        verified = await client.account.verify()
        self.assertEqual((verified.data, verified.limits.remaining), (BODY, 8))
        with self.assertRaises(NotFoundError):
            await client.account.verify()
        self.assertEqual(self.server.requests[0][1]["x-api-key"], "the-key")

    async def test_calls_are_under_way_at_a_time_up_to_the_bound(self) -> None:
        both = threading.Barrier(2, timeout=10)

        def meets_the_other(request: Request) -> None:
            both.wait()
            answer(BODY)(request)

        self.server.play(meets_the_other)
        client = self.client(max_concurrent=2)
        # Answers each request only after the other has arrived.
        answers = await asyncio.gather(*(client.account.verify() for _ in range(4)))
        self.assertEqual([one.data for one in answers], [BODY] * 4)

    async def test_pages_and_rows_are_async_iterators(self) -> None:
        self.server.play(answer([{"n": 1}, {"n": 2}]), answer([{"n": 3}]))
        client = self.client(cache=None)
        rows = [row async for row in client.pulse.survivors_rows(limit=2)]
        self.assertEqual(rows, [{"n": 1}, {"n": 2}, {"n": 3}])
        self.server.play(answer([{"n": 1}, {"n": 2}]), answer([{"n": 3}]))
        self.assertEqual([len(page.data) async for page in client.pulse.survivors_pages(limit=2)], [2, 1])
        self.server.play(answer([{"n": 1}, {"n": 2}]))
        self.assertEqual([row async for row in client.pulse.survivors_rows(limit=2, max_rows=1)], [{"n": 1}])
        self.assertEqual(len(self.server.requests), 1)

    async def test_a_task_that_is_cancelled_ends_the_wait_of_its_call(self) -> None:
        refused = threading.Event()

        def refuse(request: Request) -> None:
            problem(503, {"Retry-After": "30"})(request)
            refused.set()

        self.server.play(refuse)
        client = self.client()
        task = asyncio.create_task(client.account.verify())
        await asyncio.to_thread(refused.wait, 10)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        # Waits for the threads; an uncancelled wait would take half a minute.
        await asyncio.wait_for(client.close(), 10)
        self.assertEqual(len(self.server.requests), 1)

    async def test_every_call_of_the_api_can_be_awaited(self) -> None:
        client = self.client()
        for method in calls.METHODS.values():
            group, name = method.split(".")
            self.assertTrue(callable(getattr(getattr(client, group), name)), method)

    async def test_arguments_are_checked_as_those_of_client(self) -> None:
        with self.assertRaises(ValueError):
            AsyncClient("ftp://x", "key")
        with self.assertRaises(ValueError):
            AsyncClient(self.server.url, "key", max_concurrent=0)
