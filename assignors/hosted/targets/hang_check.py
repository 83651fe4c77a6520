"""
A target that asks a question that hung once more, with more time.

A busy machine makes a slow call look like a hang. A call that gives no answer in a new process with `MORE_TIME` times
the time is a hang. Any answer is used: it was only late.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.hosted.protocol import HostAnswer
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.targets.replay_log import ReplayLog
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group

HANG = "hang"
MORE_TIME = 5.0
"""How many times the limit of a call the second call may take."""


class HangCheckingTarget(HostTarget):
    """
    A `HostTarget` that reports a hang only after a question has hung twice.

    `has_hung` says that one has. From then on each hang is reported at once. So a target that hangs costs `MORE_TIME`
    more limits of a call, once, and not on every group. The message of each hang states both limits. It is the same for
    the first hang and for later ones, so that it does not depend on which process asked what.
    """

    has_hung = False

    def _ask_or_doubt(self, group: Group, past: ReplayLog | None) -> HostAnswer:
        try:
            return super()._ask_or_doubt(group, past)
        except AssignorFailed as hang:
            if hang.kind != HANG:
                raise
            said = AssignorFailed(HANG, f"{hang.message} (the first hang got {self._more_seconds():g} s)", hang.trace)
            if self.has_hung:
                raise said from None
            return self._ask_with_more_time(group, past, said)

    def _more_seconds(self) -> float:
        return MORE_TIME * self._command.limits.call_seconds

    def _ask_with_more_time(self, group: Group, past: ReplayLog | None, hang: AssignorFailed) -> HostAnswer:
        """The answer of a new process, which is asked nothing else. Raises `hang` where that one hangs too."""
        usual = self._command
        limits = replace(usual.limits, call_seconds=self._more_seconds())
        self._process.kill()
        self._command = replace(usual, limits=limits)
        try:
            return self._ask(group, past)
        except AssignorFailed as again:
            if again.kind != HANG:
                raise
            self.has_hung = True
            raise hang from None
        finally:
            self._command = usual
            self._process.kill()
