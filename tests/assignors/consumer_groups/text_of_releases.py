"""One group as each release of kafka-consumer-groups prints it, by the widths in `ConsumerGroupCommand`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kafka_assay.assignors.model import Group
from tests.assignors.consumer_groups.imported import groups_in

OWNED: dict[str, dict[str, tuple[int, ...]]] = {
    "consumer-app-1-1f0c8f42-7c1d-4d9c-9f0a-5f2b6f7d1c01": {"orders": (0, 1, 2), "payments": (0,)},
    "consumer-app-2-2a4be1de-0a3f-4a5e-8d7b-6c1d2e3f4a02": {"orders": (3, 4)},
    "consumer-app-3-3b9d77aa-51e2-4c33-b1f8-7e6f5d4c3b03": {"payments": (1,)},
    "consumer-app-4-4c0a6b1c-6f2d-4e21-a0c9-8f7e6d5c4b04": {},
}
OWNERS = {member: topics for member, topics in OWNED.items() if topics}
HOSTS = {member: (f"/10.0.0.{number}", f"consumer-app-{number}") for number, member in enumerate(OWNED, start=1)}
_COMMITTED, _END = 120, 125


def read(*texts: str | bytes) -> Group:
    """The group that texts show, in whatever format. Not all of them name it."""
    (group,) = groups_in(*texts, names=("billing",))
    return group


def _table(columns: str, rows: Iterable[Sequence[object]], *widths: int, gap: str = " ") -> list[str]:
    """The header and the rows, each cell padded to its width (0: as wide as the longest, 15 at least)."""
    names = columns.replace("COORDINATOR (ID)", "COORDINATOR_(ID)").split()
    cells = [[name.replace("_(", " (") for name in names], *([str(cell) for cell in row] for row in rows)]
    wide = [width or max(15, *(len(row[place]) for row in cells)) for place, width in enumerate(widths)]
    return [gap.join(cell.ljust(width) for cell, width in zip(row, (*wide, 0), strict=True)) for row in cells]


def _offset_rows(group: str | None, *, idle: bool = False, epoch: bool = False) -> list[list[object]]:
    start = [] if group is None else [group]
    numbers = [*([7] if epoch else []), _COMMITTED, _END, _END - _COMMITTED]
    rows: list[list[object]] = []
    for member, owned in OWNED.items():
        places = [[topic, partition, *numbers] for topic, ids in owned.items() for partition in ids]
        rows += [[*start, *place, member, *HOSTS[member]] for place in places or ([["-"] * 5] if idle else [])]
    return rows


def offsets(release: str) -> str:
    """The offsets view; in the oldest releases, `OWNER` in the place of the members."""
    tail = "TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG"
    if release in {"0.9", "0.10.0"}:
        rows = [[*row[:6], f"{row[8]}_{row[7]}"] for row in _offset_rows("billing")]
        if release == "0.9":
            header = "GROUP, TOPIC, PARTITION, CURRENT OFFSET, LOG END OFFSET, LAG, OWNER"
            return "\n".join([header, *(", ".join(map(str, row)) for row in rows), ""])
        return "\n".join([*_table(f"GROUP {tail} OWNER", rows, 30, 30, 10, 15, 15, 15), ""])
    tail += " CONSUMER-ID HOST CLIENT-ID"
    if release == "0.10.2":
        lines = _table(tail, _offset_rows(None, idle=True), 31, 11, 16, 16, 11, 50, 31, gap="")
        return "\n".join(["", *lines, ""])
    if release in {"1.1", "2.0"}:
        return "\n".join(["", *_table(tail, _offset_rows(None), 0, 10, 15, 15, 15, 0, 0), ""])
    if release == "4.0 verbose":
        tail = tail.replace("CURRENT-OFFSET", "LEADER-EPOCH CURRENT-OFFSET")
        rows = _offset_rows("billing", epoch=True)
        return "\n".join(["", *_table(f"GROUP {tail}", rows, 0, 0, 10, 15, 15, 15, 15, 0, 0), ""])
    return "\n".join(["", *_table(f"GROUP {tail}", _offset_rows("billing"), 0, 0, 10, 15, 15, 15, 0, 0), ""])


def members(release: str) -> str:
    """The members view with `--verbose`, from 1.1 on."""
    columns, start, widths = "CONSUMER-ID HOST CLIENT-ID #PARTITIONS", [], [0, 0, 0, 15]
    if release not in {"1.1", "2.0"}:
        columns, start, widths = f"GROUP {columns}", ["billing"], [0, *widths]
    rows = [[*start, one, *HOSTS[one], sum(map(len, owned.values()))] for one, owned in OWNED.items()]
    if release == "2.6":
        columns, widths = columns.replace("HOST", "GROUP-INSTANCE-ID HOST"), [0, 0, 17, 0, 0, 15]
        rows = [[*row[:2], "", *row[2:]] for row in rows]
    shown = [{topic: ",".join(map(str, ids)) for topic, ids in owned.items()} for owned in OWNED.values()]
    if release.startswith("4"):
        cells = [";".join(f"{topic}:{ids}" for topic, ids in one.items()) or "-" for one in shown]
        columns += " CURRENT-EPOCH CURRENT-ASSIGNMENT TARGET-EPOCH TARGET-ASSIGNMENT"
        rows = [[*row, 5, cell, 5, cell] for row, cell in zip(rows, cells, strict=True)]
        widths += [15, 25, 15]
    else:
        named = release != "3.9"
        cells = [", ".join(f"{topic if named else ''}({ids})" for topic, ids in one.items()) or "-" for one in shown]
        columns += " ASSIGNMENT"
        rows = [[*row, cell] for row, cell in zip(rows, cells, strict=True)]
    return "\n".join(["", *_table(columns, rows, *widths), ""])


def state(release: str, coordinator: str) -> str:
    """The state view, from 1.1 on. `coordinator` is the broker's host and port."""
    columns, row = "COORDINATOR (ID) ASSIGNMENT-STRATEGY STATE #MEMBERS", [coordinator + " (3)", "range", "Stable", 4]
    if release in {"1.1", "2.0"}:
        return "\n".join(["", *_table(columns, [row], max(25, len(str(row[0]))), 25, 20), ""])
    row = ["billing", *row]
    if release.startswith("4"):
        row[1] = f"{coordinator}  (3)"
        return "\n".join(["", *_table(f"GROUP {columns}", [row], 15, max(25, len(str(row[1]))), 20, 20), ""])
    return "\n".join(["", *_table(f"GROUP {columns}", [row], max(25, len(coordinator) + 4), 25, 20, 15), ""])
