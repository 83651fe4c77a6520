"""Build a group from views and the user's hints, with a sentence for every assumption about missing data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kafka_assay.assignors.consumer_groups.views import MemberRow, OffsetsRow, Views
from kafka_assay.assignors.errors import AssayError, some_names, spelling_tip
from kafka_assay.assignors.leader_logs.log_facts import client_of
from kafka_assay.assignors.model import (
    MOST_PARTITIONS,
    REBALANCING_STATES,
    Group,
    Member,
    Topic,
    TopicPartition,
    is_legal_topic,
)

_TIPS_SHOWN = 5
_OTHER_TYPES = {
    "Share": "a share group: several members may own a partition, so the laws of consumer groups do not apply",
    "Share or streams": "a share group or a streams group: the state view of a consumer group has ASSIGNMENT-STRATEGY",
    "Streams": "a streams group: the broker assigns tasks, not partitions, so the laws of consumer groups do not apply",
}
"""Group type -> why a group of this type is not imported (KIP-932, KIP-1071)."""
_NOT_READ = "(assign(), a member that does not fetch)"


@dataclass(frozen=True, slots=True, kw_only=True)
class UserHints:
    """What the user adds: `subscriptions` (member id or client id -> topics) and `partitions` (topic -> count)."""

    subscriptions: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    partitions: dict[str, int] = field(default_factory=dict, hash=False)

    def subscription(self, member: str, client_id: str | None) -> tuple[str, ...] | None:
        """The topics given for a member, by its own id first, then by its client id; None where there are none."""
        return self.subscriptions.get(member, self.subscriptions.get(client_id or client_of(member)))


def parse_hints(subscriptions: Sequence[str], partitions: Sequence[str]) -> UserHints:
    """
    Parse `MEMBER_OR_CLIENT=t1,t2` and `t=N`. Raises `AssayError`.

    >>> parse_hints(["app-1=t0,t1"], ["t0=12"])
    UserHints(subscriptions={'app-1': ('t0', 't1')}, partitions={'t0': 12})
    """
    topics: dict[str, tuple[str, ...]] = {}
    for text in subscriptions:
        # The last sign separates: an id may contain one, a topic cannot.
        member, sign, listed = text.rpartition("=")
        if not sign or not member or member in topics:
            expected = "each once" if member in topics else "such as app-1=t0,t1"
            raise AssayError(f"--subscription {text!r}: expected MEMBER_OR_CLIENT=TOPIC,TOPIC {expected}")
        topics[member] = tuple(_check_topic(topic, f"--subscription {text!r}") for topic in listed.split(",") if listed)
    counts: dict[str, int] = {}
    for text in partitions:
        topic, sign, count = text.rpartition("=")
        number = count.isascii() and count.isdecimal() and len(count) <= 10 and int(count) <= MOST_PARTITIONS
        if not sign or not number or topic in counts:
            expected = f"TOPIC=N {'once for each topic' if topic in counts else f'with N from 0 to {MOST_PARTITIONS}'}"
            raise AssayError(f"--partitions {text!r}: expected {expected}")
        counts[_check_topic(topic, f"--partitions {text!r}")] = int(count)
    return UserHints(subscriptions=topics, partitions=counts)


def _check_topic(name: str, where: str) -> str:
    if not is_legal_topic(name):
        raise AssayError(f"{where}: {name!r} is not a legal topic name")
    return name


def refuse_unknown_names(known: UserHints, groups: Iterable[Views]) -> None:
    """Refuse a member, client or topic that no text mentions, and name the nearest one that is mentioned."""
    shown = list(groups)
    names = sorted({name for views in shown for name in views.names()})
    topics = {topic for views in shown for topic in views.topics()}
    subscribed = {topic for listed in known.subscriptions.values() for topic in listed}
    for name in known.subscriptions:
        if name not in names:
            raise AssayError(f"--subscription: unknown member or client {name!r}{_tip(name, names)}")
    for topic in known.partitions:
        if topic not in topics | subscribed and topics:
            raise AssayError(f"--partitions: unknown topic {topic!r}{_tip(topic, sorted(topics | subscribed))}")
    for topic in sorted(subscribed - topics - set(known.partitions)):
        tip = f"{_tip(topic, sorted(topics))}; if the name is right, add --partitions {topic}=N"
        raise AssayError(f"--subscription: the text shows no topic {topic!r}{tip}")


def _tip(name: str, known: list[str]) -> str:
    more = ", ..." if len(known) > _TIPS_SHOWN else ""
    return spelling_tip(name, known) or f" (the text shows {', '.join(known[:_TIPS_SHOWN]) or 'none'}{more})"


def refuse_other_groups(views: Views) -> None:
    """Refuse what is no consumer group, or not shown."""
    if views.group_type in _OTHER_TYPES:
        shared = _shared_partitions([row.member for row in views.members or []])[1]
        raise AssayError(f"group {views.name!r}: {_OTHER_TYPES[views.group_type]}{shared and f' ({shared})'}")
    if views.refused is not None:
        raise AssayError(f"group {views.name!r}: {views.refused}")


def group_from_views(views: Views, known: UserHints) -> Group:
    """The group in `views`, completed by the user's hints. Raises `AssayError` where they show no consumer group."""
    refuse_other_groups(views)
    said = list(views.remarks)
    members = _real_instance_ids(_members(views, said), said)
    _say_shared(views, members, said)
    counts = _partition_counts(views, members, known, said)
    subscriptions = _subscriptions(views, members, known, said)
    for member in members:
        foreign = [topic for topic, _ in member.owned if topic not in subscriptions[member.id]]
        if foreign:
            said.append(
                f"{member.id} owns partitions of {some_names(foreign)}, but its subscription does not have them"
            )
    # If only some members had epochs, the claims of the others would look old.
    epochs = all(member.generation is not None for member in members)
    if members and views.group_type != "Connect":
        claims = "" if epochs else ", and all claims have the same generation"
        no_member = "" if any(member.rack for member in members) else "no member and "
        said.append(f"{no_member}no replica has a rack{claims} ({views.source} does not show them)")
        said.append(f"what {views.source} shows is what is assigned, not what is read {_NOT_READ}")
    state = _state(views, said)
    return Group(
        name=views.name,
        strategy=views.strategy,
        state=state,
        topics=tuple(_topic(name, count, views.offsets or []) for name, count in sorted(counts.items())),
        members=tuple(
            member.with_lists(subscriptions[member.id], member.owned, member.generation if epochs else None)
            for member in members
        ),
        assumptions=tuple(said),
    )


