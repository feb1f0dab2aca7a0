"""Payment by the call, against a service that speaks the headers of x402."""
from __future__ import annotations

import base64
import json
import unittest
from typing import Any

from tests.scripted_server import ScriptedServer, Step, ToyClock, answer, cut, problem
from tidemark_client import (
    CallOptions,
    Client,
    ConnectionFailed,
    ExactEvmSigner,
    PaymentOptions,
    PaymentRequired,
    PaymentRequiredError,
    RetryOptions,
)

BODY = {"isValidApiKey": True, "tier": "pro"}
SETTLED = {"success": True, "transaction": "0xabc", "network": "eip155:84532", "payer": "0x1"}


def encoded(value: Any) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


def required(*amounts: str, error: str = "Payment required") -> dict[str, Any]:
    ways = [
        {
            "scheme": "exact",
            "network": "eip155:84532",
            "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
            "amount": amount,
            "payTo": "0x" + "77" * 20,
            "maxTimeoutSeconds": 60,
            "extra": {"name": "USDC", "version": "2"},
        }
        for amount in amounts
    ]
    return {"x402Version": 2, "error": error, "resource": {"url": "https://tidemark.example"}, "accepts": ways}


def unpaid(asked: Any) -> Step:
    return answer({"detail": "pay"}, {"PAYMENT-REQUIRED": encoded(asked)}, 402)


PAID = answer(BODY, {"PAYMENT-RESPONSE": encoded(SETTLED), "ETag": '"paid"'})


class Signer:
    def __init__(self) -> None:
        self.asked: list[PaymentRequired] = []

    def sign(self, required: PaymentRequired) -> str:
        self.asked.append(required)
        return f"signature {len(self.asked)}"


class PaymentTest(unittest.TestCase):
    server: ScriptedServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = ScriptedServer()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()

    def setUp(self) -> None:
        self.signer = Signer()
        payment = PaymentOptions(self.signer, max_amount=10_000)
        self.client = Client(
            self.server.url, payment=payment, clock=ToyClock(0), retry=RetryOptions(attempts=3)
        )
        self.addCleanup(self.client.close)

    def signatures(self) -> list[str | None]:
        return [headers.get("payment-signature") for _, headers in self.server.requests]

    def test_a_call_without_a_key_is_paid_where_the_service_asks_for_it(self) -> None:
        self.server.play(unpaid(required("10000")), PAID)
        answer = self.client.account.verify()
        self.assertEqual((answer.data, answer.payment), (BODY, SETTLED))
        for target, headers in self.server.requests:
            self.assertEqual(target, "/x402/api/public/v1/verify")
            self.assertFalse({"x-api-key", "if-none-match"} & set(headers))
        self.assertEqual(self.signatures(), [None, "signature 1"])
        self.assertEqual(self.signer.asked, [required("10000")])

    def test_only_what_is_within_the_bound_is_signed(self) -> None:
        self.server.play(unpaid(required("10001", "9000", "NaN", "-5")), PAID)
        self.client.account.verify()
        self.assertEqual(self.signer.asked[0]["accepts"], required("9000")["accepts"])
        self.server.play(unpaid(required("10001")))
        with self.assertRaisesRegex(PaymentRequiredError, "costs 10001, and max_amount is 10000"):
            self.client.account.verify()
        self.assertEqual((len(self.signer.asked), len(self.server.requests)), (1, 1))

    def test_what_is_lost_on_the_way_is_asked_for_with_the_same_payment(self) -> None:
        self.server.play(unpaid(required("1")), cut, problem(503), PAID)
        self.assertEqual(self.client.account.verify().data, BODY)
        self.assertEqual(self.signatures(), [None, "signature 1", "signature 1", "signature 1"])

    def test_an_answer_that_stays_lost_can_be_fetched_later_with_the_payment_of_the_error(self) -> None:
        self.server.play(unpaid(required("1")), cut)
        with self.assertRaises(ConnectionFailed) as lost:
            self.client.account.verify()
        self.server.play(PAID)
        options = CallOptions(payment_signature=lost.exception.payment_signature)
        self.assertEqual(self.client.account.verify(options=options).data, BODY)
        self.assertEqual((self.signatures(), len(self.signer.asked)), (["signature 1"], 1))

    def test_a_payment_that_is_refused_is_an_error_with_the_reason_never_a_second_payment(self) -> None:
        self.server.play(unpaid(required("1")), unpaid(required("1", error="insufficient_funds")))
        with self.assertRaises(PaymentRequiredError) as refused:
            self.client.account.verify()
        assert refused.exception.required is not None
        self.assertEqual(refused.exception.required.get("error"), "insufficient_funds")
        self.assertEqual(refused.exception.payment_signature, "signature 1")
        self.assertEqual((len(self.signer.asked), len(self.server.requests)), (1, 2))

    def test_a_402_that_cannot_be_read_ends_the_call(self) -> None:
        unreadable: list[Any] = [None, {}, {"accepts": 1}, {"accepts": [None, {"amount": 1}]}]
        odd = [encoded(one) for one in unreadable]
        for header in ("", "???", *odd):
            self.server.play(answer({"detail": "pay"}, {"PAYMENT-REQUIRED": header}, 402))
            with self.assertRaises(PaymentRequiredError):
                self.client.account.verify()
        self.assertEqual(self.signer.asked, [])

    def test_the_signer_of_evm_networks_signs_an_authorization_of_the_first_way_that_it_knows(self) -> None:
        asked: list[dict[str, Any]] = []

        def sign(data: dict[str, Any]) -> bytes:
            asked.append(data)
            return bytes(65)

        offer: Any = required("9000", "9001")
        offer["accepts"][0]["network"] = "solana:mainnet"
        signer = ExactEvmSigner("0x" + "11" * 20, sign, now=lambda: 1_000.9)
        signature = json.loads(base64.b64decode(signer.sign(offer)))
        authorization = signature["payload"]["authorization"]
        self.assertEqual(signature["accepted"], offer["accepts"][1])
        self.assertEqual(signature["payload"]["signature"], "0x" + "00" * 65)
        self.assertEqual((authorization["value"], authorization["validBefore"]), ("9001", "1060"))
        self.assertEqual((asked[0]["domain"]["chainId"], asked[0]["message"]["value"]), (84532, 9001))
        offer["accepts"].pop()
        with self.assertRaisesRegex(ValueError, "asks for exact on solana:mainnet"):
            signer.sign(offer)


if __name__ == "__main__":
    unittest.main()
