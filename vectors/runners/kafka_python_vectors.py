"""Put vectors to kafka-python: `python kafka_python_vectors.py FILE...`. Exit code 1: faults."""
import json, signal, struct, sys
from types import SimpleNamespace
from kafka.coordinator.assignors import cooperative_sticky, range as by_range, roundrobin
from kafka.coordinator.assignors.sticky import sticky_assignor as sticky
from kafka.protocol.consumer import ConsumerProtocolSubscription as Sent, JoinGroupResponse
ASSIGNORS = {"range": by_range.RangePartitionAssignor, "sticky": sticky.StickyPartitionAssignor,
             "roundrobin": roundrobin.RoundRobinPartitionAssignor,
             "cooperative-sticky": cooperative_sticky.CooperativeStickyAssignor}
CANNOT_EXPRESS = set()  # vectors with one of these flags are left out

def assign(strategy, group):
    known = {name: set(range(its if isinstance(its, int) else its["partitions"]))
             for name, its in group["topics"].items()}
    members = []
    for member in group["members"]:
        owned, generation = member.get("owned", {}), member.get("generation", -1)
        version, data = member.get("metadata_version", 3), struct.pack(">i", generation)
        if strategy == "sticky":
            version, data = 0, sticky.StickyAssignorUserData(list(owned.items()), generation)
        claims = [Sent.TopicPartition(topic=one, partitions=owned[one]) for one in owned]
        sent = Sent(version=version, topics=member["subscription"], user_data=data,
                    owned_partitions=claims, generation_id=generation)
        members.append(JoinGroupResponse.JoinGroupResponseMember(
            member_id=member["id"], group_instance_id=member.get("instance_id"),
            metadata=Sent.decode(sent.encode())))
    cluster = SimpleNamespace(topics=lambda: set(known), partitions_for_topic=known.get)
    answer = ASSIGNORS[strategy]().assign(cluster, members)
    return {member: dict(its.assigned_partitions) for member, its in answer.items()}

def faults(vector, answer):
    owners, expect, members = {}, vector["expect"], vector["group"]["members"]
    for member, topics in answer.items():
        for one in [f"{topic}-{number}" for topic in topics for number in topics[topic]]:
            owners[one] = f"{owners[one]} and {member}" if one in owners else member
    squares = sum(sum(map(len, topics.values())) ** 2 for topics in answer.values())
    moves = sum(owners.get(one) != member for one, member in expect.get("owners", {}).items())
    checks = {
        f"the members are {[*answer]}": answer.keys() == {member["id"] for member in members},
        "the loads are not even": squares == expect.get("sum_of_squares", squares),
        f"{moves} moves, and fewer are enough": moves <= expect.get("most_moves", moves),
        "nothing moves, but it is not balanced": moves >= expect.get("least_moves", 0)}
    for one in {**owners, **expect["may_own"]}:
        who, may = owners.get(one, ""), expect["may_own"].get(one, [])
        checks[f"{one} is given to {who or 'nobody'}, and may go to {may}"] = who in may
    return [text for text, is_kept in checks.items() if not is_kept]

def run(vector, strategy):
    signal.alarm(int(vector["expect"]["answers_within_seconds"]))  # interrupts a hang
    try:
        return faults(vector, assign(strategy, vector["group"]))
    except (Exception, KeyboardInterrupt) as raised:
        return [f"no answer: {raised!r}"]

if __name__ == "__main__":
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    vectors = [vector for name in sys.argv[1:] for vector in json.load(open(name))["vectors"]]
    sys.exit("\n".join(f"{vector['id']} {name}: {text}" for vector in vectors
                       for name in vector["strategies"] if name in ASSIGNORS
                       if not CANNOT_EXPRESS & {*vector["flags"]} for text in run(vector, name)))