def _state(views: Views, said: list[str]) -> str | None:
    """
    The group's state: from the state view, else from the tool's remark, else from the members' epochs.

    A KIP-848 group is settled only when every member has reached the epoch of its target assignment
    (`ConsumerGroup.maybeUpdateGroupState` in Kafka's group coordinator).
    """
    rows = views.members or []
    epochs = [(row.member.generation, row.target_epoch) for row in rows if row.member.generation is not None]
    behind = any(target is not None and epoch != target for epoch, target in epochs)
    state, source = views.state, ""
    if state not in REBALANCING_STATES and (views.warned or behind):
        state = "Reconciling" if epochs else "PreparingRebalance"
        source = f" (the state view does not say so; {state} is assumed)"
    if state in REBALANCING_STATES:
        said.append(f"the group was rebalancing, so the assignment was about to change{source}")
    return state


def _members(views: Views, said: list[str]) -> list[Member]:
    """
    The members and what they own. The members view decides both if it names topics; otherwise the offsets view does.
    """
    by_offsets = _members_in_offsets(views.offsets or [])
    if views.members is None:
        said += _missing_members(views, len(by_offsets))
        return list(by_offsets.values())
    unnamed = [row.member.id for row in views.members if not row.names_topics]
    nothing = all(not row.partitions for row in views.members if not row.names_topics)
    has_owners = views.offsets is not None and not views.hides_owners()
    named = not unnamed or (not has_owners and nothing and len(unnamed) < len(views.members))
    if not named and not has_owners:
        raise AssayError(f"group {views.name!r}: its members view does not show topics: {views.claims_tip}")
    if named and unnamed:
        said.append(f"members of which {views.source} shows no partitions own none: {some_names(unnamed)}")
    members: dict[str, Member] = {}
    for member in (row.member for row in views.members):
        shown = by_offsets[member.id].owned if member.id in by_offsets else ()
        members[member.id] = member if named else member.with_claims(shown, member.generation)
    if views.member_count is not None and views.member_count != len(members):
        said.append(f"the state view counts {views.member_count} members, the members view shows {len(members)}")
    strangers = [member for member in by_offsets if member not in members]
    if strangers and views.is_unnamed and len(strangers) == len(by_offsets):
        raise AssayError(f"group {views.name!r}: its views have no member in common; import one group, by --group NAME")
    if strangers:
        said.append(f"the views were taken at different times: {some_names(strangers)} had left or had not joined yet")
    moved = [row.member.id for row in views.members if not _agrees(row, members[row.member.id].claims())]
    if moved:
        what = "the assignment is taken from the offsets view, but the members view differs for"
        said.append(f"{what} {some_names(moved)}")
    differ = [one for one, by in by_offsets.items() if one in members and by.claims() != members[one].claims()]
    if named and differ:
        said.append(f"the members view says what these members own; the offsets view differs: {some_names(differ)}")
    return list(members.values())


