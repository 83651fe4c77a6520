"""
The references as a host: the implementation of `assay host serve`.

`python -m kafka_assay.assignors.hosted.reference_host NAME` serves one of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version

from kafka_assay.assignors.hosted.host_server import (
    ServedAssignor,
    serve_plainly,
    serve_until_end,
)
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.promises import likeness_of_assignor
from kafka_assay.assignors.registry import assignor_factory, reference_names


def served_references(
    seed: int, complain: Callable[[str], None]
) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    """
    The references, and the greeting that lists them. Those that are random by design use `seed`.

    A reference that cannot be loaded is left out and reported to `complain`, so that a broken package does not disable
    the others.
    """
    served: dict[str, ServedAssignor] = {}
    like: dict[str, object] = {}
    failures: dict[str, object] = {}
    for name in reference_names():
        try:
            fresh = assignor_factory(name, seed)
            sample = fresh()
            likeness = likeness_of_assignor(sample).text
        except Exception as broken:  # noqa: BLE001 - another package may raise anything
            complain(f"{name} is skipped: {type(broken).__name__}: {broken}")
            continue
        served[name] = serve_plainly(fresh)
        if likeness is not None:
            like[name] = likeness.split(",") if likeness[0] in "+-" else likeness
        declared = [asdict(failure) for failure in getattr(sample, "expected_failures", ())]
        if declared:
            failures[name] = declared
    return served, {
        "format": FORMAT,
        "implementation": "kafka-assay",
        "version": version("kafka-assay"),
        "assignors": list(served),
        "like": like,
        "expected_failures": failures,
    }


def main(name: str) -> int:
    """Serve one reference in a separate process until stdin ends. Returns the exit code."""
    greeting = {"format": FORMAT, "implementation": "kafka-assay", "assignors": [name]}
    return serve_until_end(lambda: ({name: serve_plainly(assignor_factory(name))}, greeting))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
