"""Rows as a table of pandas, where that is installed."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas  # type: ignore


def to_frame(rows: Iterable[Mapping[str, Any]] | None) -> pandas.DataFrame:
    """A column for each field. Columns of RFC 3339 texts become times (UTC).

    :raises ImportError: saying what to install, without pandas
    """
    try:
        import pandas
    except ImportError as cause:
        raise ImportError("to_frame needs pandas: install tidemark-client[pandas]") from cause
    frame = pandas.DataFrame.from_records(list(rows or []))
    for name in frame.columns:
        texts = frame[name].dropna()
        if len(texts) > 0 and texts.map(_is_instant).all():
            frame[name] = pandas.to_datetime(frame[name], utc=True, format="%Y-%m-%dT%H:%M:%S.%fZ")
    return frame


def _is_instant(value: object) -> bool:
    return isinstance(value, str) and len(value) == 24 and value[10] == "T" and value[-1] == "Z"
