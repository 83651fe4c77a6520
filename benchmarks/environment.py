"""The machine and the versions recorded with every timing. Records of different machines are not compared."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

PACKAGES = "kafka-assay", "ortools", "numpy", "kafka-python", "aiokafka", "hypothesis", "pyspark", "numba", "scipy"
"""The packages that answer or measure, whose versions a record names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The properties of a machine that affect timings."""

    processor: str
    """The processor."""
    cores: int
    """The cores that a process may use."""
    memory_mib: int = 0
    """The memory in MiB; 0 if the system does not report it."""
    system: str = ""
    """The operating system."""
    python: str
    """The Python."""

    def __str__(self) -> str:
        """`Intel Xeon, 2 cores, CPython 3.11.4`."""
        return f"{self.processor}, {self.cores} cores, {self.python}"


def machine() -> Machine:
    """The machine that this process runs on."""
    return Machine(
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        memory_mib=_memory_mib(),
        system=f"{platform.system()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _memory_mib() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):
        return 0
