"""What a call sends, answers, repeats and raises, against a service that does as the test says."""
from __future__ import annotations

import inspect
import json
import threading
import time
import typing
import unittest
from datetime import datetime, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.scripted_server import ScriptedServer, ToyClock, answer, compressed, cut, problem, raw
from tidemark_client import (
    AnswerError,
    AuthenticationError,
    CacheOptions,
    CallCancelled,
    CallOptions,
    Client,
    Clock,
    ConnectionFailed,
    InvalidRequestError,
    NotFoundError,
    PaymentRequiredError,
    ProblemError,
    RateLimitError,
    RetryOptions,
    ServiceError,
    TidemarkError,
    TierError,
)
from tidemark_client.generated import bodies, calls

NOW_S = datetime(2026, 3, 1, 12, tzinfo=timezone.utc).timestamp()
BODY = {"isValidApiKey": True, "tier": "pro", "requestsPerMin": 600, "requestsPerDay": 1, "requestsPerMonth": 2}


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        # A new server for each test: abandoned requests may arrive later.
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)

    def client(self, **options: Any) -> Client:
        given: dict[str, Any] = {"clock": ToyClock(NOW_S), **options}
        client = Client(self.server.url, "the-key", **given)
        self.addCleanup(client.close)
        return client

    def test_a_call_sends_key_and_parameters_and_answers_body_window_limits_and_request(self) -> None:
        headers = {
            "X-Data-From": "2026-02-28T12:00:00.000Z",
            "X-Data-To": "2026-03-01T12:00:00.000Z",
            "X-Data-Block": "987654321",
            "X-RateLimit-Tier": "pro",
            "X-RateLimit-Limit": "600",
            "X-RateLimit-Remaining": "599",
            "X-RateLimit-Reset": "1772366401",
            "X-Request-ID": "r1",
        }
        self.server.play(answer([{"coin": "BTC"}], headers))
        result = self.client().pulse.trader_trades("0xAB/..", since="24h", limit=5, coin="#10")
        target, sent = self.server.requests[0]
        self.assertEqual(target, "/api/public/v1/pulse/trader/0xAB%2F../trades?since=24h&limit=5&coin=%2310")
        self.assertEqual(sent["x-api-key"], "the-key")
        self.assertEqual(result.data, [{"coin": "BTC"}])
        assert result.window is not None
        self.assertEqual((result.window.start, result.window.end), (headers["X-Data-From"], headers["X-Data-To"]))
        self.assertEqual((result.block, result.request_id, result.unchanged), (987654321, "r1", False))
        limits = result.limits
        self.assertEqual((limits.tier, limits.per_minute, limits.remaining), ("pro", 600, 599))
        self.assertEqual((limits.reset_s, limits.remaining_today), (1772366401, None))

    def test_lists_of_a_subscription_that_are_too_long_for_an_address_are_posted(self) -> None:
        message = b'id: a\ndata: {"channel":"trades","seq":1,"data":[]}\n\n'
        self.server.play(raw(200, {"Content-Type": "text/event-stream"}, message))
        wallets = [f"0x{n:040x}" for n in range(1000)]
        for named, query, bodies in (
            (wallets[:2], {"wallets": ",".join(wallets[:2])}, []),
            (wallets, {}, [{"wallets": wallets}]),
        ):
            with self.client().stream("trades", wallets=named, side="buy") as stream:
                self.assertEqual(next(stream)["seq"], 1)
            target, _ = self.server.requests[-1]
            self.assertEqual(
                {name: one for name, (one,) in parse_qs(urlsplit(target).query).items()},
                {"type": "trades", "side": "buy", **query},
            )
            self.assertEqual([json.loads(body) for body in self.server.bodies], bodies)

    def test_booleans_are_words_and_compressed_bodies_are_read(self) -> None:
        self.server.play(compressed({"assets": []}))
        self.assertEqual(self.client().assets.list(cross_market_only=True).data, {"assets": []})
        self.assertEqual(self.server.requests[0][0], "/api/public/v1/assets?crossMarketOnly=true")

    def test_what_may_pass_is_tried_again_never_before_retry_after_and_with_jitter(self) -> None:
        clock = ToyClock(NOW_S)
        self.server.play(
            problem(429, {"Retry-After": "7"}),
            problem(503, {"Retry-After": "Sun, 01 Mar 2026 12:00:20 GMT"}),
            cut,
            answer(BODY),
        )
        self.assertEqual(self.client(clock=clock).account.verify().data, BODY)
        # Seconds; a date, 7.125 s of whose time passed; and none: each with half of its jitter.
        self.assertEqual(clock.waits, [7.125, 20 - 7.125 + 0.25, 0.75])

    def test_what_lasts_is_raised_after_the_last_attempt_or_at_once_where_the_wait_is_too_long(self) -> None:
        clock = ToyClock(NOW_S)
        self.server.play(problem(500))
        with self.assertRaises(ServiceError):
            self.client(clock=clock, retry=RetryOptions(attempts=3)).account.verify()
        self.assertEqual((len(self.server.requests), len(clock.waits)), (3, 2))
        self.server.play(problem(429, {"Retry-After": "40000"}, code="DAILY_CAP"))
        with self.assertRaises(RateLimitError) as refused:
            self.client(clock=clock).account.verify()
        self.assertEqual((refused.exception.code, refused.exception.retry_after_s), ("DAILY_CAP", 40_000))
        self.assertEqual((len(self.server.requests), len(clock.waits)), (1, 2))

    def test_each_kind_of_problem_is_an_error_of_its_own_type(self) -> None:
        fault = {"location": "query.limit", "message": "must be at most 500", "value": "501"}
        legacy = {"success": False, "error": "no key", "reason": "missing_api_key"}
        cases = [
            (problem(422, errors=[fault]), InvalidRequestError),
            (problem(400), InvalidRequestError),
            (answer(legacy, status=401), AuthenticationError),
            (problem(402), PaymentRequiredError),
            (problem(403, required_tier="pro", upgrade_url="https://u"), TierError),
            (problem(404), NotFoundError),
            (problem(405), ProblemError),
        ]
        raised: list[Any] = []
        for step, kind in cases:
            self.server.play(step)
            with self.assertRaises(ProblemError) as refused:
                self.client().account.verify()
            self.assertIs(type(refused.exception), kind)
            self.assertEqual(len(self.server.requests), 1, "what cannot pass is not tried again")
            raised.append(refused.exception)
        self.assertEqual([vars(one) for one in raised[0].faults], [fault])
        self.assertEqual(str(raised[0]), "422 CODE_422: what happened with 422")
        self.assertEqual((raised[2].detail, raised[2].reason), ("no key", "missing_api_key"))
        self.assertEqual((raised[4].required_tier, raised[4].upgrade_url), ("pro", "https://u"))

    def test_what_is_no_answer_of_the_service_is_told_as_that(self) -> None:
        kind = {"Content-Type": "application/json"}
        page = b"<html>\n<p>Welcome to the proxy</p></html>"
        cases = [
            (raw(200, {"Content-Type": "text/html"}, page), "text/html where application/json.*Welcome to the proxy"),
            (raw(200, kind, b'{"tier": "p'), 'no JSON: {"tier": "p'),
            (raw(200, kind, b"\xff\xfe"), "no JSON"),
            (raw(200, {**kind, "Content-Encoding": "gzip"}, b"{}"), "no gzip"),
            (raw(302, {"Location": "http://127.0.0.1:1/"}), "302 to http://127.0.0.1:1/: redirects are not followed"),
        ]
        for step, message in cases:
            self.server.play(step)
            with self.assertRaisesRegex(AnswerError, message):
                self.client().account.verify()
            self.assertEqual(len(self.server.requests), 1)
        for step in (answer(BODY), compressed({"tier": "x" * 10_000})):
            self.server.play(step)
            with self.assertRaisesRegex(AnswerError, "more than 20 bytes"):
                self.client(max_answer_bytes=20).account.verify()
        self.server.play(raw(502, {"Content-Type": "text/html"}, page))
        with self.assertRaisesRegex(ServiceError, "502: <html> <p>Welcome"):
            self.client().account.verify()

    def test_a_cut_body_and_no_connection_are_lost_connections_in_the_end(self) -> None:
        self.server.play(cut)
        with self.assertRaisesRegex(ConnectionFailed, "was cut"):
            self.client(retry=RetryOptions(attempts=2)).account.verify()
        self.assertEqual(len(self.server.requests), 2)
        with self.assertRaises(ConnectionFailed):
            Client("http://127.0.0.1:1", "the-key", clock=ToyClock(NOW_S)).account.verify()

    def test_a_connection_that_the_service_closed_while_idle_is_no_failure(self) -> None:
        def last(request: Any) -> None:
            # Closes silently, as after an idle timeout.
            request.answer(200, {"Content-Type": "application/json"}, b"{}")
            request.close_connection = True

        client = self.client(retry=RetryOptions(attempts=1), cache=None)
        self.server.play(last, last, last)
        for _ in range(3):
            self.assertEqual(client.account.verify().data, {})
        self.assertEqual((len(self.server.requests), len(self.server.ports)), (3, 3))

    def test_calls_one_after_another_use_one_connection(self) -> None:
        self.server.play(answer(BODY), problem(404), compressed(BODY), raw(304, {}), answer(BODY))
        client = self.client()
        for _ in range(5):
            try:
                client.account.verify()
            except TidemarkError:
                pass
        self.assertEqual((len(self.server.requests), len(self.server.ports)), (5, 1))

    def test_a_service_that_is_silent_is_a_lost_connection(self) -> None:
        ended = threading.Event()
        self.addCleanup(ended.set)
        self.server.play(lambda request: None if ended.wait(30) else None)
        with self.assertRaisesRegex(ConnectionFailed, "timed out"):
            self.client(timeout_s=0.02, retry=RetryOptions(attempts=1)).account.verify()

    def test_a_head_that_drips_ends_with_the_timeout_too(self) -> None:
        ended = threading.Event()
        self.addCleanup(ended.set)

        def drip(request: Any) -> None:
            request.wfile.write(b"HTTP/1.1 200 OK\r\n")
            for i in range(600):
                if ended.wait(0.02):
                    return
                try:
                    request.wfile.write(f"X-{i}: 1\r\n".encode())
                except OSError:
                    return

        self.server.play(drip)
        started = time.monotonic()
        with self.assertRaisesRegex(ConnectionFailed, "timed out"):
            self.client(timeout_s=0.2, retry=RetryOptions(attempts=1)).account.verify()
        self.assertLess(time.monotonic() - started, 5)

    def test_numbers_that_are_none_are_refused_and_names_of_markets_stand_in_paths(self) -> None:
        for timeout_s in (float("nan"), float("inf"), 0.0, -1.0):
            with self.assertRaisesRegex(ValueError, "timeout_s"):
                Client(self.server.url, "the-key", timeout_s=timeout_s)
        self.server.play(answer(BODY))
        with self.assertRaisesRegex(ValueError, "no number"):
            self.client().pulse.survivors(max_trough=float("nan"))
        self.assertEqual(self.server.requests, [])
        for coin in ("#0", "@107", "xyz:GOLD", "PURR/USDC"):
            self.client().market.price(coin)
        self.assertEqual(
            [target.rsplit("/", 1)[1] for target, _ in self.server.requests],
            ["%230", "%40107", "xyz%3AGOLD", "PURR%2FUSDC"],
        )
        self.client().pulse.compare(["0x1", "0x2"])
        self.assertTrue(self.server.requests[-1][0].endswith("/compare?wallets=0x1%2C0x2"))

    def test_errors_carry_what_is_left_of_the_limits(self) -> None:
        self.server.play(problem(404, {"X-RateLimit-Remaining": "7", "X-RateLimit-Daily-Remaining": "90"}))
        with self.assertRaises(NotFoundError) as refused:
            self.client().account.verify()
        limits = refused.exception.limits
        self.assertEqual((limits.remaining, limits.remaining_today), (7, 90))

    def test_a_call_that_is_cancelled_ends_while_it_waits_to_try_again(self) -> None:
        cancelled = threading.Event()

        def refused(request: Any) -> None:
            cancelled.set()
            problem(503, {"Retry-After": "30"})(request)

        self.server.play(refused)
        with self.assertRaises(CallCancelled):
            self.client(clock=Clock()).account.verify(options=CallOptions(cancelled=cancelled))
        self.assertEqual(len(self.server.requests), 1)

    def test_a_kept_answer_is_asked_for_by_its_tag_and_a_304_gives_its_body_with_new_limits(self) -> None:
        client = self.client(cache=CacheOptions(max_entries=2))
        self.server.play(
            answer(BODY, {"ETag": '"t1"', "X-RateLimit-Remaining": "9", "Link": "<x>"}),
            raw(304, {"ETag": '"t1"', "X-RateLimit-Remaining": "8"}),
        )
        first: Any = client.account.verify()
        first.data["tier"] = "changed by the caller"
        second = client.account.verify()
        self.assertEqual([sent.get("if-none-match") for _, sent in self.server.requests], [None, '"t1"'])
        self.assertEqual((second.data, second.unchanged, second.limits.remaining), (BODY, True, 8))
        self.assertEqual(second.headers["link"], "<x>")
        self.server.play(answer([], {"ETag": '"t"'}))
        client.pulse.most_traded(limit=1)
        client.pulse.most_traded(limit=2)
        client.account.verify()
        self.assertNotIn("if-none-match", self.server.requests[-1][1], "the oldest of three was dropped")

    def test_the_cache_is_bounded_by_bytes_and_can_be_switched_off(self) -> None:
        for cache in (CacheOptions(max_bytes=40), None):
            client = self.client(cache=cache)
            self.server.play(answer({"text": "x" * 50}, {"ETag": '"long"'}))
            client.account.verify()
            client.account.verify()
            self.assertNotIn("if-none-match", self.server.requests[1][1])

    def test_rows_come_page_by_page_until_one_is_not_full(self) -> None:
        rows = [{"wallet": f"w{i}"} for i in range(7)]

        def page(field: str | None) -> Any:
            def step(request: Any) -> None:
                query = parse_qs(urlsplit(request.path).query)
                limit, offset = int(query["limit"][0]), int(query["offset"][0])
                part = rows[offset : offset + limit]
                answer(part if field is None else {field: part})(request)

            return step

        client = self.client()
        self.server.play(page(None))
        self.assertEqual(list(client.pulse.survivors_rows(limit=3)), rows)
        self.assertEqual(len(self.server.requests), 3)
        self.server.play(page(None))
        self.assertEqual(list(client.pulse.survivors_rows(limit=3, max_rows=4)), rows[:4])
        self.assertEqual(len(self.server.requests), 2)
        self.server.play(page("lifecycles"))
        pages = list(client.pulse.trader_lifecycles_pages("0x1", offset=5))
        self.assertEqual([one.data["lifecycles"] for one in pages], [rows[5:]])
        self.server.play(answer({"entities": [{}] * 100}))
        self.assertEqual(len(list(client.entities.leaderboard_rows())), 200)
        self.assertEqual(len(self.server.requests), 2, "the service pages to offset 199")
        self.server.play(answer(None))
        self.assertEqual(list(client.pulse.survivors_rows()), [])

    def test_threads_share_a_client(self) -> None:
        self.server.play(answer(BODY))
        client = self.client()
        results: list[Any] = []
        threads = [
            threading.Thread(target=lambda: results.append(client.account.verify().data)) for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [BODY] * 16)

    def test_arguments_that_cannot_be_right_are_refused_before_anything_is_sent(self) -> None:
        self.server.play(answer(BODY))
        with self.assertRaisesRegex(ValueError, "an address like"):
            Client("tidemark.example", "the-key")
        with self.assertRaisesRegex(ValueError, "exactly one of api_key and payment"):
            Client(self.server.url)
        for canonical in ("", ".", ".."):
            with self.assertRaisesRegex(ValueError, "needs a canonical"):
                self.client().assets.one(canonical)
        self.assertEqual(self.server.requests, [])
        self.assertTrue(issubclass(ConnectionFailed, TidemarkError))

    def test_every_type_that_a_call_or_a_body_names_is_there(self) -> None:
        for module in (bodies, calls):
            own = [one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__]
            for thing in own:
                typing.get_type_hints(thing)
                for _, method in inspect.getmembers(thing, inspect.isfunction):
                    typing.get_type_hints(method)
            self.assertGreater(len(own), 10)

if __name__ == "__main__":
    unittest.main()
