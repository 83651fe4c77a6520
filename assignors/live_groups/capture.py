"""One look at a cluster: its groups as values, with a sentence for all that could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.errors import some_names
from kafka_assay.assignors.live_groups.cluster import Cluster
from kafka_assay.assignors.live_groups.group_reader import (
    SeenGroup,
    UnreadableGroup,
    chosen_groups,
    describe_groups,
    is_consumer_group,
    list_groups,
)
from kafka_assay.assignors.live_groups.topic_reader import read_topics
from kafka_assay.assignors.model import GROUP_STATES, REBALANCING_STATES, Group, Topic

_ABSENT = "UNKNOWN_TOPIC_OR_PARTITION"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """The groups in the order of their names, those that cannot be read among them, and the skipped kinds of group."""

    groups: tuple[Group | UnreadableGroup, ...]
    skipped: tuple[str, ...]


def capture_groups(cluster: Cluster, names: Sequence[str] = ()) -> Capture:
    """
    The groups called `names`, or all consumer groups. Raises `AssayError` where a name is unknown.

    The cluster goes on meanwhile: a group and its offsets are read some milliseconds apart.
    """
    listed = list_groups(cluster)
    seen = list(describe_groups(cluster, chosen_groups(listed, names)))
    wanted = {topic for group in seen if isinstance(group, SeenGroup) for topic in topics_of(group)}
    topics = read_topics(cluster, wanted)
    others = () if names else tuple(group.name for group in listed if not is_consumer_group(group))
    return Capture(
        groups=tuple(group_from_cluster(group, topics) if isinstance(group, SeenGroup) else group for group in seen),
        skipped=others,
    )


def topics_of(group: SeenGroup) -> set[str]:
    """The topics that the group subscribes to, owns, shall own, or has committed offsets for."""
    return set(group.committed or ()).union(*({*one.member.subscription, *one.held} for one in group.members))


def group_from_cluster(seen: SeenGroup, topics: Mapping[str, Topic | str]) -> Group:
    """
    The group in `seen`, with the `topics` that it names.

    `owned` is what each member owns now. A KIP-848 member's epoch is its generation. A classic group's generation
    cannot be read, so it is absent.
    """
    said = list(seen.remarks)
    _say_state(seen, said)
    subscriptions = _subscriptions(seen, said)
    _say_generations(seen, said)
    _say_unsubscribed(seen, subscriptions, topics, said)
    shown = [topic for name in sorted(topics_of(seen)) if (topic := _topic(seen, name, topics, said)) is not None]
    return Group(
        name=seen.name,
        strategy=seen.strategy,
        state=seen.state if seen.state in GROUP_STATES else "Unknown",
        topics=tuple(shown),
        members=tuple(
            one.member.with_lists(subscriptions[one.member.id], one.member.owned, one.member.generation)
            for one in seen.members
        ),
        assumptions=tuple(said),
    )


def _say_state(seen: SeenGroup, said: list[str]) -> None:
    if seen.state not in REBALANCING_STATES:
        return
    said.append("the group was rebalancing, so the assignment was about to change")
    late = [one.member.id for one in seen.members if one.target is not None and one.target != one.member.owned]
    if late:
        said.append(f"these members do not own their target assignment yet: {some_names(late)}")


def _subscriptions(seen: SeenGroup, said: list[str]) -> dict[str, tuple[str, ...]]:
    subscriptions: dict[str, tuple[str, ...]] = {}
    for one in seen.members:
        topics = one.member.subscription
        if one.pattern is not None:
            matched = set[str]().union(*(other.held for other in seen.members if other.pattern == one.pattern))
            topics = (*topics, *sorted(matched - {*topics}))
            said.append(
                f"member {one.member.id} subscribes by the pattern {one.pattern}, which the broker resolves; the "
                "topics listed are those of which a member with this pattern owns a partition, or shall own one"
            )
        subscriptions[one.member.id] = topics
    if hidden := [one.member.id for one in seen.members if one.is_hidden]:
        why = f"the broker shows none while a classic group is {seen.state}" if seen.state != "Stable" else "see above"
        said.append(f"no subscription is known of these members ({why}): {some_names(hidden)}")
    return subscriptions


def _say_generations(seen: SeenGroup, said: list[str]) -> None:
    if not seen.is_classic or not seen.members:
        return
    joined = sorted({member.joined_generation for member in seen.members if member.joined_generation is not None})
    last = f"; at their last join members claimed partitions of generation {some_names(map(str, joined))}"
    said.append(f"the cluster does not show the generation of a classic group{last if joined else ''}")


def _say_unsubscribed(
    seen: SeenGroup, subscriptions: Mapping[str, tuple[str, ...]], topics: Mapping[str, Topic | str], said: list[str]
) -> None:
    subscribed = {topic for names in subscriptions.values() for topic in names}
    left = sorted(topic for topic in seen.committed or () if topic not in subscribed)
    if left and seen.members and not any(one.is_hidden for one in seen.members):
        said.append(f"no member subscribes to {some_names(left)}, which has committed offsets")
    absent = sorted(name for name in subscribed if topics.get(name) == _ABSENT)
    if absent:
        said.append(f"these topics do not exist, or the user may not describe them: {some_names(absent)}")


def _topic(seen: SeenGroup, name: str, topics: Mapping[str, Topic | str], said: list[str]) -> Topic | None:
    shown = topics[name]
    if isinstance(shown, str):
        return _hidden_topic(seen, name, shown, said)
    if shown.replica_racks is None and any(one.member.rack for one in seen.members):
        said.append(f"members have racks, but the rack of a replica of {name} is unknown")
    if shown.end_offsets is None or shown.begin_offsets is None:
        said.append(f"the first or last offsets of {name} cannot be read")
    if seen.committed is None:
        return shown
    committed = seen.committed.get(name, {})
    return replace(shown, committed_offsets=tuple(committed.get(one) for one in range(shown.partitions)))


def _hidden_topic(seen: SeenGroup, name: str, why: str, said: list[str]) -> Topic | None:
    """A topic that the user may not describe, with the partitions that the members own."""
    ids = [id_ for one in seen.members for topic, owned in one.member.owned if topic == name for id_ in owned]
    if why == _ABSENT and not ids:
        return None
    if not ids:
        said.append(f"topic {name} is left out: its partitions cannot be read ({why})")
        return None
    said.append(
        f"topic {name} has no more partitions than members own, and no racks and offsets are known: "
        f"it cannot be read ({why})"
    )
    return Topic(name=name, partitions=max(ids) + 1)
