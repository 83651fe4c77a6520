"""
A program that `from_names` runs with the interpreter of one version: it times that version's own functions.

    python -P studies/oracle/names_program.py conversion 10000 50 1000 RANDOM_HALF SCRAMBLED 5
    python -P studies/oracle/names_program.py stages group.json

It imports nothing of the studies, so that an older version can run it. It prints JSON: processor
milliseconds, which depend less on other programs than the time of a clock.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any


def find_conversion() -> Callable[..., Any]:
    """The function from a group to arrays. It was in another module before."""
    place = "named_columns" if find_spec("kafka_assay.oracle.named_columns") else "columns"
    found: Callable[..., Any] = import_module(f"kafka_assay.oracle.{place}").columns_of
    return found


def time_conversion(members: str, ratio: str, topics: str, kind: str, event: str, rounds: str) -> list[float]:
    """The processor time of each of several conversions of the group of a workload."""
    from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
    from kafka_assay.benchmarks.workload_group import columns_at, with_names

    columns_of, times = find_conversion(), []
    workload = Workload(
        member_count=int(members),
        partitions_to_member_ratio=int(ratio),
        topic_count=int(topics),
        subscription_type=SubscriptionType(kind),
        event=WorkloadEvent(event),
    )
    group = with_names(columns_at(workload))
    for _ in range(int(rounds)):
        started = process_time()
        columns_of(group)
        times.append(1e3 * (process_time() - started))
    return times


def time_stages(path: str) -> dict[str, float]:
    """The processor time of each stage of `assay optimum --json`, in order."""
    times: dict[str, float] = {}

    def end_stage(name: str) -> None:
        times[name] = 1e3 * process_time() - sum(times.values())

    import_module("assay.verbs.optimum_")
    from assay.files.inputs import read_group

    end_stage("start Python, import the command")
    group = read_group(path)
    end_stage("read the file")
    engine: Any = import_module("kafka_assay.oracle.flow.engine")

    end_stage("import numpy and the solver")
    named = find_conversion()(group)
    end_stage("names to arrays")
    found = engine.solve_columns(named.columns)
    end_stage("solve, and import numba if needed")
    # Older versions have a function of the engine in place of the method.
    build_assignment = getattr(engine, "build_assignment", None) or type(named).assignment
    assignment = build_assignment(named, found.holder)
    certificate = engine.certificate_of(named, found.loads, found.potentials)
    end_stage("arrays to names")
    from kafka_assay.oracle.certificate.certificate import verify

    if verify(group, assignment, certificate) is not None:
        raise ValueError("the certificate proves nothing")
    end_stage("check the proof")
    from kafka_assay.assignors.formats.json_values import compact_json

    compact_json({"assignment": assignment, "certificate": certificate})
    end_stage("write JSON")
    return times


PARTS: dict[str, Callable[..., Any]] = {"conversion": time_conversion, "stages": time_stages}

if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    print(json.dumps(PARTS[what](*arguments)))
