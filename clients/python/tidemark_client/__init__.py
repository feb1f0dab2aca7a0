"""Typed client of the Tidemark API, on the standard library alone."""
from .answer import Answer, Limits
from .answer_cache import CacheOptions
from .caller import CallOptions
from .client import Client
from .clock import Clock
from .evm_signer import ExactEvmSigner
from .payment import Payment, PaymentOptions, PaymentRequired, PaymentRequirements, PaymentSigner
from .problems import (
    AnswerError,
    AuthenticationError,
    CallCancelled,
    ConnectionFailed,
    Fault,
    InvalidRequestError,
    NotFoundError,
    PaymentRequiredError,
    ProblemError,
    RateLimitError,
    ServiceError,
    TidemarkError,
    TierError,
)
from .retry import RetryOptions
from .version import VERSION

__version__ = VERSION

__all__ = [
    "Answer",
    "AnswerError",
    "AuthenticationError",
    "CacheOptions",
    "CallCancelled",
    "CallOptions",
    "Client",
    "Clock",
    "ConnectionFailed",
    "ExactEvmSigner",
    "Fault",
    "InvalidRequestError",
    "Limits",
    "NotFoundError",
    "Payment",
    "PaymentOptions",
    "PaymentRequired",
    "PaymentRequiredError",
    "PaymentRequirements",
    "PaymentSigner",
    "ProblemError",
    "RateLimitError",
    "RetryOptions",
    "ServiceError",
    "TidemarkError",
    "TierError",
]