def _agrees(row: MemberRow, claims: list[TopicPartition]) -> bool:
    """Whether a row of the members view says the same of what the member owns, as far as it says it."""
    return row.partitions in {None, len(claims)} and (not row.names_topics or row.member.claims() == claims)


def _real_instance_ids(members: list[Member], said: list[str]) -> list[Member]:
    """The members without instance ids that are none: the word null, and an id of several members."""
    times = Counter(member.instance_id for member in members if member.instance_id is not None)
    for name, count in times.items():
        if name == "null":
            said.append(f"the instance id null is a missing id, not one of {count} static members")
        elif count > 1:
            why = "the coordinator lets only one member have it, so it is left out, and they are not static"
            said.append(f"{count} members share the instance id {name!r}: {why}")
    wrong = {name for name, count in times.items() if name == "null" or count > 1}
    return [replace(member, instance_id=None) if member.instance_id in wrong else member for member in members]


def _shared_partitions(members: Iterable[Member]) -> tuple[int, str]:
    """How many partitions have several owners, and the first of them in words."""
    owners: dict[TopicPartition, list[str]] = {}
    for member in members:
        for place in member.claims():
            owners.setdefault(place, []).append(member.id)
    shared = [(place, names) for place, names in sorted(owners.items()) if len(names) > 1]
    first = [f"{place.topic}-{place.partition} is owned by {some_names(names)}" for place, names in shared[:1]]
    return len(shared), "".join(first)


def _say_shared(views: Views, members: list[Member], said: list[str]) -> None:
    """Say which partitions have several owners. Refuse the group where nothing shows that it is no share group."""
    count, first = _shared_partitions(members)
    is_consumer_group = (
        views.group_type is not None
        or views.strategy is not None
        or any(row.member is not None for row in views.offsets or [])
        or any(member.generation is not None for member in members)
    )
    if count and not is_consumer_group:
        raise AssayError(
            f"group {views.name!r}: {first}, which only a share group may do: is this kafka-share-groups? "
            "If it is a faulty consumer group, add its offsets view or its state view"
        )
    if count:
        said.append(f"partitions with several owners: {count}; {first}")


def _missing_members(views: Views, found: int) -> list[str]:
    """The assumptions about members that own nothing, because the offsets view leaves them out."""
    if views.offsets is None and views.warned:
        expected = "describe it again, or add its members view or its offsets view"
        raise AssayError(f"group {views.name!r} was rebalancing, and nothing else of it is shown: {expected}")
    if views.offsets is None and views.member_count != 0:
        raise AssayError(f"group {views.name!r}: add its members view or its offsets view")
    if views.member_count is None and any(row.topic is None for row in views.offsets or []):
        return []  # Kafka 0.10.2 to 1.0 shows members without partitions as well
    if views.member_count is None and views.hides_owners():
        return [f"no members are known: {views.source} does not show who owns a partition"]
    if views.member_count is None:
        return ["every member owns a partition: the offsets view does not show other members"] if found else []
    if views.member_count > found:
        return [f"{views.member_count - found} of the {views.member_count} members are missing: no view shows them"]
    return []


def _members_in_offsets(rows: list[OffsetsRow]) -> dict[str, Member]:
    first: dict[str, OffsetsRow] = {}
    owned: dict[str, dict[str, set[int]]] = {}
    for row in rows:
        if row.member is not None:
            first.setdefault(row.member, row)
            topics = owned.setdefault(row.member, {})
            if row.topic is not None:
                topics.setdefault(row.topic, set()).add(row.partition)
    return {
        member: Member(
            id=member,
            subscription=(),
            owned=tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(owned[member].items())),
            instance_id=row.instance_id,
            host=row.host,
            client_id=row.client_id,
        )
        for member, row in first.items()
    }


