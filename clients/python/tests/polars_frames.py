"""Rows as frames of the real polars. Not among the tests of the discovery: Debian and npm, which the checks install from, have
no polars. ``pip install polars``, then ``python3 -m unittest tests.polars_frames``."""
from __future__ import annotations

import unittest
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any
from unittest import mock

import polars

from tests.test_frames import AT, FULL, KINDS, ToyRow
from tidemark_client.frames import to_polars
from tidemark_client.generated import bodies, columns

DECIMAL = polars.Decimal(38, 18)
UTC_MS = polars.Datetime("ms", "UTC")
LEVEL = polars.Struct({"price": DECIMAL, "size": DECIMAL, "count": polars.Int64})


class PolarsTest(unittest.TestCase):
    def setUp(self) -> None:
        patched = mock.patch.dict(columns.COLUMNS, {"ToyRow": KINDS})
        patched.start()
        self.addCleanup(patched.stop)

    def frame(self, *rows: dict[str, Any]) -> polars.DataFrame:
        return to_polars(rows, ToyRow)  # type: ignore

    def test_a_column_has_the_type_of_its_schema_whatever_the_rows_are(self) -> None:
        types = {
            **{"coin": polars.String, "fills": polars.Int64, "volume": polars.Float64, "isClosed": polars.Boolean},
            **dict.fromkeys(("openedAt", "timestamp", "date"), UTC_MS),
            **{"price": DECIMAL, "levels": polars.List(LEVEL), "unknownFields": polars.List(polars.String), "best": LEVEL},
        }
        nulls: dict[str, Any] = dict.fromkeys(KINDS)
        for rows in ([], [FULL], [nulls], [{}, FULL, nulls]):
            frame = self.frame(*rows)
            self.assertEqual(dict(frame.drop("story").schema), types)
            self.assertEqual(frame.height, len(rows))
        self.assertTrue(all(value is None for value in self.frame({}, nulls).row(1)))

    def test_values_are_exact_and_times_are_in_utc(self) -> None:
        row = self.frame({}, FULL).row(1, named=True)
        level = {"price": Decimal("1.5"), "size": Decimal(2), "count": 1}
        day = datetime(2026, 3, 1, tzinfo=timezone.utc)
        self.assertEqual(
            row,
            {**FULL, "openedAt": AT, "timestamp": AT, "date": day, "price": Decimal(FULL["price"]), "levels": [level]}
            | {"best": {**level, "count": None}},
        )

    def test_every_schema_of_the_api_makes_a_frame(self) -> None:
        for name, kinds in columns.COLUMNS.items():
            if name != "ToyRow":
                self.assertEqual(to_polars([{}], getattr(bodies, name)).columns, list(kinds), name)

    def test_fields_that_are_newer_than_the_client_follow_behind(self) -> None:
        frame = self.frame({"coin": "BTC"}, {"newField": 7, "other": "x"}, {"other": 1.5})
        self.assertEqual(frame["newField"].to_list(), [None, 7, None])
        self.assertEqual(frame.columns[-2:], ["newField", "other"])


if __name__ == "__main__":
    unittest.main()
