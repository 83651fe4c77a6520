"""Keep sampling: look, write, wait, until the user interrupts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.group_reader import UnreadableGroup
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.samples.sample_files import SAMPLES, failed_sample, samples_of, write_samples

Look: TypeAlias = Callable[[], Sequence[Group | UnreadableGroup]]
"""Reads the groups once. Raises `AssayError` where the cluster cannot be read."""


@dataclass(slots=True)
class SampleCounts:
    """What a run has written so far."""

    looks: int = 0
    groups: int = 0
    failed: int = 0


def keep_sampling(
    look: Look,
    every: float,
    out: Path,
    tell: Callable[[str], None],
    wait: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> SampleCounts:
    """
    Write a sample into `out`/samples.parquet every `every` seconds until `KeyboardInterrupt`. Returns what was written.

    Raises `AssayError` where the first look fails. A later failure is told and recorded, and sampling goes on: a
    cluster may be away for a while.
    """
    tally = SampleCounts()
    start = clock()
    try:
        while True:
            _sample_once(look, out / SAMPLES, tally, tell)
            # Looks start at fixed times; those that a slow cluster misses are left out.
            passed = clock() - start
            wait(every - passed % every)
    except KeyboardInterrupt:
        return tally


def _sample_once(look: Look, folder: Path, tally: SampleCounts, tell: Callable[[str], None]) -> None:
    now = datetime.now(UTC)
    try:
        groups = look()
    except AssayError as wrong:
        if not tally.looks:
            raise
        tell(f"{now:%H:%M:%S}: {wrong}")
        samples = [failed_sample(str(wrong), now)]
        tally.failed += 1
    else:
        samples = samples_of(groups, now)
        tally.groups += len(samples)
    file = write_samples(folder, samples, now)
    tally.looks += 1
    tell(f"sample {tally.looks}: {file.name}")
