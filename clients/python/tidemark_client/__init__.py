"""Typed client of the Tidemark API, on the standard library alone."""
from .answer import Answer, Limits
from .answer_cache import CacheOptions
from .async_client import AsyncClient
from .caller import CallOptions
from .client import Client, ClientOptions
from .clock import Clock
from .event_stream import EventStream, StreamMessage, StreamRefused
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
    "AsyncClient",
    "AuthenticationError",
    "CacheOptions",
    "CallCancelled",
    "CallOptions",
    "Client",
    "ClientOptions",
    "Clock",
    "ConnectionFailed",
    "EventStream",
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
    "StreamMessage",
    "StreamRefused",
    "TidemarkError",
    "TierError",
]
