"""
What a host may use before it is given up.
"""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """
    Seconds until the greeting, seconds for a call, bytes of memory (0: what suits the machine), bytes of one line.
    """

    start_seconds: float = 30.0
    call_seconds: float = 2.0
    memory: int = 0
    line: int = 256 << 20

    def most_memory(self) -> int:
        """
        The memory in bytes: 4 GiB, or three quarters of a smaller machine, where nothing else was said.
        """
        if self.memory:
            return self.memory
        return min(4 << 30, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)
