"""What can go wrong, each with what is known of it."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import Limits
    from .payment import PaymentRequired


class TidemarkError(Exception):
    """Whatever fails in the client.

    ``payment_signature`` is the payment that was sent, if any: the same again gets the answer that it paid for
    (``CallOptions.payment_signature``).
    """

    def __init__(self, message: str, *, url: str, payment_signature: str | None = None) -> None:
        super().__init__(message)
        self.url = url
        self.payment_signature = payment_signature


class CallCancelled(TidemarkError):
    """``CallOptions.cancelled`` was set."""


class ConnectionFailed(TidemarkError):
    """No answer came: no connection, cut, or too late."""


class AnswerError(TidemarkError):
    """What answered is not the service, or not as it is described: no JSON, a redirect, too long."""

    def __init__(
        self, message: str, *, url: str, status: int, payment_signature: str | None = None
    ) -> None:
        super().__init__(message, url=url, payment_signature=payment_signature)
        self.status = status


@dataclass(frozen=True)
class Problem:
    """What the service says of an error, in either of its two shapes."""

    url: str
    status: int
    code: str | None
    """Stable token for programs: ``TIER_GATE``, ``RATE_LIMITED``."""
    reason: str | None
    """What to mend: missing_api_key, invalid_api_key, insufficient_tier or invalid_parameters."""
    detail: str
    """What happened this time."""
    request_id: str | None
    """Names the request; quote it in reports."""
    body: Mapping[str, Any]
    """The whole body; empty where it is no JSON object."""
    retry_after_s: float | None
    required: PaymentRequired | None
    limits: Limits
    """What is left of the account's limits."""
    payment_signature: str | None


@dataclass(frozen=True)
class Fault:
    """One fault of a request."""

    location: str
    """``query.limit``, ``path.tier``."""
    message: str
    value: Any = None


class ProblemError(TidemarkError):
    """The service answered with an error."""

    def __init__(self, problem: Problem) -> None:
        code = "" if problem.code is None else f" {problem.code}"
        super().__init__(
            f"{problem.status}{code}: {problem.detail}",
            url=problem.url,
            payment_signature=problem.payment_signature,
        )
        self.problem = problem
        self.status = problem.status
        self.code = problem.code
        self.reason = problem.reason
        self.detail = problem.detail
        self.request_id = problem.request_id
        self.body = problem.body
        self.limits = problem.limits


class InvalidRequestError(ProblemError):
    """400 and 422: parameters that are not acceptable, each named in ``faults``."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        errors = self.body.get("errors")
        found = [one for one in errors if isinstance(one, dict)] if isinstance(errors, list) else []
        return tuple(
            Fault(str(one.get("location", "")), str(one.get("message", "")), one.get("value")) for one in found
        )


class AuthenticationError(ProblemError):
    """401: the key is missing, mistyped or revoked."""


class PaymentRequiredError(ProblemError):
    """402: not paid, or the payment was refused; ``required["error"]`` says why in a word."""

    @property
    def required(self) -> PaymentRequired | None:
        return self.problem.required


class TierError(ProblemError):
    """403: the tier of the account is too low."""

    @property
    def required_tier(self) -> str | None:
        return text_of(self.body.get("required_tier"))

    @property
    def upgrade_url(self) -> str | None:
        return text_of(self.body.get("upgrade_url"))


class NotFoundError(ProblemError):
    """404: no such coin, id or address. ``detail`` names what is near."""


class RateLimitError(ProblemError):
    """429: a limit of the account is used up: RATE_LIMITED, DAILY_CAP or MONTHLY_CAP."""

    @property
    def retry_after_s(self) -> float | None:
        """Seconds until a request is permitted again."""
        return self.problem.retry_after_s


class ServiceError(ProblemError):
    """5xx: the service failed, is overloaded, or its source is too far behind."""

    @property
    def retry_after_s(self) -> float | None:
        return self.problem.retry_after_s


_BY_STATUS: dict[int, type[ProblemError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: TierError,
    404: NotFoundError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def problem_error(problem: Problem) -> ProblemError:
    """The error of a status."""
    fallback = ServiceError if problem.status >= 500 else ProblemError
    return _BY_STATUS.get(problem.status, fallback)(problem)


def text_of(value: object) -> str | None:
    return value if isinstance(value, str) else None
