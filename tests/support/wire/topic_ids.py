"""What only the broker of a study knows: the ids of topics."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.topics import TopicPool

_NO_NAME = "no topic has the id "


class PoolWithIds(TopicPool):
    """The topics of a broker, with the ids that clients see since version 10 of `Metadata`."""

    def __init__(self) -> None:
        """Start as any other pool."""
        super().__init__()
        self._deaths: Counter[str] = Counter()

    def recreate(self, name: str) -> None:
        """The topic is deleted and created again: it has another id."""
        self._deaths[name] += 1

    def topic_id(self, name: str) -> UUID:
        """The id of a topic."""
        return uuid5(NAMESPACE_OID, f"{name} {self._deaths[name]}")

    def name_of(self, wanted: Any) -> str:
        """The name of a topic that `Metadata` asks for by name or by id."""
        if wanted.name is not None:
            return super().name_of(wanted)
        known = (name for name in self.partition_counts() if self.topic_id(name) == wanted.topic_id)
        return next(known, f"{_NO_NAME}{wanted.topic_id}")

    def entry(self, name: str) -> dict[str, Any]:
        """The topic of this name as `Metadata` lists it, with its id."""
        if name.startswith(_NO_NAME):
            missing = {"name": None, "topic_id": UUID(name.removeprefix(_NO_NAME))}
            return {**super().entry(name), **missing, "error_code": ErrorCode.unknown_topic_id}
        return {**super().entry(name), "topic_id": self.topic_id(name)}
