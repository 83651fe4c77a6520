"""One `assay check` of a program with a planted fault: whether it was found, and the size of the counterexample."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.properties.shrink.sizes import size_of
from studies.output import ROOT
from studies.planted.fault import Fault

MEMBERS, PARTITIONS = 4, 8
"""The largest counterexample that counts as small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedOutcome:
    """
    The result of one check. `laws` are those that broke without a declared failure; without any, nothing was found.

    `members` and `partitions` are those of the smallest counterexample, 0 without one.
    """

    fault: str
    seed: int
    groups: int
    seconds: float
    laws: tuple[str, ...]
    members: int
    partitions: int

    @property
    def is_found(self) -> bool:
        """Whether a law broke."""
        return bool(self.laws)

    @property
    def is_small(self) -> bool:
        """Whether a counterexample of at most `MEMBERS` and `PARTITIONS` was found."""
        return self.is_found and self.members <= MEMBERS and self.partitions <= PARTITIONS


def check_fault(fault: Fault, target: str, seconds: float, seed: int) -> PlantedOutcome:
    """Check `target`, the program with this `fault`, by the command line. Raises `AssayError` if it gives no record."""
    words = ["check", target, "--like", fault.like, "--json", "--no-corpus", "--seconds", f"{seconds:g}"]
    # The program's module lies in the checkout, the files that a check writes in a folder of its own.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    with TemporaryDirectory(prefix="assay-planted-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "assay", *words, "--seed", str(seed)],
            cwd=Path(folder),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    try:
        return read_outcome(fault.name, json.loads(done.stdout))
    except ValueError:
        raise AssayError(f"{fault.name}: the check gave no record: {done.stderr.strip()[-300:]}") from None


def read_outcome(fault: str, document: dict[str, Any]) -> PlantedOutcome:
    """The outcome that the JSON of a check describes."""
    broken = [cell for cell in document["cells"] if cell["verdict"] == "broken" and cell["expected"] is None]
    sizes = [size_of(case_from_json(cell["counterexample"]).group)[:2] for cell in broken if cell["counterexample"]]
    members, partitions = min(sizes, key=reading_rank, default=(0, 0))
    return PlantedOutcome(
        fault=fault,
        seed=document["seed"],
        groups=document["groups"],
        seconds=document["seconds"],
        laws=tuple(dict.fromkeys(cell["law"] for cell in broken)),
        members=members,
        partitions=partitions,
    )


def reading_rank(size: tuple[int, ...]) -> tuple[bool, tuple[int, ...]]:
    """Counterexamples from small to large: first those of at most `MEMBERS` and `PARTITIONS`."""
    members, partitions, *_ = size
    return members > MEMBERS or partitions > PARTITIONS, size
