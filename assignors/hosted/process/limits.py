"""What a host may use before it is given up."""

from __future__ import annotations

import os
from dataclasses import dataclass

_LONGEST_PLAIN_ANSWER = 32 << 20
_ANSWER_TO_QUESTION = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """
    Seconds until the greeting, seconds for a call, bytes of memory (0: what suits the machine), most bytes of one line.
    """

    start_seconds: float = 30.0
    call_seconds: float = 2.0
    memory: int = 0
    line: int = 256 << 20

    def most_memory(self) -> int:
        """The memory in bytes: 4 GiB, or three quarters of a smaller machine, where nothing else was said."""
        if self.memory:
            return self.memory
        return min(4 << 30, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)

    def longest_answer(self, question: int) -> int:
        """
        Most bytes of the answer to a question of so many bytes: what two million partitions need, and more where the
        question's names are long. A line is taken apart in our own memory, where it may need twenty times as much.
        """
        return min(self.line, _LONGEST_PLAIN_ANSWER + _ANSWER_TO_QUESTION * question)
