"""A Parquet table as the page describes it: where it is, what a row is, and what each column means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.assignors.formats.codec import arrow_schema, field_meanings
from studies.output import table_head, table_row

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetTable:
    """
    One table. `place` is the file or folder, `row` says what a row is, `columns` maps each column to its meaning.

    The types come from `schema`. Its columns must be those of `columns`, in the same order. There are none if `row`
    says that they are those of another table.
    """

    place: str
    row: str
    columns: Mapping[str, str]
    schema: pa.Schema

    def lines(self) -> Iterator[str]:
        """The section of the page. Raises `ValueError` if a column has no meaning, or a meaning no column."""
        if self.schema.names != list(self.columns):
            raise ValueError(f"{self.place}: columns {self.schema.names}: expected {list(self.columns)}")
        yield from (f"### {self.place}", "", self.row, "")
        if self.columns:
            yield table_head("column", "type", "meaning")
            yield from (
                table_row(f"`{field.name}`", type_words(field.type), self.columns[field.name]) for field in self.schema
            )
            yield ""


def typed_table(kind: type, *, place: str, row: str) -> ParquetTable:
    """The table whose rows are these records. Its columns mean what the fields do."""
    return ParquetTable(place=place, row=row, columns=field_meanings(kind), schema=arrow_schema(kind))


def type_words(kind: pa.DataType) -> str:
    """
    The type in words.

    >>> import pyarrow as pa
    >>> type_words(pa.list_(pa.struct([("law", pa.string())]))), type_words(pa.timestamp("us", "UTC"))
    ('list of struct (`law` string)', 'timestamp[us, tz=UTC]')
    """
    import pyarrow as pa

    if pa.types.is_list(kind):
        return f"list of {type_words(kind.value_type)}"
    if pa.types.is_struct(kind):
        return f"struct ({', '.join(f'`{field.name}` {type_words(field.type)}' for field in kind)})"
    return str(kind)
