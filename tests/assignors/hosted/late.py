"""Assignors that give no answer, as `python:` targets. The file that `MARKER` names remembers each such call."""

from __future__ import annotations

import os
import time
from pathlib import Path

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor

MARKER = "LATE_MARKER"
LATE_ONCE = f"python:{__name__}:LateOnce"
ENDLESS = f"python:{__name__}:Endless"


class Endless(RoundRobinAssignor):
    """Never an answer."""

    like = "roundrobin"
    expected_failures = ()

    def assign(self, group: Group) -> Assignment:
        """Note the call, and sleep until the end of the process."""
        with Path(os.environ[MARKER]).open("a") as marker:
            marker.write(f"{group.name}\n")
        while True:
            time.sleep(60)


class LateOnce(Endless):
    """No answer on the first call, in whatever process. Each later call gets one."""

    def assign(self, group: Group) -> Assignment:
        """The answer, unless this is the first call."""
        return RoundRobinAssignor.assign(self, group) if Path(os.environ[MARKER]).exists() else super().assign(group)
