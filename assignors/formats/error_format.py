"""`assay-error/1`: the record that replaces a result."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup, short_repr

FORMAT = "assay-error/1"
_LONGEST = 200


def error_record(wrong: AssayError, *, index: int, **place: Any) -> dict[str, Any]:
    """The error at the group with this `index`; `place` says where it was read (`file`, `line`)."""
    path, value = (wrong.path, wrong.value) if isinstance(wrong, InvalidGroup) else ("", None)
    plain = value is None or isinstance(value, (bool, int, str))
    return {
        "format": FORMAT,
        "index": index,
        **place,
        "path": path,
        "value": value if plain and len(str(value)) <= _LONGEST else short_repr(value, _LONGEST),
        "message": str(wrong),
    }
