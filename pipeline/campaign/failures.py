"""Why a campaign stopped, in one line."""

from __future__ import annotations

import re
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.spark.launch import most_telling_line

SHIP = "ship the package to the workers, see docs/understand/campaigns.md"

_KNOWN = (
    (re.compile(r"No space left on device"), "no space left on device"),
    (re.compile(r"Disk quota exceeded"), "disk quota exceeded"),
    (re.compile(r"Read-only file system"), "the file system is read-only"),
    (
        re.compile(r"No module named '(kafka_assay|assay|pyspark|pyarrow)'"),
        f"the Python of the workers has no {{0}}: {SHIP}",
    ),
    (
        re.compile(r'Cannot run program "([^"]+)".*No such file or directory'),
        "the workers have no Python at {0}: set PYSPARK_PYTHON to one that they have",
    ),
    (
        re.compile(r"Python in worker has different version:? (\S+).*?(\d+\.\d+)[,. ]"),
        "the workers have another Python version than the driver: set PYSPARK_PYTHON",
    ),
    (re.compile(r"All masters are unresponsive"), "the master does not answer"),
)
_OF_OURS = re.compile(r"kafka_assay\.[\w.]+\.(?:AssayError|TargetGone): (.*)")


def damaged(path: Path, wrong: Exception, folder: Path) -> AssayError:
    """The error for records at `path` that cannot be read. `resume` names what to delete, or makes them again."""
    return AssayError(f"{path}: damaged: {str(wrong).splitlines()[0]}: assay campaign resume {folder}")


def is_known(failed: BaseException) -> bool:
    """Whether the reason is one that Spark's log does not explain better."""
    text = str(failed)
    return isinstance(failed, OSError) or any(pattern.search(text) for pattern in (_OF_OURS, *dict(_KNOWN)))


def reason_of(failed: BaseException, log: Path) -> str:
    """The reason why Spark or the file system failed, as one line for the user."""
    if isinstance(failed, OSError) and failed.strerror:
        return f"{failed.filename}: {failed.strerror}" if failed.filename else failed.strerror
    text = str(failed)
    ours = _OF_OURS.search(text)
    if ours is not None:
        return ours[1].strip()
    for pattern, says in _KNOWN:
        found = pattern.search(text)
        if found is not None:
            return says.format(*found.groups())
    return most_telling_line(failed, log)
