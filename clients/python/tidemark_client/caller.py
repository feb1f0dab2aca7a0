"""The way of a call: address, cache, attempts, payment, errors."""
from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote, urlencode

from .answer import Answer, answer_of, limits_of
from .answer_cache import AnswerCache, StoredAnswer
from .clock import Clock
from .connection import ConnectionPool, Received
from .payment import PaymentOptions, decoded_header, json_of, signed_payment
from .problems import (
    AnswerError,
    PaymentRequiredError,
    Problem,
    TidemarkError,
    problem_error,
    text_of,
)
from .retry import RetryOptions, retry_after_s, retrying

_JSON = re.compile(r"application/([\w.-]+\+)?json\b", re.IGNORECASE)

PageRule = tuple[str | None, int, int | None]
"""Field of the rows, None where the body is the list; the largest limit; the largest offset, None without one."""

Values = Mapping[str, Any]


@dataclass(frozen=True)
class CallOptions:
    cancelled: threading.Event | None = None
    """Once it is set, the call makes no further attempt and ends its wait; it then raises CallCancelled."""
    payment_signature: str | None = None
    """A payment that was made before and whose answer was lost: ``TidemarkError.payment_signature``."""


@dataclass(frozen=True)
class Caller:
    """Asks the service."""

    base_url: str
    prefix: str
    """Before every path: empty, or ``/x402``."""
    headers: Mapping[str, str]
    pool: ConnectionPool
    retry: RetryOptions
    cache: AnswerCache | None
    payment: PaymentOptions | None
    clock: Clock

    def call(self, path: str, in_path: Values, query: Values, options: CallOptions | None) -> Answer[Any]:
        """Asks an endpoint.

        :raises TidemarkError: whatever fails
        :raises ValueError: a value that would change the path
        """
        chosen = options or CallOptions()
        target = self.prefix + _target(path, in_path, query)
        url = self.base_url + target
        headers = dict(self.headers)
        stored = None if self.cache is None else self.cache.find(url)
        if stored is not None:
            headers["If-None-Match"] = stored.etag
        if chosen.payment_signature is not None:
            headers["PAYMENT-SIGNATURE"] = chosen.payment_signature

        def made() -> Answer[Any]:
            return retrying(
                lambda: self._attempted(target, url, headers, stored), self.retry, self.clock, chosen.cancelled, url
            )

        try:
            try:
                return made()
            except PaymentRequiredError as refusal:
                if self.payment is None or "PAYMENT-SIGNATURE" in headers:
                    raise
                # Signs once: a retry sends the same payment, which is charged once.
                headers["PAYMENT-SIGNATURE"] = signed_payment(self.payment, refusal)
            return made()
        except TidemarkError as error:
            error.payment_signature = headers.get("PAYMENT-SIGNATURE")
            raise

    def pages(
        self, path: str, in_path: Values, query: Values, rule: PageRule, options: CallOptions | None
    ) -> Iterator[Answer[Any]]:
        """Pages of a list, until one is not full or the service pages no further."""
        _, limit_max, offset_max = rule
        limit = query["limit"] if query["limit"] is not None else limit_max
        offset = query["offset"] if query["offset"] is not None else 0
        while True:
            answer = self.call(path, in_path, {**query, "limit": limit, "offset": offset}, options)
            count = len(rows_of(answer.data, rule))
            if count > 0 or offset == 0:
                yield answer
            offset += limit
            if count < limit or (offset_max is not None and offset > offset_max):
                return

    def rows(
        self,
        path: str,
        in_path: Values,
        query: Values,
        rule: PageRule,
        max_rows: int | None,
        options: CallOptions | None,
    ) -> Iterator[Any]:
        """Rows of all pages, at most ``max_rows``. What changes in the list meanwhile may show twice, or not at all."""
        pages = self.pages(path, in_path, query, rule, options)
        rows = (row for page in pages for row in rows_of(page.data, rule))
        return islice(rows, None if max_rows is None else max(0, max_rows))

    def _attempted(
        self, target: str, url: str, headers: Mapping[str, str], stored: StoredAnswer | None
    ) -> Answer[Any]:
        received = self.pool.get(target, headers, url)
        if received.status == 304 and stored is not None:
            # The 304 has newer quota headers; the ETag stays that of the stored body.
            fresh = {name: value for name, value in received.headers.items() if name != "etag"}
            return answer_of(_parsed(stored.body, url), {**stored.headers, **fresh}, True)
        if received.status != 200:
            raise self.refused(received, url)
        if not _is_json(received):
            kind = received.headers.get("content-type", "no media type")
            message = f"{url} answered with {kind} where application/json was expected: {_excerpt(received.body)}"
            raise AnswerError(message, url=url, status=received.status)
        data = _parsed(received.body, url)
        etag = received.headers.get("etag")
        if self.cache is not None and etag is not None:
            self.cache.store(url, StoredAnswer(etag, received.body, received.headers))
        return answer_of(data, received.headers, False)

    def refused(self, received: Received, url: str) -> TidemarkError:
        """The error that an answer stands for."""
        status, headers = received.status, received.headers
        if status < 400:
            place = headers.get("location")
            message = f"{url} answered {status} where 200 was expected"
            if place is not None:
                message = f"{url} answered {status} to {place}: redirects are not followed, as they would take the key along"
            return AnswerError(message, url=url, status=status)
        body = _object(received.body) if _is_json(received) else {}
        required = decoded_header(headers, "payment-required")
        texts = [
            *(text_of(body.get(name)) for name in ("detail", "message", "error", "title")),
            None if required is None else text_of(required.get("error")),
        ]
        detail = next((text for text in texts if text is not None), None)
        return problem_error(
            Problem(
                url=url,
                status=status,
                code=text_of(body.get("code")),
                reason=text_of(body.get("reason")),
                detail=detail or _excerpt(received.body) or "no explanation came with it",
                request_id=headers.get("x-request-id"),
                body=body,
                retry_after_s=retry_after_s(headers.get("retry-after"), self.clock.now_s()),
                required=required,
                limits=limits_of(headers),
                payment_signature=None,
            )
        )


def _target(path: str, in_path: Values, query: Values) -> str:
    for name, value in in_path.items():
        text = _text(value)
        if text in ("", ".", ".."):
            raise ValueError(f"{path} needs a {name}; {text!r} is none")
        path = path.replace(f"{{{name}}}", quote(text, safe=""))
    given = {name: _text(value) for name, value in query.items() if value is not None}
    return path if not given else f"{path}?{urlencode(given, quote_via=quote)}"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value!r} is no number that can be asked for")
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def rows_of(data: Any, rule: PageRule) -> list[Any]:
    """The rows of a page."""
    field = rule[0]
    rows = data if field is None else data.get(field)
    return rows if isinstance(rows, list) else []


def _is_json(received: Received) -> bool:
    return _JSON.match(received.headers.get("content-type", "")) is not None


def _parsed(body: bytes, url: str) -> Any:
    try:
        return json_of(body)
    except ValueError as cause:
        message = f"{url} answered with what is no JSON: {_excerpt(body)}"
        raise AnswerError(message, url=url, status=200) from cause


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json_of(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _excerpt(body: bytes) -> str:
    line = " ".join(body[:1_000].decode("utf-8", "replace").split())
    return f"{line[:160]}…" if len(line) > 160 else line
