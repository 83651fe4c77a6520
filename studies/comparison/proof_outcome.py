"""One comparison of the proof: run by the command line, and judged by what is known about the pair."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.assignors.errors import AssayError
from studies.comparison.proof_pairs import ProofPair
from studies.output import ROOT

UNCHANGED = frozenset({"same", "not-comparable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A law or measure and an outcome that some of its lines have, with the figures of all these lines together."""

    measure: str
    outcome: str
    inputs: tuple[str, ...]
    groups: int
    worse: int
    better: int
    ratio: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofOutcome:
    """The result of one comparison. `characters` is the length of its Markdown, `shrunk` the largest case: members."""

    part: str
    base: str
    candidate: str
    exit: int
    verdict: str
    groups: int
    seconds: float
    characters: int
    noise: float | None
    changes: tuple[Change, ...]

    def missing(self, pair: ProofPair) -> list[str]:
        """The expectations that the report does not fulfil."""
        found = {(change.measure, change.outcome) for change in self.changes}
        return [
            one.measure for one in pair.expected if not any((one.measure, outcome) in found for outcome in one.outcomes)
        ]


def run_pair(pair: ProofPair, cases: int, seed: int) -> ProofOutcome:
    """Compare the pair as `assay compare` does. Raises `AssayError` if it gives no record."""
    words = ["compare", pair.base, pair.candidate, "--cases", str(cases), "--seed", str(seed)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    with TemporaryDirectory(prefix="assay-proof-") as folder:
        started = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "assay", *words, "--json"],
            cwd=Path(folder),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.monotonic() - started
    try:
        document = json.loads(done.stdout)
    except ValueError:
        raise AssayError(f"{pair.base} {pair.candidate}: no record: {done.stderr.strip()[-300:]}") from None
    return read_outcome(pair.part, document, done.returncode, seconds)


def read_outcome(part: str, document: dict[str, Any], code: int, seconds: float) -> ProofOutcome:
    """The outcome that the JSON of a comparison describes."""
    from kafka_assay.benchmarks.comparison.comparison_record import Comparison
    from kafka_assay.properties.records.typed_record import read_record
    from kafka_assay.reports.comparison.markdown import comparison_markdown

    lines = document["lines"]
    return ProofOutcome(
        part=part,
        base=document["base"]["target"],
        candidate=document["candidate"]["target"],
        exit=code,
        verdict=document["verdict"],
        groups=document["groups"],
        seconds=round(seconds, 1),
        characters=len(comparison_markdown(read_record(Comparison, document))),
        noise=next((line["control"] for line in lines if line["measure"] == "seconds"), None),
        changes=_changes(lines),
    )


def _changes(lines: Sequence[dict[str, Any]]) -> tuple[Change, ...]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for line in lines:
        if line["outcome"] not in UNCHANGED:
            found.setdefault((line["measure"], line["outcome"]), []).append(line)
    return tuple(
        Change(
            measure=measure,
            outcome=outcome,
            inputs=tuple(line["inputs"] for line in several if line["inputs"]),
            groups=sum(line.get("groups") or 0 for line in several),
            worse=sum(line.get("worse_groups") or 0 for line in several),
            better=sum(line.get("better_groups") or 0 for line in several),
            ratio=several[0].get("ratio"),
        )
        for (measure, outcome), several in found.items()
    )


def outcome_to_line(outcome: ProofOutcome) -> dict[str, Any]:
    """The outcome as a line of the record."""
    return asdict(outcome)


def outcome_from_line(line: dict[str, Any]) -> ProofOutcome:
    """The outcome that `outcome_to_line` wrote."""
    changes = tuple(Change(**{**one, "inputs": tuple(one["inputs"])}) for one in line["changes"])
    return ProofOutcome(**{**line, "changes": changes})
