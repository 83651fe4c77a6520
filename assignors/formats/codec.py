"""
Tables from typed records: the fields of a dataclass or a NamedTuple are the columns, with their types and meanings.

Types: `int` (64 bits), `Small`, `float`, `str`, `bool`, `datetime` (UTC), another record (a struct), and sequences of
them. Each may be None. Spark's schema comes from Arrow's.
"""

from __future__ import annotations

import ast
import inspect
import multiprocessing
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.abc import MetaPathFinder
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from textwrap import dedent
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import write_atomically

if TYPE_CHECKING:
    import pyarrow as pa
    from msgspec.json import Encoder

R = TypeVar("R")

Small: TypeAlias = Annotated[int, "int32"]
"""A number that fits into 32 bits."""

_ARROW = {int: "int64", float: "double", str: "string", bool: "bool", bytes: "binary"}


@cache
def arrow_schema(kind: type) -> pa.Schema:
    """
    The columns of a table of these records, with their types in Arrow and Parquet.

    >>> from typing import NamedTuple
    >>> arrow_schema(NamedTuple("Row", [("size", Small), ("names", Sequence[str] | None)])).types
    [DataType(int32), ListType(list<item: string>)]
    """
    import pyarrow as pa

    return pa.schema([(name, _arrow_type(hint)) for name, hint in get_type_hints(kind, include_extras=True).items()])


def _arrow_type(hint: Any) -> pa.DataType:
    import pyarrow as pa

    if hint is datetime:
        return pa.timestamp("us", tz="UTC")
    if hint in _ARROW:
        return pa.type_for_alias(_ARROW[hint])
    if get_origin(hint) is Annotated:
        return pa.type_for_alias(hint.__metadata__[0])
    if not get_args(hint):
        return pa.struct(arrow_schema(hint))
    first, *others = get_args(hint)
    return _arrow_type(first) if others == [NoneType] else pa.list_(_arrow_type(first))


@cache
def field_meanings(record: type) -> Mapping[str, str]:
    """
    What each field of a class means: the text on the line after it. A field without a text is left out.

    Inherited fields count. The class must be defined in a file.

    >>> from kafka_assay.assignors.model import TopicPartition
    >>> field_meanings(TopicPartition)["partition"]
    'Its number in the topic, from 0.'
    """
    meanings = {}
    for one in reversed([kind for kind in record.__mro__ if inspect.get_annotations(kind)]):
        (definition,) = ast.parse(dedent(inspect.getsource(one))).body
        assert isinstance(definition, ast.ClassDef)
        for field, after in pairwise(definition.body):
            match field, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    meanings[name] = " ".join(text.split())
    return meanings


def json_text(document: Any) -> str:
    """A document for a column of text: JSON on one line, without spaces. For tables of very many rows."""
    return _encoder().encode(document).decode()


@cache
def _encoder() -> Encoder:
    from msgspec.json import Encoder

    return Encoder()


class _WithoutPandas(MetaPathFinder):
    """Let no import find pandas."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


@cache
def _arrow() -> Any:
    """
    The module `pyarrow`. In a worker process of ours it works without pandas, which its first list imports otherwise.

    Nothing there needs pandas, and the import takes half a second of each process.
    """
    import pyarrow as pa

    if multiprocessing.parent_process() is not None:
        sys.meta_path.insert(0, finder := _WithoutPandas())
        pa.array([])
        sys.meta_path.remove(finder)
    return pa


def batch_of(kind: type, rows: Sequence[object]) -> pa.RecordBatch:
    """The records as an Arrow batch, column by column."""
    pa = _arrow()
    columns = arrow_schema(kind)
    arrays = [pa.array(list(map(attrgetter(column.name), rows)), column.type) for column in columns]
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


def rows_of(kind: type[R], table: pa.Table) -> list[R]:
    """The records of a table that has no structs."""
    return [kind(**row) for row in table.to_pylist()]


def write_rows(file: Path, kind: type, rows: Iterable[object]) -> None:
    """Write the records as Parquet. The file gets its name when it is complete. Raises `OSError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with write_atomically(file) as unfinished:
        pq.write_table(pa.Table.from_batches([batch_of(kind, list(rows))]), unfinished, compression="zstd")


def read_rows(file: Path, kind: type[R], complaint: str) -> list[R]:
    """
    The records of a Parquet file that has no structs.

    Raises `AssayError` if it is missing or damaged: the `complaint`, which has `{}` where the reason stands.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = arrow_schema(kind)  # type: ignore[arg-type] # mypy takes no type variable for hashable
    try:
        return rows_of(kind, pq.read_table(file, columns=columns.names))
    except (OSError, pa.ArrowException, KeyError) as wrong:
        raise AssayError(f"{file}: {complaint.format(' '.join(str(wrong).split()))}") from None
