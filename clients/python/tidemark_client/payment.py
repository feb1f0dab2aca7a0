"""Payment by the call, x402 v2."""
from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NotRequired, Protocol, TypedDict

from .problems import PaymentRequiredError


class PaymentRequirements(TypedDict):
    """One way to pay."""

    scheme: str
    network: str
    """CAIP-2: ``eip155:8453``."""
    asset: str
    """Address of the token."""
    amount: str
    """In the smallest units of the asset: 10000 of USDC are 0.01."""
    payTo: str
    maxTimeoutSeconds: int
    extra: dict[str, Any]


class PaymentRequired(TypedDict):
    """What the service asks for a call: the content of PAYMENT-REQUIRED."""

    x402Version: int
    error: NotRequired[str]
    """Why a payment that was sent is not accepted."""
    resource: dict[str, Any]
    accepts: list[PaymentRequirements]
    """Ways to pay; one is chosen."""
    extensions: NotRequired[dict[str, Any]]


class Payment(TypedDict):
    """What was paid: the content of PAYMENT-RESPONSE."""

    success: bool
    transaction: str
    network: str
    payer: NotRequired[str]
    amount: NotRequired[str]


class PaymentSigner(Protocol):
    """Pays for calls."""

    def sign(self, required: PaymentRequired) -> str:
        """The value of PAYMENT-SIGNATURE for one of the ways to pay; called at most once for a call."""
        ...


@dataclass(frozen=True)
class PaymentOptions:
    signer: PaymentSigner
    max_amount: int
    """The most that a call may cost, in the smallest units of the asset; what costs more is never signed."""


def json_of(text: bytes) -> Any:
    """What a text of JSON holds.

    :raises ValueError: also where it is nested deeper than Python reads
    """
    try:
        return json.loads(text)
    except RecursionError as cause:
        raise ValueError("nested too deep") from cause


def decoded_header(headers: Mapping[str, str], name: str) -> Any:
    """What a header of x402 holds; None where there is none, or it cannot be read."""
    try:
        value = json_of(base64.b64decode(headers.get(name, ""), validate=True))
    except (binascii.Error, ValueError):
        return None
    return value if isinstance(value, dict) else None


def signed_payment(options: PaymentOptions, refusal: PaymentRequiredError) -> str:
    """Signs a payment within the bound.

    :raises PaymentRequiredError: where there is no way to pay, or each costs more than the bound
    """
    required = refusal.required
    if required is None or not isinstance(required.get("accepts"), list):
        raise refusal
    ways = [way for way in required["accepts"] if isinstance(way, dict)]
    accepts = [way for way in ways if _is_within(way.get("amount"), options.max_amount)]
    if not accepts:
        amounts = ", ".join(str(way.get("amount")) for way in ways)
        detail = f"the call costs {amounts}, and max_amount is {options.max_amount}"
        raise PaymentRequiredError(replace(refusal.problem, detail=detail))
    offer = required.copy()
    offer["accepts"] = accepts
    return options.signer.sign(offer)


def _is_within(amount: object, max_amount: int) -> bool:
    if not isinstance(amount, str) or len(amount) > 78 or not (amount.isascii() and amount.isdigit()):
        return False
    return int(amount) <= max_amount
