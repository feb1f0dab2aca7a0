"""A body, and what the service says beside it."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from .payment import Payment, decoded_header

Body = TypeVar("Body")


@dataclass(frozen=True)
class Limits:
    """What is left of the account's limits."""

    tier: str | None
    per_minute: int | None
    """Requests a minute."""
    remaining: int | None
    reset_s: int | None
    """Unix seconds when a request is permitted next."""
    remaining_today: int | None
    """Requests left today (UTC), of a tier with a daily cap."""
    remaining_this_month: int | None
    """Requests left this calendar month (UTC), of a tier with a monthly cap."""


@dataclass(frozen=True)
class Window:
    """What was served of a window: it may be less than what was asked for. RFC 3339."""

    start: str
    end: str


@dataclass(frozen=True)
class Answer(Generic[Body]):
    data: Body
    window: Window | None
    """Where the answer rests on one."""
    block: int | None
    """Newest source block behind the answer."""
    source: str | None
    """``simulated`` where the data are not of the real exchange."""
    limits: Limits
    request_id: str | None
    """Names the request; quote it in reports."""
    unchanged: bool
    """Whether the service found the answer of the cache unchanged."""
    payment: Payment | None
    """What was paid, with a signer."""
    headers: Mapping[str, str]
    """All headers of the answer, their names in lower case."""


def answer_of(data: Body, headers: Mapping[str, str], unchanged: bool) -> Answer[Body]:
    start, end = headers.get("x-data-from"), headers.get("x-data-to")
    return Answer(
        data=data,
        window=None if start is None or end is None else Window(start, end),
        block=_integer(headers, "x-data-block"),
        source=headers.get("x-data-source"),
        limits=limits_of(headers),
        request_id=headers.get("x-request-id"),
        unchanged=unchanged,
        payment=decoded_header(headers, "payment-response"),
        headers=headers,
    )


def limits_of(headers: Mapping[str, str]) -> Limits:
    return Limits(
        tier=headers.get("x-ratelimit-tier"),
        per_minute=_integer(headers, "x-ratelimit-limit"),
        remaining=_integer(headers, "x-ratelimit-remaining"),
        reset_s=_integer(headers, "x-ratelimit-reset"),
        remaining_today=_integer(headers, "x-ratelimit-daily-remaining"),
        remaining_this_month=_integer(headers, "x-ratelimit-monthly-remaining"),
    )


def _integer(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else None
