"""The runners, put to real clients: they fail where the findings say, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from importlib.metadata import version
from typing import Any

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.known.known_findings import failure_of, known_findings
from kafka_assay.properties.laws.claims import groups_without_older_claims
from kafka_assay.properties.search.check import check_group
from kafka_assay.reports.known_breaks import known_breaks
from studies.vectors.expectations import NEWEST
from studies.vectors.vector_files import FOLDER
from tests.vectors.test_vectors import EVERY, FILES


def failures_in(printed: str) -> set[tuple[str, str]]:
    """The vectors that failed, with the strategy, from lines such as `ID STRATEGY: what is wrong`."""
    return {tuple(line.split(": ")[0].split(" ")) for line in printed.splitlines() if line}  # type: ignore[misc]


def ids_behind(target: Target, named: str, vector: Mapping[str, Any]) -> set[str]:
    """The findings that describe what `target` breaks on the group of a vector. `named` has its release."""
    group = group_from_json(vector["group"])
    groups = [group, *(groups_without_older_claims(make_trial(target, group)) if NEWEST in vector["flags"] else [])]
    cells = (cell for one in groups for cell in check_group(target, one).cells)
    cases = [cell.counterexample for cell in cells if cell.counterexample is not None]
    found = (known_breaks(named, case.law, inputs, failure_of(case)) for case in cases for inputs in FAMILIES)
    return {client.id for known in found for _, client in known}


def assert_fails_where_findings_say(failed: set[tuple[str, str]], targets: Mapping[str, tuple[str, str]]) -> None:
    """
    Every failure has a known finding of the client, and every finding of the client that has a vector fails there.

    `targets`: strategy -> the target to open, and its name with a release.
    """
    own = {client.id for finding in known_findings() for client in finding.clients if finding.kind != "withdrawn"}
    behind: dict[tuple[str, str], set[str]] = {}
    for strategy, (text, named) in targets.items():
        with closing(open_target(text)) as target:
            for vector in EVERY:
                if (vector["id"], strategy) in failed:
                    behind[vector["id"], strategy] = ids_behind(target, named, vector)
    assert {} == {place: ids for place, ids in behind.items() if not ids}
    assert failed == behind.keys()
    mine = own & set().union(*behind.values())
    told = {vector["id"].partition("/")[0] for vector in EVERY}
    assert mine & told <= {place[0].partition("/")[0] for place in failed}


def test_python_runner_fails_where_the_findings_of_kafka_python_say() -> None:
    ended = subprocess.run(
        [sys.executable, "runners/kafka_python_vectors.py", *FILES],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )

    failed, release = failures_in(ended.stderr), version("kafka-python")
    names = ("range", "roundrobin", "sticky", "cooperative-sticky")
    targets = {name: (f"kafka-python:{name}", f"kafka-python=={release}:{name}") for name in names}
    assert 1 == ended.returncode
    assert {f"kafka-python-{number}" for number in (1, 2, 4, 5, 6, 7)} <= {one.partition("/")[0] for one, _ in failed}
    assert_fails_where_findings_say(failed, targets)
