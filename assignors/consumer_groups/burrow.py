"""
The answer of Burrow to `/v3/kafka/CLUSTER/consumer/GROUP/lag`, read from the source of Burrow 1.9.

It shows the host and the client id that owns each partition, but no members. `/status` has the same shape and leaves
out the partitions that are well.
"""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.consumer_groups.described_groups import offsets_row, views_of
from kafka_assay.assignors.consumer_groups.documents import Fields, documents_in
from kafka_assay.assignors.consumer_groups.views import OffsetsRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.json_values import INT32, path_to

_NO_MEMBERS = (
    "Burrow shows no member ids: those with the same client id on one host are one here, and those without partitions "
    "are missing"
)


def recognises(text: str) -> bool:
    """
    Whether `text` is such an answer.

    >>> recognises('{"status": {"group": "g", "partitions": [], "totallag": 0}}'), recognises('{"status": "x"}')
    (True, False)
    """
    return any(_is_answer(value) for _, value in documents_in(text))


def _is_answer(value: Any) -> bool:
    status = value.get("status") if isinstance(value, dict) else None
    return isinstance(status, dict) and "group" in status and ("partition_count" in status or "totallag" in status)


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the group of each answer in `source`. Raises `AssayError`."""
    found = [(path, value) for path, value in documents_in(source.text) if _is_answer(value)]
    if not found:
        raise AssayError("contains no answer of Burrow's /lag: expected status.group and status.partitions")
    answers = [Fields(value["status"], path_to(path, "status")) for path, value in found]
    whole = {_name(one) for one in answers if not _is_partial(one)}
    for status in answers:
        if not _is_partial(status) or _name(status) not in whole:
            _read_status(status, groups)
    return ()


def _name(status: Fields) -> tuple[str | None, str | None]:
    return status.text("cluster"), status.text("group")


def _is_partial(status: Fields) -> bool:
    return (status.number("partitioncount", most=INT32) or 0) > len(status.objects("partitions"))


def _read_status(status: Fields, groups: dict[str, Views]) -> None:
    name = status.text("group")
    if name is None:
        raise InvalidGroup(f"{status.path}.group", None, "the name of the group")
    if status.text("status") == "NOTFOUND":
        raise AssayError(f"group {name!r}: Burrow does not know it (NOTFOUND)")
    rows = [_row(one) for one in status.objects("partitions")]
    if _is_partial(status):
        found = f"{len(rows)} of {status.number('partitioncount')} partitions"
        raise AssayError(
            f"group {name!r} is shown with {found}: give the answer of /lag, /status leaves out the others"
        )
    views = views_of(name, groups)
    views.remark(_NO_MEMBERS)
    views.put_offsets(rows)


def _row(fields: Fields) -> OffsetsRow:
    row = offsets_row(fields)
    owner, client = fields.text("owner"), fields.text("clientid")
    last, lag = fields.inner("end"), fields.number("currentlag")
    committed = None if last is None else last.number("offset")
    return row._replace(
        member=None if owner is None else " ".join(filter(None, (client, owner))),
        host=owner if owner is not None and owner.startswith("/") else None,  # else it is a thread of an old consumer
        shows_owner=owner is not None,
        committed=committed,
        end=None if committed is None or lag is None else committed + lag,
    )
