"""Tables made from typed records, and files that appear when they are complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.formats.codec import Small, arrow_schema, batch_of, field_meanings, read_rows, write_rows


class Part(NamedTuple):
    name: str
    size: Small | None = None


@dataclass(frozen=True)
class Whole:
    number: int
    small: Small
    share: float | None
    is_new: bool
    parts: Sequence[Part] = ()
    one: Part | None = None
    figures: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class Flat:
    at: datetime
    """When it was."""
    names: list[str]
    count: Small | None


@dataclass(frozen=True, slots=True)
class Flatter(Flat):
    flat: bool = True
    """
    Whether it is
    flat.
    """

    def area(self) -> int:
        """No field."""
        return 0


PART = pa.struct([("name", pa.string()), ("size", pa.int32())])


def test_columns_have_the_types_of_the_fields() -> None:
    expected = {
        "number": pa.int64(),
        "small": pa.int32(),
        "share": pa.float64(),
        "is_new": pa.bool_(),
        "parts": pa.list_(PART),
        "one": PART,
        "figures": pa.list_(pa.list_(pa.float64())),
    }

    assert pa.schema(list(expected.items())) == arrow_schema(Whole)


def test_records_become_rows() -> None:
    """No record is a batch without rows. A number that does not fit into its column is refused."""
    whole = Whole(2**40, 1, None, is_new=True, parts=[Part("a", 1), Part("b")], figures=((0.5,), ()))

    (row,) = batch_of(Whole, [whole]).to_pylist()

    parts = [{"name": "a", "size": 1}, {"name": "b", "size": None}]
    rest = {"share": None, "is_new": True, "one": None, "figures": [[0.5], []]}
    assert {"number": 2**40, "small": 1, "parts": parts, **rest} == row
    assert (0, arrow_schema(Whole)) == (batch_of(Whole, []).num_rows, batch_of(Whole, []).schema)
    with pytest.raises(pa.ArrowInvalid):
        batch_of(Part, [Part("a", 2**31)])


def test_records_survive_a_file(tmp_path: Path) -> None:
    """A file without a column is refused."""
    rows = [
        Flat(datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC), ["a", "b"], 1),
        Flat(datetime(2026, 1, 3, tzinfo=UTC), [], None),
    ]

    write_rows(tmp_path / "x.parquet", Flat, iter(rows))
    write_rows(tmp_path / "y.parquet", Part, [Part("a")])

    assert rows == read_rows(tmp_path / "x.parquet", Flat, "")
    with pytest.raises(AssayError, match=r"y\.parquet: no Flat: No match for FieldRef"):
        read_rows(tmp_path / "y.parquet", Flat, "no Flat: {}")


def test_file_is_replaced_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    path.write_text("old")

    with write_atomically(path) as unfinished:
        unfinished.write_text("new")
        before = path.read_text()

    assert ("old", "new") == (before, path.read_text())
    assert [path] == list(tmp_path.iterdir())


def test_interrupted_write_leaves_no_file(tmp_path: Path) -> None:
    def write_half() -> None:
        with write_atomically(tmp_path / "results.parquet") as unfinished:
            unfinished.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()

    assert [] == list(tmp_path.iterdir())


def test_meanings_stand_after_the_fields_and_are_inherited() -> None:
    assert field_meanings(Flatter) == {"at": "When it was.", "flat": "Whether it is flat."}
