"""The processor time of a command and of the hosts that it starts, read from `/proc` while it runs."""

from __future__ import annotations

import os
import subprocess
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kafka_assay.assignors.hosted.supervised_process import WARD

INTERVAL = 0.2
"""Seconds between two readings. What a process used after the last reading is not counted."""
_MARK = f"{WARD}=".encode()
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True, kw_only=True)
class ProcessorTime:
    """The processor seconds of each process. `hosts` are the processes of assignors outside the check's own."""

    seconds: dict[int, float] = field(default_factory=dict)
    hosts: set[int] = field(default_factory=set)

    @property
    def whole(self) -> float:
        """The seconds of all processes."""
        return sum(self.seconds.values())

    @property
    def host_share(self) -> float:
        """The share of hosts in all seconds; 0 without any."""
        return sum(self.seconds[pid] for pid in self.hosts) / self.whole if self.whole else 0.0

    def read(self, root: int) -> None:
        """Read the times of the process `root` and of its descendants."""
        for pid, seconds in family_times(root):
            self.seconds[pid] = seconds
            if pid not in self.hosts and _is_host(pid):
                self.hosts.add(pid)


def run_measured(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> tuple[str, ProcessorTime]:
    """
    The output of a command, run in `folder` with these environment `variables`, and its processor time.

    Its exit code is not looked at.
    """
    times, ended = ProcessorTime(), threading.Event()
    with subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True) as running:

        def watch() -> None:
            while not ended.wait(INTERVAL):
                times.read(running.pid)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        output, _ = running.communicate()
        ended.set()
        watcher.join()
    return output, times


def family_times(root: int) -> Iterator[tuple[int, float]]:
    """The processor seconds of the process `root` and of each of its descendants, by process id."""
    children: dict[int, list[int]] = defaultdict(list)
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name of the program is in parentheses and may contain anything.
            fields = (folder / "stat").read_text("utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        children[int(fields[1])].append(int(folder.name))
        seconds[int(folder.name)] = (int(fields[11]) + int(fields[12])) / _TICKS
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        if pid in seconds:
            yield pid, seconds[pid]
        waiting += children[pid]


def _is_host(pid: int) -> bool:
    try:
        return any(word.startswith(_MARK) for word in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"))
    except OSError:
        return False
