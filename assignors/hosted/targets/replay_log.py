"""The questions that a kept assignor object has answered, to restore it after its process is gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.model import Group


@dataclass(slots=True, kw_only=True)
class ReplayLog:
    """
    The questions to replay for the object that a host keeps under the name `instance`.

    `asked` lists their groups. `process` is the number of the object's process, counting all that were started.
    """

    instance: str
    asked: list[Group] = field(default_factory=list)
    process: int = 0

    def add(self, group: Group, process: int) -> None:
        """Record that it has replied about `group` in this process."""
        self.asked.append(group)
        self.process = process

    def forget(self) -> None:
        """
        Record that it crashed its process: the next question goes to a new object, as in a client that has crashed.
        """
        self.asked.clear()
