"""Asks every endpoint of a running service by its method, and prints what came of it.

Standard input: ``{"url", "key", "calls": [{"id", "parameters"}]}``. Standard output: by the name of each operation that the client has, status and body, whether a second call came from
the cache, and of lists with pages whether their rows are those of the body.
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


def listed(body: Any) -> list[Any]:
    """The list that a body is, or that is one of its fields."""
    lists = [value for value in body.values() if isinstance(value, list)] if isinstance(body, dict) else [body]
    return lists[0] or []


def asked(client: Client, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
    group, method = METHODS[operation].split(".")
    calls = getattr(client, group)
    given = {snake(name): value for name, value in parameters.items()}
    try:
        answer = getattr(calls, method)(**given)
        again = getattr(calls, method)(**given)
    except ProblemError as error:
        return {"status": error.status, "body": error.body}
    told = {"status": 200, "body": answer.data, "unchanged": again.unchanged and again.data == answer.data}
    rows = getattr(calls, f"{method}_rows", None)
    if rows is not None:
        whole = listed(answer.data)
        told["rowsAreThose"] = list(rows(**given, limit=2, max_rows=len(whole))) == whole
    return told


def main() -> None:
    given = json.load(sys.stdin)
    parameters = {call["id"]: call["parameters"] for call in given["calls"]}
    with Client(given["url"], given["key"], retry=RetryOptions(attempts=1)) as client:
        answers = {operation: asked(client, operation, parameters[operation]) for operation in METHODS}
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
