"""Put vectors to kafka-python's assignors: `python kafka_python_vectors.py FILE...`. Exit code 1: there are faults."""
import json, signal, struct, sys
from kafka.coordinator.assignors import cooperative_sticky, range as by_range, roundrobin
from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor as Sticky
from kafka.protocol.consumer import JoinGroupResponse, metadata
from kafka.structs import TopicPartition
Wire, Joined = metadata.ConsumerProtocolSubscription, JoinGroupResponse.JoinGroupResponseMember
ASSIGNORS = {"range": by_range.RangePartitionAssignor, "roundrobin": roundrobin.RoundRobinPartitionAssignor,
             "sticky": Sticky, "cooperative-sticky": cooperative_sticky.CooperativeStickyAssignor}
CANNOT_EXPRESS = set()  # vectors with one of these flags are left out
def assign(strategy, group, counts):
    members, cluster = [], type("Cluster", (), {})()
    cluster.topics, cluster.partitions_for_topic = lambda: {*counts}, lambda name: {*range(counts.get(name, 0))} or None
    for one in group["members"]:
        topics, owned, generation = one["subscription"], one.get("owned", {}), one.get("generation", -1)
        wire = Wire(version=0, topics=topics, user_data=b"")
        if strategy == "sticky" and ("owned" in one or "generation" in one):
            wire = Sticky()._metadata(topics, [TopicPartition(*pair) for pair in pairs(owned)], generation)
        elif strategy == "cooperative-sticky":
            claims = [Wire.TopicPartition(topic=topic, partitions=ids) for topic, ids in owned.items()]
            version = one.get("metadata_version", 3)
            data = struct.pack(">i", generation) if version < 2 and generation >= 0 else b""
            wire = Wire(version=version, topics=topics, user_data=data, owned_partitions=claims, generation_id=generation)
        members.append(Joined(member_id=one["id"], group_instance_id=one.get("instance_id"), metadata=Wire.decode(wire.encode())))
    return {one: dict(its.assigned_partitions) for one, its in ASSIGNORS[strategy]().assign(cluster, members).items()}

def pairs(topics):
    return [(topic, partition) for topic, ids in (topics or {}).items() for partition in ids]

def faults(group, expect, answer, counts):
    given, loads = {one: {*pairs(topics)} for one, topics in answer.items()}, [len(pairs(one)) for one in answer.values()]
    reads = {one["id"]: {*pairs({name: range(counts.get(name, 0)) for name in one["subscription"]})} for one in group["members"]}
    left_out = set().union(*reads.values()).difference(pairs(expect.get("may_wait")), *given.values())
    owned = {one["id"]: {*pairs(one.get("owned"))} for one in group["members"]}
    held = {key: {one: {*pairs(its)} for one, its in (expect.get(key) or {}).items()} for key in ("owners", "stays", "never")}
    moves, most = sum(len(its - given.get(one, set())) for one, its in held["owners"].items()), expect.get("most_moves")
    checks = {"a member is missing, or a stranger is there": given.keys() != reads.keys(),
              "a member gets what it does not read": any(its - reads.get(one, set()) for one, its in given.items()),
              "a partition is given twice": sum(loads) > len(set().union(*given.values())),
              f"left out: {sorted(left_out)}": left_out,
              f"loads {loads} are not even": expect.get("sum_of_squares") not in (None, sum(load**2 for load in loads)),
              f"{moves} moves, but {most} are enough": most is not None and moves > most,
              "what must stay moves": any(its - given.get(one, set()) for one, its in held["stays"].items()),
              "it is granted while another member owns it": any(its & given.get(one, set()) for one, its in held["never"].items()),
              "nothing changes, but it is not balanced": expect.get("repeats_claims") is False and given == owned}
    return [text for text, is_wrong in checks.items() if is_wrong]

def run(vector, strategy):
    counts = {name: its if isinstance(its, int) else its["partitions"] for name, its in vector["group"]["topics"].items()}
    try:
        signal.alarm(int(vector["expect"]["answers_within_seconds"]))  # a hang is interrupted
        return faults(vector["group"], vector["expect"], assign(strategy, vector["group"], counts), counts)
    except (Exception, KeyboardInterrupt) as raised:
        return [f"no answer: {raised!r}"]
if __name__ == "__main__":
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    vectors = [vector for file in sys.argv[1:] for vector in json.load(open(file, encoding="utf-8"))["vectors"]]
    found = [f"{one['id']} {name}: {text}" for one in vectors if not CANNOT_EXPRESS & {*one["flags"]}
             for name in one["strategies"] if name in ASSIGNORS for text in run(one, name)]
    sys.exit("\n".join(found))