def _partition_counts(views: Views, members: list[Member], known: UserHints, said: list[str]) -> dict[str, int]:
    highest: dict[str, int] = {}
    for row in views.offsets or []:
        if row.topic is not None:
            highest[row.topic] = max(row.partition, highest.get(row.topic, -1))
    for member in members:
        for topic, ids in member.owned:
            highest[topic] = max(*ids, highest.get(topic, -1))
    logged = (share for fact in views.facts for share in (*(fact.plan or {}).values(), fact.share or ()))
    for topic, partition in (part for share in logged for part in share):
        if topic in highest:  # others may be of a subscription that the group had before
            highest[topic] = max(partition, highest[topic])
    shown = views.partition_counts
    counts = {topic: max(highest.get(topic, -1) + 1, shown.get(topic, 0)) for topic in sorted({*highest, *shown})}
    assumed = [f"{topic} {count}" for topic, count in counts.items() if topic not in {*known.partitions, *shown}]
    if assumed:
        said.append(f"topics have no more partitions than {views.source} shows: {some_names(assumed)}")
    told_here = {topic for member in members for topic in known.subscription(member.id, member.client_id) or ()}
    for topic, count in known.partitions.items():
        if topic in counts and count < counts[topic]:
            shows = f"{views.source} shows {topic}-{counts[topic] - 1} in group {views.name!r}"
            raise AssayError(f"--partitions {topic}={count}: {shows}")
        if topic in counts or topic in told_here:
            counts[topic] = count
    _say_gaps(views, members, counts, said)
    return counts


def _say_gaps(views: Views, members: list[Member], counts: dict[str, int], said: list[str]) -> None:
    """Say which topics have partitions that nothing shows: rows are missing, or nobody owns them."""
    known = {(row.topic, row.partition) for row in views.offsets or [] if row.topic is not None}
    known |= {(topic, partition) for member in members for topic, partition in member.claims()}
    shown = Counter(topic for topic, _ in known)
    gaps = [
        f"{topic} {count - shown[topic]} of {count}"
        for topic, count in counts.items()
        if shown[topic] < count and topic not in views.partition_counts
    ]
    if gaps:
        said.append(f"partitions that no row shows count as partitions without an owner: {some_names(gaps)}")


def _subscriptions(
    views: Views, members: list[Member], known: UserHints, said: list[str]
) -> dict[str, tuple[str, ...]]:
    owned = {topic for member in members for topic, _ in member.owned}
    committed = {row.topic for row in views.offsets or [] if row.topic is not None}
    everything = tuple(sorted(owned or committed))
    subscriptions: dict[str, tuple[str, ...]] = {}
    shown = {row.member.id for row in views.members or [] if row.shows_subscription}
    given: list[str] = []
    assumed: list[str] = []
    for member in members:
        topics = known.subscription(member.id, member.client_id)
        if topics is not None:
            given.append(member.id)
        elif member.id in shown:
            topics = member.subscription
        else:
            assumed.append(member.id)
        subscriptions[member.id] = everything if topics is None else topics
    if given:
        said.append(f"the subscriptions of these members are given by --subscription: {some_names(given)}")
    if assumed:
        rest = f": {some_names(assumed)}" if len(assumed) < len(members) else ""
        who = "each of these members" if rest else "every member"
        why = f"{views.source} does not show subscriptions"
        said.append(f"{who} subscribes to every topic of the group ({why}){rest}")
    left = sorted(committed - owned - {topic for topics in subscriptions.values() for topic in topics})
    if assumed and owned and left:
        said.append(f"no member subscribes to {some_names(left)}, which has committed offsets but no owner")
    return subscriptions


def _topic(name: str, partitions: int, rows: list[OffsetsRow]) -> Topic:
    mine = {row.partition: row for row in rows if row.topic == name}
    if len(mine) != partitions or not mine:
        return Topic(name=name, partitions=partitions)
    ends = [mine[partition].end for partition in range(partitions)]
    return Topic(
        name=name,
        partitions=partitions,
        end_offsets=tuple(end for end in ends if end is not None) if None not in ends else None,
        committed_offsets=tuple(mine[partition].committed for partition in range(partitions)),
    )
