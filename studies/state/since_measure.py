"""The measure `since`: the release since which the smallest counterexample breaks its law, found by bisection."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from studies.output import ROOT
from studies.state.implementations import releases_up_to
from studies.state.law_measure import without_local_folders

SECONDS = 1800
"""The most seconds for one bisection. It may have to build releases."""


def since_command(target: str, case: Path) -> str:
    """The command of the bisection."""
    return f"assay bisect {releases_up_to(target)} {case.relative_to(ROOT)}"


def measure_since(command: str) -> dict[str, Any]:
    """The answer of the bisection: the last release that kept the law, the first that broke it, and what was asked."""
    words = [sys.executable, "-m", *command.split(), "--json"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"unknown": f"no end within {SECONDS} s"}
    try:
        return read_since(json.loads(done.stdout))
    except ValueError:
        said = done.stderr.strip().splitlines() or ["no output"]
        return {"unknown": without_local_folders(said[-1].removeprefix("assay: "))}


def read_since(document: dict[str, Any]) -> dict[str, Any]:
    """
    What `assay-bisection/1` says about the newest release.

    `first` is the first release that is known to break the law. `last` is the last one known to keep it; None if no
    older release kept it.
    """
    asked = [one for one in document["releases"] if one["verdict"] is not None]
    counts = {"asked": len(asked), "releases": len(document["releases"])}
    broken = [one["release"] for one in asked if one["verdict"] == "broken"]
    if not broken or document["interrupted"]:
        return {**counts, "unknown": "the newest release kept the law this time"}
    came = [change for change in document["changes"] if change["change"] == "came"]
    if not came:
        return {**counts, "first": broken[0], "last": None}
    return {**counts, "first": came[-1]["first"], "last": came[-1]["last"]}
