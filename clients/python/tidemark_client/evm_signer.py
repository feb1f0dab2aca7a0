"""Payments in tokens that move by signed authorization, such as USDC: scheme ``exact`` of x402 on EVM networks."""
from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from .payment import PaymentRequired, PaymentRequirements

_DOMAIN = [
    {"name": "name", "type": "string"},
    {"name": "version", "type": "string"},
    {"name": "chainId", "type": "uint256"},
    {"name": "verifyingContract", "type": "address"},
]
# EIP-3009.
_AUTHORIZATION = [
    {"name": "from", "type": "address"},
    {"name": "to", "type": "address"},
    {"name": "value", "type": "uint256"},
    {"name": "validAfter", "type": "uint256"},
    {"name": "validBefore", "type": "uint256"},
    {"name": "nonce", "type": "bytes32"},
]


class ExactEvmSigner:
    """A signer of payments over whatever holds the key.

    :param address: the wallet that pays
    :param sign_typed_data: gets typed data (EIP-712: types, primaryType, domain, message) and gives the signature, 65 bytes or their
        hex; with eth_account: ``lambda data: Account.sign_typed_data(key, full_message=data).signature``
    :param now: the time in seconds since 1970
    """

    def __init__(
        self,
        address: str,
        sign_typed_data: Callable[[dict[str, Any]], str | bytes],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._address = address
        self._sign_typed_data = sign_typed_data
        self._now = now

    def sign(self, required: PaymentRequired) -> str:
        """The value of PAYMENT-SIGNATURE for the first way to pay that it knows.

        :raises ValueError: where it knows none
        """
        way = next((way for way in required["accepts"] if _is_known(way)), None)
        if way is None:
            ways = ", ".join(f"{way.get('scheme')} on {way.get('network')}" for way in required["accepts"])
            raise ValueError(f"this signer pays by EIP-3009 on eip155 networks alone, the service asks for {ways}")
        authorization = {
            "from": self._address,
            "to": way["payTo"],
            "value": way["amount"],
            "validAfter": "0",
            "validBefore": str(int(self._now()) + way["maxTimeoutSeconds"]),
            "nonce": "0x" + secrets.token_hex(32),
        }
        signature = self._sign_typed_data(_typed_data(way, authorization))
        payment = {
            "x402Version": required["x402Version"],
            "resource": required["resource"],
            "accepted": way,
            "payload": {"authorization": authorization, "signature": _hex(signature)},
        }
        return base64.b64encode(json.dumps(payment).encode()).decode()


def _is_known(way: PaymentRequirements) -> bool:
    extra = way.get("extra") or {}
    return (
        way.get("scheme") == "exact"
        and way.get("network", "").startswith("eip155:")
        and extra.get("assetTransferMethod", "eip3009") == "eip3009"
        and {"name", "version"} <= extra.keys()
    )


def _typed_data(way: PaymentRequirements, authorization: dict[str, str]) -> dict[str, Any]:
    numbers = {name: int(authorization[name]) for name in ("value", "validAfter", "validBefore")}
    return {
        "types": {"EIP712Domain": _DOMAIN, "TransferWithAuthorization": _AUTHORIZATION},
        "primaryType": "TransferWithAuthorization",
        "domain": {
            "name": way["extra"]["name"],
            "version": way["extra"]["version"],
            "chainId": int(way["network"].removeprefix("eip155:")),
            "verifyingContract": way["asset"],
        },
        "message": {**authorization, **numbers},
    }


def _hex(signature: str | bytes) -> str:
    text = signature if isinstance(signature, str) else bytes(signature).hex()
    return text if text.startswith("0x") else f"0x{text}"
