"""Asks every endpoint of a running service by its method, and prints what came of it.

Standard input: ``{"url", "key", "calls": [{"id", "parameters"}]}``. Standard output: status and body by the name of
the operation, of every operation that the client has.
"""
from __future__ import annotations

import json
import re
import sys
from typing import Any

from tidemark_client import Client, ProblemError, RetryOptions
from tidemark_client.generated.calls import METHODS


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def asked(client: Client, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
    group, method = METHODS[operation].split(".")
    call = getattr(getattr(client, group), method)
    try:
        answer = call(**{snake(name): value for name, value in parameters.items()})
    except ProblemError as error:
        return {"status": error.status, "body": error.body}
    return {"status": 200, "body": answer.data}


def main() -> None:
    given = json.load(sys.stdin)
    parameters = {call["id"]: call["parameters"] for call in given["calls"]}
    with Client(given["url"], given["key"], retry=RetryOptions(attempts=1)) as client:
        answers = {operation: asked(client, operation, parameters[operation]) for operation in METHODS}
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
