"""
A cluster that gives recorded replies, so that reading groups is tested without a broker.

`tests/data/live_groups.json` holds the replies of a real broker (Kafka 4.3.1) in the order in which they came.
"""

import json
from pathlib import Path
from typing import Any

from kio.index import load_entity_module
from kio.serial import entity_reader
from kio.static.constants import EntityType

from kafka_assay.assignors.live_groups.capture import Capture, capture_groups
from kafka_assay.assignors.live_groups.cluster import Cluster, ClusterBroker
from kafka_assay.assignors.live_groups.connection import MakeRequest, class_name

_RECORDED = Path(__file__).parents[2] / "data" / "live_groups.json"


class RecordedCluster(Cluster):
    """Answers each request with the next recorded reply to such a request; `asked` keeps the requests."""

    def __init__(self, name: str) -> None:
        """Load the recording called `name`."""
        replies = json.loads(_RECORDED.read_text("utf-8"))[name]
        self._replies = [reply for reply in replies if reply["api"] != "api_versions"]
        self.asked: list[Any] = []
        first = self.ask(None, "metadata", lambda _: None)
        self.brokers = {
            int(broker.node_id): ClusterBroker(host=broker.host, port=int(broker.port), rack=broker.rack)
            for broker in first.brokers
        }

    def version_of(self, node: int, api: str) -> int | None:
        return int(self._next(api)["version"])

    def ask(self, node: int | None, api: str, make: MakeRequest) -> Any:
        recorded = self._next(api)
        self._replies.remove(recorded)
        self.asked.append(make(load_entity_module(api, recorded["version"], EntityType.request)))
        body = bytes.fromhex(recorded["reply"])
        reply = getattr(load_entity_module(api, recorded["version"], EntityType.response), class_name(api, "Response"))
        offset = entity_reader(reply.__header_schema__)(body, 0)[1]
        return entity_reader(reply)(body, offset)[0]

    def _next(self, api: str) -> dict[str, Any]:
        return next(reply for reply in self._replies if reply["api"] == api)


def recorded_capture(name: str, *groups: str) -> Capture:
    """What is read from the recording called `name`."""
    return capture_groups(RecordedCluster(name), groups)
