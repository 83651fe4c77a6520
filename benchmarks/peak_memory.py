"""The peak memory of a process, if the system reports it (Linux does)."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")


def reset_peak() -> None:
    """Reset the peak of this process. Without Linux's /proc it remains that of the whole process."""
    with suppress(OSError):
        (_PROCESSES / "self" / "clear_refs").write_text("5", encoding="ascii")


def peak_mebibytes() -> float:
    """The peak memory of this process in MiB, the interpreter included, since the last reset."""
    found = _peak_of("self")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 if found is None else found


def peak_mebibytes_of(process: int) -> float | None:
    """The peak memory of another process in MiB, plus those of its living descendants; None if it is not reported."""
    own = _peak_of(process)
    return None if own is None else own + sum(peak_mebibytes_of(child) or 0.0 for child in _children_of(process))


def _peak_of(process: int | str) -> float | None:
    with suppress(OSError):
        for line in (_PROCESSES / str(process) / "status").read_text("ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return None


def _children_of(process: int) -> Iterator[int]:
    """The children of all threads of the process."""
    with suppress(OSError):
        for thread in (_PROCESSES / str(process) / "task").iterdir():
            yield from map(int, (thread / "children").read_text("ascii").split())
