"""
Prints, as JSON, what the assignors of the installed Python clients write into a JoinGroup.

Each was given t0-0 and t0-1 in generation 3, and now subscribes to t1. It runs in a process of its own, because
kafka-python warns when it is imported, and aiokafka keeps its state on the class.
"""

import json
import sys

from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor as AiokafkaSticky
from aiokafka.coordinator.protocol import ConsumerProtocolMemberAssignment
from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
from kafka.protocol.consumer.metadata import ConsumerProtocolAssignment

HELD = [("t0", [0, 1])]

cooperative = CooperativeStickyAssignor()
cooperative.on_assignment(ConsumerProtocolAssignment(1, HELD, b""), 3)
sent = cooperative.metadata({"t1"})
claims = {"cooperative": [[one.topic, list(one.partitions)] for one in sent.owned_partitions]}
versions = {"cooperative": sent.version}

sticky = StickyPartitionAssignor()
sticky.on_assignment(ConsumerProtocolAssignment(0, HELD, b""), 3)
sent = sticky.metadata({"t1"})
claims["eager"] = [[topic, list(ids)] for topic, ids in sent.user_data.previous_assignment]
versions["eager"] = sent.version

AiokafkaSticky.on_assignment(ConsumerProtocolMemberAssignment(0, HELD, b""))
read = AiokafkaSticky.parse_member_metadata(AiokafkaSticky.metadata({"t1"}))

answer = {
    "kafka-python cooperative": {
        "claims": claims["cooperative"],
        "version": versions["cooperative"],
        "user_data": None,
    },
    "kafka-python eager": {
        "claims": claims["eager"],
        "version": versions["eager"],
        "user_data": sent.user_data.generation,
    },
    "aiokafka eager": {
        "claims": [["t0", [one.partition for one in read.partitions if one.topic == "t0"]]],
        "version": AiokafkaSticky.version,
        "user_data": None if read.generation == -1 else read.generation,
    },
}
json.dump(answer, sys.stdout)
