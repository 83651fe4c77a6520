"""A rival's process. It holds one group at a time and answers it repeatedly."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import AssignorFailed
from studies.oracle.rivals.rival_build import Rival, build_rival

CALL_SECONDS = 120.0
MEMORY = 8 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalAnswer:
    """The time of one answer, and its quality: members by load, moves, and partitions without exactly one owner."""

    seconds: float
    loads: tuple[tuple[int, int], ...]
    moves: int
    faults: int

    @property
    def sum_of_squares(self) -> int:
        """The sum of squared loads."""
        return sum(load * load * members for load, members in self.loads)


class RivalProcess:
    """One rival. It starts when first needed, and again after a failure."""

    def __init__(self, rival: Rival, *, call_seconds: float = CALL_SECONDS) -> None:
        """Build the rival if necessary. Raises `RivalMissing`."""
        folder = build_rival(rival)
        self._command = ("/bin/sh", "-c", 'cd "$1" && shift && exec "$@"', rival.name, str(folder), *rival.start)
        self.call_seconds = call_seconds
        self._limits = Limits(call_seconds=call_seconds, memory=MEMORY)
        self._process: HostProcess | None = None
        self.version = ""

    def open(self, path: Path) -> None:
        """Load the group at `path`. Raises `AssignorFailed`."""
        if self._process is None or not self._process.is_alive:
            self._process = HostProcess(self._command, limits=self._limits, environment={})
            self.version = json.loads(self._process.read_first_line())["version"]
        self._exchange_line(f"open {path}")

    def ask(self) -> RivalAnswer:
        """Its answer about the loaded group. Raises `AssignorFailed`; a process that was too slow is ended."""
        reply = self._exchange_line("ask")
        return RivalAnswer(
            seconds=reply["nanoseconds"] / 1e9,
            loads=tuple((load, members) for load, members in reply["loads"]),
            moves=reply["moves"],
            faults=reply["faults"],
        )

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()

    def _exchange_line(self, line: str) -> dict[str, Any]:
        if self._process is None:
            raise AssignorFailed("crash", "it holds no group")
        reply: dict[str, Any] = json.loads(self._process.exchange(os.fsencode(line + "\n"))[0])
        self._process.note_reply()
        if "error" in reply:
            raise AssignorFailed("error", reply["error"])
        return reply
