"""Rows as data frames: with the real pandas, and with what polars is handed."""
from __future__ import annotations

import sys
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, TypedDict
from unittest import mock

import pandas

from tidemark_client.frames import to_pandas, to_polars
from tidemark_client.generated import bodies, columns

UTC_NS = "datetime64[ns, UTC]"
#: An hour, a day, exact decimals and nested rows, which have no JSON type.
KINDS = {
    "coin": "text",
    "fills": "integer",
    "volume": "number",
    "isClosed": "boolean",
    "openedAt": "instant",
    "timestamp": "unix-ms",
    "date": "utc-day",
    "price": "decimal",
    "levels": "list of HLOrderBookLevel",
    "unknownFields": "list of text",
    "best": "HLOrderBookLevel",
    "story": "any",
}
FULL: dict[str, Any] = {
    "coin": "BTC",
    "fills": 2**60 + 1,
    "volume": 12,
    "isClosed": False,
    "openedAt": "2026-03-01T12:00:00.123Z",
    "timestamp": 1_772_366_400_123,
    "date": "2026-03-01",
    "price": "96250.123456789012345678",
    "levels": [{"price": "1.5", "size": "2", "count": 1}],
    "unknownFields": ["fees"],
    "best": {"price": "1.5", "size": "2"},
    "story": {"type": "loss"},
}
AT = datetime(2026, 3, 1, 12, 0, 0, 123_000, timezone.utc)


class ToyRow(TypedDict):
    """Its kinds are KINDS."""


class FrameTest(unittest.TestCase):
    def setUp(self) -> None:
        patched = mock.patch.dict(columns.COLUMNS, {"ToyRow": KINDS})
        patched.start()
        self.addCleanup(patched.stop)

    def frame(self, *rows: dict[str, Any]) -> pandas.DataFrame:
        return to_pandas(rows, ToyRow)  # type: ignore

    def test_a_column_has_the_type_of_its_schema_whatever_the_rows_are(self) -> None:
        types = {
            "coin": "string",
            "fills": "Int64",
            "volume": "float64",
            "isClosed": "boolean",
            **dict.fromkeys(("openedAt", "timestamp", "date"), UTC_NS),
            **dict.fromkeys(("price", "levels", "unknownFields", "best", "story"), "object"),
        }
        nulls: dict[str, Any] = dict.fromkeys(KINDS)
        for rows in ([], [FULL], [nulls], [{}, FULL, nulls]):
            frame = self.frame(*rows)
            self.assertEqual({name: str(dtype) for name, dtype in frame.dtypes.items()}, types)
            self.assertEqual(len(frame), len(rows))
        self.assertTrue(self.frame({}, nulls).isna().all(axis=None))
        self.assertEqual(list(to_pandas(None, bodies.TradeBody)), list(columns.COLUMNS["TradeBody"]))

    def test_values_are_exact_and_times_are_in_utc(self) -> None:
        row = self.frame({}, FULL).iloc[1]
        self.assertEqual((row["coin"], row["fills"], row["volume"], row["isClosed"]), ("BTC", 2**60 + 1, 12.0, False))
        self.assertEqual((row["openedAt"], row["timestamp"]), (AT, AT))
        self.assertEqual(row["date"], datetime(2026, 3, 1, tzinfo=timezone.utc))
        self.assertEqual(row["price"], Decimal("96250.123456789012345678"))
        level = {"price": Decimal("1.5"), "size": Decimal(2), "count": 1}
        self.assertEqual(row["levels"], [level])
        self.assertEqual(row["best"], {**level, "count": None})
        self.assertEqual((row["unknownFields"], row["story"]), (["fees"], {"type": "loss"}))

    def test_an_empty_text_in_place_of_a_decimal_a_time_or_a_day_is_none(self) -> None:
        frame = self.frame({"coin": "", "price": "", "openedAt": "", "date": ""})
        self.assertEqual(frame["coin"][0], "")
        self.assertTrue(frame[["price", "openedAt", "date"]].isna().all(axis=None))

    def test_fields_that_are_newer_than_the_client_follow_behind(self) -> None:
        frame = self.frame({"coin": "BTC"}, {"coin": "ETH", "newField": 7, "$schema": "…"})
        self.assertEqual(list(frame)[-2:], ["story", "newField"])
        self.assertEqual(list(frame["newField"]), [None, 7])

    def test_what_the_schema_does_not_have_is_an_error_that_names_it(self) -> None:
        odd = {"fills": "many", "volume": "1,5", "isClosed": "no", "openedAt": 12, "timestamp": "now", "price": "cheap"}
        for name, value in odd.items():
            with self.assertRaisesRegex(ValueError, rf"^ToyRow\.{name} is {value!r}, which is no {KINDS[name]}$"):
                self.frame({name: value})
        with self.assertRaisesRegex(ValueError, r"^ToyRow\.levels\.price is 'cheap', which is no decimal"):
            self.frame({"levels": [{"price": "cheap"}]})

    def test_polars_is_handed_the_same_values_with_the_same_types(self) -> None:
        made: list[tuple[Any, ...]] = []
        frame = object()
        level = "Struct(price: Decimal(38, 18), size: Decimal(38, 18), count: Int64)"
        polars = SimpleNamespace(
            **{name: name for name in ("String", "Int64", "Float64", "Boolean", "Null")},
            Datetime=lambda unit, zone: f"Datetime({unit}, {zone})",
            Decimal=lambda digits, scale: f"Decimal({digits}, {scale})",
            List=lambda inner: f"List({inner})",
            Struct=lambda fields: f"Struct({', '.join(f'{name}: {of}' for name, of in fields.items())})",
            Series=lambda name, values, *, dtype, strict: made.append((name, values, dtype, strict)),
            DataFrame=lambda series: frame if len(series) == len(KINDS) else None,
        )
        with mock.patch.dict(sys.modules, {"polars": polars}):  # type: ignore
            self.assertIs(to_polars([FULL], ToyRow), frame)  # type: ignore
        types = [
            *("String", "Int64", "Float64", "Boolean"),
            *["Datetime(ms, UTC)"] * 3,
            *("Decimal(38, 18)", f"List({level})", "List(String)", level, None),
        ]
        self.assertEqual([dtype for _, _, dtype, _ in made], types)
        self.assertEqual([strict for *_, strict in made], [dtype is not None for dtype in types])
        row = self.frame(FULL).iloc[0]
        self.assertEqual({name: values[0] for name, values, *_ in made}, dict(row))

    def test_without_the_library_a_frame_says_what_to_install(self) -> None:
        for name, make in (("pandas", to_pandas), ("polars", to_polars)):
            with mock.patch.dict(sys.modules, {name: None}):
                with self.assertRaisesRegex(ImportError, rf"tidemark-client\[{name}\]"):
                    make([], bodies.TradeBody)


if __name__ == "__main__":
    unittest.main()
