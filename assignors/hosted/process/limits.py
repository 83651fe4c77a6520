"""The limits of a host."""

from __future__ import annotations

import os
from dataclasses import dataclass

_LONGEST_PLAIN_ANSWER = 32 << 20
_ANSWER_TO_QUESTION = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds until the greeting, seconds for a call, bytes of memory (0: fits the machine), most bytes of one line."""

    start_seconds: float = 30.0
    call_seconds: float = 2.0
    memory: int = 0
    line: int = 256 << 20

    def most_memory(self) -> int:
        """The memory limit in bytes. Default: 4 GiB, or three quarters of a smaller machine."""
        if self.memory:
            return self.memory
        return min(4 << 30, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)

    def longest_answer(self, question: int) -> int:
        """
        The most bytes of the answer to a question of `question` bytes.

        It is enough for two million partitions, and more where the question's names are long. Parsing a line may take
        twenty times its size in our own memory.
        """
        return min(self.line, _LONGEST_PLAIN_ANSWER + _ANSWER_TO_QUESTION * question)
