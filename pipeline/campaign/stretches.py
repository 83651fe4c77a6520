"""
What a campaign has committed to its folder: its stretches, and a record of each sitting, `assay-campaign-run/1`.

A stretch counts once its `_SUCCESS` is there, which is written last; all else is left-over.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.campaign.campaign_row import RESULTS, CampaignRow
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.records.typed_record import read_files, read_record, write_document, write_record

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds

SUCCESS = "_SUCCESS"
RUN_FORMAT = "assay-campaign-run/1"
RUNS = "runs"
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
    """Delete the stretches that were not committed."""
    for path, _ in _stretches_in(folder):
        if not (path / SUCCESS).is_file():
            shutil.rmtree(path, ignore_errors=True)  # what is left is written again


def _stretches_in(folder: Path) -> list[tuple[Path, int]]:
    named = [(path, _NAME.fullmatch(path.name)) for path in (folder / RESULTS).glob("*")]
    return [(path, int(found[1])) for path, found in named if found is not None and path.is_dir()]


def check_rows(folder: Path, plan: CampaignPlan) -> None:
    """Raise `AssayError` if a committed stretch has a file that cannot be read, or not one row for each pair."""
    import pyarrow as pa

    for stretch in committed_stretches(folder, plan):
        expected = committed_pairs(plan, [stretch])
        try:
            found = _rows_of(folder, [stretch]).count_rows()
            wrong = "" if found == expected else f"{found:,} rows, expected {expected:,}"
        except (pa.ArrowException, OSError) as unreadable:
            wrong = str(unreadable).splitlines()[0]
        if wrong:
            place = stretch_folder(folder, stretch)
            raise AssayError(f"{place}: damaged: {wrong}; delete this folder, and resume judges the stretch again")


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


def write_stretch(folder: Path, stretch: int, batches: Sequence[pa.RecordBatch]) -> None:
    """Write the rows of a stretch, a file for each target in the order of the cases, and let the stretch count."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow.parquet import write_table

    place = stretch_folder(folder, stretch)
    rows = pa.Table.from_batches(batches).sort_by("case")
    for target in rows["target"].unique().to_pylist():
        name = _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", target)
        file = place / f"target={name}" / "part-0.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_table(rows.filter(pc.field("target") == target).drop_columns("target"), file, compression="zstd")
    (place / SUCCESS).touch()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One `run` or `resume` of a campaign: when and where it ran. Its record is rewritten after each commit."""

    begun: str
    """When it began (UTC)."""
    master: str
    """Spark's master, or `loop`."""
    cores: int
    """The number of tasks that run at once."""
    pairs: int = 0
    """The pairs that it committed."""
    seconds: float = 0.0
    """Seconds of judging until the last commit."""
    versions: dict[str, str | None] = field(hash=False)
    """Package to version; null where it is not used."""


def write_sitting(sitting: Sitting, path: Path) -> None:
    """Write the record of a sitting to `path`."""
    path.parent.mkdir(exist_ok=True)
    write_document(path, {"format": RUN_FORMAT, **write_record(sitting)})


def next_run_path(folder: Path) -> Path:
    """The file of the next sitting. No other is overwritten, not even an unreadable one."""
    there = [int(path.stem) for path in (folder / RUNS).glob("*.json") if path.stem.isdecimal()]
    return folder / RUNS / f"{max(there, default=-1) + 1}.json"


def read_sittings(folder: Path) -> tuple[Sitting, ...]:
    """The records of all sittings, in order. A damaged one is left out: it says nothing about the rows."""
    found = []
    for path in sorted((folder / RUNS).glob("*.json"), key=lambda path: (len(path.name), path.name)):
        with suppress(AssayError):
            found += read_files([path], RUN_FORMAT, lambda document: read_record(Sitting, document))
    return tuple(found)
