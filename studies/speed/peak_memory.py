"""The peak memory of this process since the last reset, if the system reports it."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path

_CLEAR, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def reset_peak() -> None:
    """Reset the peak. Without Linux's /proc it remains that of the whole process."""
    with suppress(OSError):
        _CLEAR.write_text("5", encoding="ascii")


def peak_mebibytes() -> float:
    """The peak memory in MiB, the interpreter included."""
    with suppress(OSError):
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
