"""What an assignor object that is kept has been asked, so that it can be had again where its process is gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.model import Group


@dataclass(slots=True, kw_only=True)
class ReplayLog:
    """
    The questions to replay for the object that a host keeps under the name `instance`: the groups that it was
    `asked`, and the number of the process, of all that were started, that it lives in.
    """

    instance: str
    asked: list[Group] = field(default_factory=list)
    process: int = 0

    def add(self, group: Group, process: int) -> None:
        """Note that it has replied about `group` in this process."""
        self.asked.append(group)
        self.process = process

    def forget(self) -> None:
        """Note that it crashed its process: the next question goes to a new object, as in a client that has crashed."""
        self.asked.clear()
