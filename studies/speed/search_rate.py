"""How many groups a second one `assay check` judged, read from its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.assignors.errors import AssayError
from studies.speed.checkout import Checkout
from studies.speed.processor_time import run_measured

FAMILIES = (
    "clean", "overlapping-claims", "stale-claims", "three-claimants", "foreign-claims", "ghost-claims",
    "empty-subscriptions", "missing-topics", "repeated-topics", "static-members", "racks", "old-metadata",
    "many-small-topics", "sequences", "mixed",
)  # fmt: skip
"""The input families that both versions know."""
ENOUGH = "1000000"
"""Groups for each law and family, so that the older version does not end early."""
SEARCHING, SEARCHING_EXPECTED = 0.6, 0.9
"""The older version searches for this share of the time if a law broke, or if only declared failures were seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRate:
    """
    The result of one check: the groups that were judged, and the `seconds` of searching, shrinking excluded.

    `host_share` is the hosts' share of the processor time, `busy` the mean number of cores in use.
    """

    groups: int
    seconds: float
    host_share: float
    busy: float

    @property
    def rate(self) -> float:
        """Groups a second."""
        return self.groups / self.seconds


def measure_check(checkout: Checkout, target: str, seconds: float, seed: int) -> SearchRate:
    """Run one check. Raises `AssayError` if it gives no record."""
    with TemporaryDirectory(prefix="assay-check-") as folder:
        command = check_command(checkout, target, seconds, seed)
        output, times = run_measured(command, Path(folder), checkout.variables())
    try:
        document = json.loads(output)
    except ValueError:
        raise AssayError(f"{target}: the check of {checkout.name} gave no record") from None
    return SearchRate(
        groups=document["groups"],
        seconds=round(search_seconds(document), 3),
        host_share=round(times.host_share, 4),
        busy=round(times.whole / document["seconds"], 3),
    )


def check_command(checkout: Checkout, target: str, seconds: float, seed: int) -> Sequence[str]:
    """The command of one check."""
    command = [str(checkout.python), "-m", "assay", "check", target, "--json", "--no-corpus"]
    families = [word for family in FAMILIES for word in ("--inputs", family)]
    examples = ["--examples", ENOUGH] if checkout.old else []
    return [*command, *families, *examples, "--seconds", f"{seconds:g}", "--seed", str(seed)]


def search_seconds(document: dict[str, Any]) -> float:
    """
    The seconds of searching. A record says how many groups a second it judged; an older one does not.

    >>> search_seconds({"groups": 600, "groups_per_second": 20.0})
    30.0
    >>> broken = {"verdict": "broken", "expected": None}
    >>> search_seconds({"cells": [broken], "budget": 10.0, "seconds": 9.0})
    6.0
    """
    if document.get("groups_per_second"):
        seconds: float = document["groups"] / document["groups_per_second"]
        return seconds
    broken = [cell["expected"] is not None for cell in document["cells"] if cell["verdict"] == "broken"]
    share = 1.0 if not broken else SEARCHING_EXPECTED if all(broken) else SEARCHING
    return min(float(document["seconds"]), share * float(document["budget"]))
