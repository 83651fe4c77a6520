"""
What a campaign has committed to its folder: its stretches, and a record of each sitting, `assay-campaign-run/1`.

A stretch counts once its `_SUCCESS` is there, which is written when all its rows are seen; all else is left-over.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.campaign.campaign_row import RESULTS, CampaignRow
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.records.typed_record import write_record

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds

SUCCESS = "_SUCCESS"
RUN_FORMAT = "assay-campaign-run/1"
RUNS = "runs"
_LEFT = ".left-"
_NAME = re.compile(r"stretch=(\d+)")
_SPECIAL = re.compile(r"[\x00-\x1f\x7f\"#%'*/:=?\\{\[\]^]")
"""What Spark escapes in the name of a folder. It would misread other characters if they were escaped."""


def stretch_folder(folder: Path, stretch: int) -> Path:
    """The folder of a stretch's rows."""
    return folder / RESULTS / f"stretch={stretch}"


def committed_stretches(folder: Path, plan: CampaignPlan) -> list[int]:
    """The numbers of the stretches that count, ascending."""
    found = [stretch for path, stretch in _stretches_in(folder) if (path / SUCCESS).is_file()]
    strange = [stretch for stretch in found if stretch >= plan.stretches]
    if strange:
        raise AssayError(
            f"{stretch_folder(folder, strange[0])}: damaged: the plan has only {plan.stretches} stretches, from 0"
        )
    return sorted(found)


def committed_pairs(plan: CampaignPlan, stretches: Collection[int]) -> int:
    """The number of pairs in these stretches."""
    return sum(len(plan.groups_of(stretch)) for stretch in stretches) * len(plan.targets)


def remove_leftovers(folder: Path) -> None:
    """
    Delete the stretches that were not committed.

    Each gets another name first: a task of a driver that was killed may still write into it while it is deleted.
    """
    for path, stretch in _stretches_in(folder):
        if not (path / SUCCESS).is_file():
            path.rename(path.with_name(f"{_LEFT}{stretch}-{os.getpid()}"))
    for left in (folder / RESULTS).glob(f"{_LEFT}*"):
        shutil.rmtree(left, ignore_errors=True)


def _stretches_in(folder: Path) -> list[tuple[Path, int]]:
    results = folder / RESULTS
    if not results.is_dir():
        return []
    named = [(path, _NAME.fullmatch(path.name)) for path in results.iterdir()]
    return [(path, int(found[1])) for path, found in named if found is not None and path.is_dir()]


def commit_stretch(folder: Path, plan: CampaignPlan, stretch: int) -> None:
    """Let a written stretch count. Raises `AssayError` if this process does not see one row for each pair."""
    place = stretch_folder(folder, stretch)
    wrong = _fault_of(folder, plan, stretch)
    if wrong:
        raise AssayError(f"{place}: {wrong}: the driver and all workers must see DIR under this path")
    (place / SUCCESS).touch()


def check_rows(folder: Path, plan: CampaignPlan) -> None:
    """Raise `AssayError` if a committed stretch has a file that cannot be read, or not one row for each pair."""
    for stretch in committed_stretches(folder, plan):
        wrong = _fault_of(folder, plan, stretch)
        if wrong:
            place = stretch_folder(folder, stretch)
            raise AssayError(f"{place}: damaged: {wrong}; delete this folder, and resume judges the stretch again")


def _fault_of(folder: Path, plan: CampaignPlan, stretch: int) -> str:
    """What is wrong with the files of a stretch; empty if they have one row for each pair."""
    import pyarrow as pa

    expected = committed_pairs(plan, [stretch])
    try:
        found = _rows_of(folder, [stretch]).count_rows()
    except (pa.ArrowException, OSError) as unreadable:
        return str(unreadable).splitlines()[0]
    return "" if found == expected else f"{found:,} rows, expected {expected:,}"


def committed_rows(folder: Path, plan: CampaignPlan) -> ds.Dataset:
    """The rows of all committed stretches."""
    return _rows_of(folder, committed_stretches(folder, plan))


def _rows_of(folder: Path, stretches: Sequence[int]) -> ds.Dataset:
    import pyarrow as pa
    import pyarrow.dataset as ds

    files = [
        str(file)
        for stretch in stretches
        for file in sorted(stretch_folder(folder, stretch).glob("target=*/*.parquet"))
    ]
    places = ds.partitioning(pa.schema([("stretch", pa.int64()), ("target", pa.string())]), flavor="hive")
    return ds.dataset(
        files,
        schema=arrow_schema(CampaignRow).append(pa.field("stretch", pa.int64())),
        partitioning=places,
        partition_base_dir=str(folder / RESULTS),
        format="parquet",
    )


def batches_by_target(rows: Iterable[CampaignRow]) -> dict[str, pa.RecordBatch]:
    """Target -> its rows."""
    found: dict[str, list[CampaignRow]] = {}
    for row in rows:
        found.setdefault(row.target, []).append(row)
    return {target: batch_of(CampaignRow, mine) for target, mine in found.items()}


def write_stretch(place: Path, parts: Mapping[str, Sequence[pa.RecordBatch]]) -> None:
    """
    Write rows of a stretch into its folder, which counts after `commit_stretch`: for each target a file.

    Its name is the same if the work is repeated, and it is there only as a whole, in the order of the cases.
    """
    import pyarrow as pa
    from pyarrow.parquet import write_table

    for target, batches in parts.items():
        name = _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", target)
        file = place / f"target={name}" / "part-0.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        rows = pa.Table.from_batches(sorted(batches, key=lambda batch: batch["case"][0].as_py()))
        with write_atomically(file) as path:
            write_table(rows.drop_columns("target"), path, compression="zstd")


@dataclass(slots=True, kw_only=True)
class RunRecord:
    """
    One sitting: where it ran, since when, and how many pairs it has committed in how many seconds of judging.

    It is rewritten after each commit.
    """

    path: Path
    begun: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    master: str
    cores: int
    pairs: int = 0
    seconds: float = 0.0
    versions: dict[str, str | None]
    start: float = field(default_factory=time.monotonic)

    def add(self, pairs: int) -> None:
        """Count committed pairs, and write the record."""
        self.pairs += pairs
        self.seconds = round(time.monotonic() - self.start, 3)
        self.path.parent.mkdir(exist_ok=True)
        with write_atomically(self.path) as path:
            document = {"format": RUN_FORMAT, **write_record(self, "path", "start")}
            path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def next_run_path(folder: Path) -> Path:
    """The file of the next sitting. No other is overwritten, not even an unreadable one."""
    there = [int(path.stem) for path in (folder / RUNS).glob("*.json") if path.stem.isdecimal()]
    return folder / RUNS / f"{max(there, default=-1) + 1}.json"


def read_runs(folder: Path) -> list[dict[str, Any]]:
    """The records of all sittings, in order. A damaged one is left out: it says nothing about the rows."""
    found = []
    for path in sorted((folder / RUNS).glob("*.json"), key=lambda path: (len(path.name), path.name)):
        try:
            document = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(document, dict) and document.get("format") == RUN_FORMAT:
            found.append(document)
    return found
