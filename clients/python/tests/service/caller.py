"""Makes the calls that it is asked for, by the methods of the client, against a running service.

Arguments: address and key. A line of standard input is ``{"operation", "parameters"}``; the line that is printed for it
returns status and body, whether a second call came from the cache, how many data frames its lists made, and of a list
with pages whether its first rows, page by page, are those of the body.
"""
from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

from tidemark_client import Client, ProblemError, RetryOptions
from tidemark_client.frames import to_pandas
from tidemark_client.generated import bodies
from tidemark_client.generated.calls import METHODS
from tidemark_client.generated.columns import COLUMNS


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def listed(body: Any) -> list[Any]:
    """The list that a body is, or that is one of its fields."""
    lists = [value for value in body.values() if isinstance(value, list)] if isinstance(body, dict) else [body]
    return lists[0] or []


def framed(method: Callable[..., Any], body: Any) -> int:
    """Data frames of the lists of a body, each by the type that the client gives its rows."""
    (of,) = get_args(get_type_hints(method)["return"])
    listed = [one for one in get_args(of) if getattr(one, "__origin__", None) is list]
    if listed:
        return len([frame_of(body, row) for row in get_args(listed[0]) if row.__name__ in COLUMNS])
    kinds = COLUMNS.get(getattr(of, "__name__", ""), {})
    rows = {field: kind.removeprefix("list of ") for field, kind in kinds.items() if kind.startswith("list of ")}
    return len([frame_of(body.get(field), getattr(bodies, kind)) for field, kind in rows.items() if kind in COLUMNS])


def frame_of(rows: list[Any] | None, row: type) -> object:
    frame = to_pandas(rows, row)
    empty = to_pandas([], row)
    if list(frame.dtypes) != list(empty.dtypes) or list(frame) != list(empty) or len(frame) != len(rows or []):
        raise AssertionError(f"{row.__name__}: {frame.dtypes}, and without rows {empty.dtypes}")
    return frame


def asked(client: Client, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    group, name = method.split(".")
    calls = getattr(client, group)
    given = {snake(parameter): value for parameter, value in parameters.items()}
    try:
        answer = getattr(calls, name)(**given)
        again = getattr(calls, name)(**given)
    except ProblemError as error:
        return {"status": error.status, "body": error.body}
    result = {"status": 200, "body": answer.data, "unchanged": again.unchanged and again.data == answer.data}
    result["frames"] = framed(getattr(calls, name), answer.data)
    rows = getattr(calls, f"{name}_rows", None)
    if rows is not None:
        first = listed(answer.data)[:3]
        result["rowsAreThose"] = list(rows(**given, limit=2, max_rows=3)) == first
    return result


def main() -> None:
    url, key = sys.argv[1:]
    with Client(url, key, retry=RetryOptions(attempts=1)) as client:
        for line in sys.stdin:
            call = json.loads(line)
            method = METHODS.get(call["operation"])
            result = {} if method is None else {"method": method, **asked(client, method, call["parameters"])}
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
