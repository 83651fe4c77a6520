"""The most memory that this process held since it was last asked, where the system can say so."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path

_CLEAR, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def reset_peak() -> None:
    """From now on the peak counts anew. Without Linux's /proc it stays that of the whole process's life."""
    with suppress(OSError):
        _CLEAR.write_text("5", encoding="ascii")


def peak_mebibytes() -> float:
    """The peak of what lies in memory, the interpreter and everything else included."""
    with suppress(OSError):
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
