"""Buys one answer of a running service with a key of its own, and prints it.

Arguments: address of the service, key as hex, the most that the call may cost.
"""
from __future__ import annotations

import json
import sys

from tests.service.plain_key import address_of, sign_hash, typed_data_hash
from tidemark_client import Client, ExactEvmSigner, PaymentOptions, PaymentRequiredError


def main() -> None:
    url, key_text, max_amount = sys.argv[1:]
    key = int(key_text, 16)
    signer = ExactEvmSigner(address_of(key), lambda data: sign_hash(key, typed_data_hash(data)))
    with Client(url, payment=PaymentOptions(signer, max_amount=int(max_amount))) as client:
        try:
            answer = client.account.plan()
            print(json.dumps({"data": answer.data, "payment": answer.payment}))
        except PaymentRequiredError as error:
            print(json.dumps({"refused": str(error)}))


if __name__ == "__main__":
    main()
