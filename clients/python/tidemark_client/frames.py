"""Rows as a data frame of pandas or polars, its columns typed by the schema of the row."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from .generated.columns import COLUMNS

if TYPE_CHECKING:
    import pandas  # type: ignore
    import polars  # type: ignore

Row = TypeVar("Row", bound=Mapping[str, Any])

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
#: Maximum digits of a polars decimal, and its digits after the point.
_DECIMAL_DIGITS, _DECIMAL_SCALE = 38, 18


def to_pandas(rows: Iterable[Row] | None, row: type[Row]) -> pandas.DataFrame:
    """A column for each field of ``row``, also where there are no rows.

    Texts are ``string``, integers ``Int64``, numbers ``float64``, booleans ``boolean``; instants, unix milliseconds and
    UTC days are ``datetime64[ns, UTC]``. Exact decimals are ``Decimal`` in a column of objects, as are rows within rows.
    Fields that are newer than this client follow behind, untyped.

    :param rows: Of an answer, of its pages, or of ``…_rows``.
    :param row: Their type, such as ``tidemark_client.generated.bodies.Survivor``.
    :raises ImportError: saying what to install, without pandas
    :raises ValueError: a value that its schema does not have
    """
    try:
        import pandas
    except ImportError as cause:
        raise ImportError("to_pandas needs pandas: install tidemark-client[pandas]") from cause
    return pandas.DataFrame(
        {
            name: pandas.Series(values, dtype=_PANDAS_TYPES.get(kind, "object"))
            for name, kind, values in _columns(rows, row)
        }
    )


def to_polars(rows: Iterable[Row] | None, row: type[Row]) -> polars.DataFrame:
    """A column for each field of ``row``, also where there are no rows.

    Texts are ``String``, integers ``Int64``, numbers ``Float64``, booleans ``Boolean``; instants, unix milliseconds and
    UTC days are ``Datetime("ms", "UTC")``, exact decimals ``Decimal(38, 18)``, rows within rows ``Struct``, lists ``List``.
    Fields that are newer than this client follow behind, with the type that polars infers.

    :param rows: Of an answer, of its pages, or of ``…_rows``.
    :param row: Their type, such as ``tidemark_client.generated.bodies.Survivor``.
    :raises ImportError: saying what to install, without polars
    :raises ValueError: a value that its schema does not have
    """
    try:
        import polars
    except ImportError as cause:
        raise ImportError("to_polars needs polars: install tidemark-client[polars]") from cause
    series = []
    for name, kind, values in _columns(rows, row):
        dtype = _polars_type(polars, kind)
        series.append(polars.Series(name, values, dtype=dtype, strict=dtype is not None))
    return polars.DataFrame(series)


_PANDAS_TYPES = {
    "text": "string",
    "integer": "Int64",
    "number": "float64",
    "boolean": "boolean",
    "instant": "datetime64[ns, UTC]",
    "unix-ms": "datetime64[ns, UTC]",
    "utc-day": "datetime64[ns, UTC]",
}


_POLARS_TYPES = {"text": "String", "integer": "Int64", "number": "Float64", "boolean": "Boolean"}


def _polars_type(polars: Any, kind: str) -> Any:
    """None where polars is to infer it."""
    if kind == "any":
        return None
    if kind.startswith("list of "):
        inner = _polars_type(polars, kind.removeprefix("list of "))
        return None if inner is None else polars.List(inner)
    if kind in COLUMNS:
        fields = {name: _polars_type(polars, of) for name, of in COLUMNS[kind].items()}
        return polars.Struct({name: polars.Null if of is None else of for name, of in fields.items()})
    if kind == "decimal":
        return polars.Decimal(_DECIMAL_DIGITS, _DECIMAL_SCALE)
    if kind in ("instant", "unix-ms", "utc-day"):
        return polars.Datetime("ms", "UTC")
    return getattr(polars, _POLARS_TYPES[kind])


def _columns(rows: Iterable[Mapping[str, Any]] | None, row: type) -> list[tuple[str, str, list[Any]]]:
    """Name, kind and values of each column: what both libraries are handed."""
    given = list(rows or [])
    known = COLUMNS[row.__name__]
    newer = dict.fromkeys(name for one in given for name in one if name not in known and name != "$schema")
    kinds = {**known, **dict.fromkeys(newer, "any")}
    return [
        (name, kind, [_value(f"{row.__name__}.{name}", kind, one.get(name)) for one in given])
        for name, kind in kinds.items()
    ]


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("no boolean")
    return value


_READ: dict[str, Callable[[Any], Any]] = {
    "text": str,
    "integer": int,
    "number": float,
    "boolean": _boolean,
    "decimal": Decimal,
    "instant": datetime.fromisoformat,
    "unix-ms": lambda value: _EPOCH + timedelta(milliseconds=value),
    "utc-day": lambda value: datetime.fromisoformat(value).replace(tzinfo=timezone.utc),
    "any": lambda value: value,
}
#: Kinds for which an empty text means no value.
_EMPTY_IS_NONE = frozenset({"decimal", "instant", "utc-day"})


def _value(place: str, kind: str, value: Any) -> Any:
    if value is None or (value == "" and kind in _EMPTY_IS_NONE):
        return None
    if kind.startswith("list of "):
        inner = kind.removeprefix("list of ")
        return [_value(place, inner, one) for one in value]
    if kind in COLUMNS:
        return {name: _value(f"{place}.{name}", of, value.get(name)) for name, of in COLUMNS[kind].items()}
    try:
        return _READ[kind](value)
    except (ArithmeticError, TypeError, ValueError) as cause:
        raise ValueError(f"{place} is {value!r}, which is no {kind}") from cause
