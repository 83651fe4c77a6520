"""Hashes of the code behind a measurement. If one differs, the measurement is made again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

from studies.output import ROOT

_DIGITS = 12

_HOST_FOLDERS = {
    "maven": "java",
    "go": "go",
    "npm": "node",
    "librdkafka": "librdkafka",
    "kafka-python": "python_clients",
    "aiokafka": "python_clients",
}
"""How a target begins -> the folder of its host."""

_JUDGES = ("oracle/**/*.py", "properties/**/*.py")
INSTRUMENTS: dict[str, tuple[str, ...]] = {
    "laws": _JUDGES,
    "since": ("properties/judging/*.py", "properties/laws/*.py", "properties/releases/*.py"),
    "quality": ("oracle/**/*.py", "benchmarks/*quality*.py", "benchmarks/everyday_groups.py", "studies/quality/*.py"),
    "time": ("benchmarks/bench/*.py", "benchmarks/workload*.py", "benchmarks/previous_owners.py"),
}
"""Measure -> the files that draw its groups, judge the answers and measure."""


def answering_code(target: str) -> str:
    """The hash of our code that answers for `target`: a reference, or the host of a release."""
    folder = _HOST_FOLDERS.get(target.replace("==", ":").partition(":")[0])
    own = "assignors/reference/**/*" if folder is None else f"assignors/hosted/{folder}/**/*"
    return hash_files(("assignors/*.py", own))


def instrument_code(measure: str) -> str:
    """The hash of the code that takes the `measure`."""
    return hash_files(INSTRUMENTS[measure])


@cache
def hash_files(patterns: Sequence[str]) -> str:
    """The hash of the files of the checkout that match one of the `patterns`: their paths and contents."""
    found = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            found.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:_DIGITS]
