"""Whatever a service answers, a call ends with an answer or an error of the client."""
from __future__ import annotations

import base64
import json
import random
import unittest
from typing import Any

from tests.scripted_server import Request, ScriptedServer, ToyClock
from tidemark_client import Client, PaymentOptions, RetryOptions, TidemarkError
from tidemark_client.retry import retry_after_s

NOW_S = 1_772_366_400.0
RUNS = 150


class Signer:
    def sign(self, required: Any) -> str:
        return "signed"


class OddAnswersTest(unittest.TestCase):
    def test_a_call_ends_with_an_answer_or_an_error_after_waits_within_the_bound(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        chance = random.Random(7)
        for run in range(RUNS):
            step = odd_step(chance)
            server.play(step)
            clock = ToyClock(NOW_S)
            ways: list[dict[str, Any]] = [{"api_key": "key"}, {"payment": PaymentOptions(Signer(), max_amount=10)}]
            for way in ways:
                given: dict[str, Any] = {"clock": clock, "retry": RetryOptions(attempts=2), **way}
                with self.subTest(run=run), Client(server.url, **given) as client:
                    try:
                        client.account.verify()
                    except TidemarkError:
                        pass
            for wait_s in clock.waits:
                self.assertTrue(0 <= wait_s <= 60.25, wait_s)

    def test_a_wait_is_read_as_seconds_or_as_a_date_and_nothing_else(self) -> None:
        self.assertEqual(retry_after_s(" 12 ", NOW_S), 12)
        self.assertEqual(retry_after_s("Sun, 01 Mar 2026 12:01:00 GMT", NOW_S), 60)
        self.assertEqual(retry_after_s("Sunday, 01-Mar-26 12:01:00 GMT", NOW_S), 60)
        self.assertEqual(retry_after_s("Sun, 01 Mar 2026 11:00:00 GMT", NOW_S), 0)
        for odd in (None, "", "-5", "1.5", "1e3", "99999999999", "soon", "Sun, 99 Mar 2026", "2026-03-01", "١٢"):
            self.assertIsNone(retry_after_s(odd, NOW_S), odd)


def odd_step(chance: random.Random) -> Any:
    status = chance.choice([200, 200, 204, 304, 402, 429, 503, chance.randint(200, 599)])
    body = chance.choice([b"", b"{", b"null", b"[1]", b'{"detail": 5, "errors": [1]}', chance.randbytes(30), b"[" * 2_000])
    headers = {
        "Content-Type": chance.choice(["application/json", "application/problem+json", "text/html", "", text(chance)]),
        "Content-Encoding": chance.choice(["identity", "gzip", text(chance)]),
        "Retry-After": chance.choice([text(chance), str(chance.randint(-9, 99_999)), "Sun, 99 Mar 2026 12:00:00 GMT"]),
        "Content-Length": chance.choice([str(len(body)), str(len(body)), str(len(body) + 5), text(chance)]),
        "X-Data-Block": text(chance),
        "PAYMENT-REQUIRED": paid(chance),
        "PAYMENT-RESPONSE": paid(chance),
        "ETag": '"odd"',
    }

    def step(request: Request) -> None:
        request.answer(status, headers, body)
        request.close_connection = True

    return step


def text(chance: random.Random) -> str:
    return "".join(chr(chance.randint(33, 126)) for _ in range(chance.randint(0, 20)))


def paid(chance: random.Random) -> str:
    value: Any = chance.choice([None, 5, [], {}, {"accepts": [{"amount": "5"}]}, {"accepts": {}, "error": 7}])
    return chance.choice([text(chance), base64.b64encode(json.dumps(value).encode()).decode()])


if __name__ == "__main__":
    unittest.main()
