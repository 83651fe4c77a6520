"""
The changes of a what-if: members leave, join or restart, topics grow. Names are resolved against a group.

A restart is two changes for dynamic members: they leave, the group rebalances without them, and they come back under
new ids and without claims. Static members come back within their session timeout: the coordinator gives them what they
had, and the group does not rebalance because of them (KIP-345).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import MOST_PARTITIONS, Group, Member, Topic
from kafka_assay.pipeline.whatif.new_ids import ids_of_joiner, prefix_on_return

_NOTHING = Event()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """
    The changes as the user names them. `restart` is in percent of the members that stay, `rolling` the number of
    members that restart together in a rolling deploy.
    """

    leave: tuple[str, ...] = ()
    join: int = 0
    grow: tuple[tuple[str, int], ...] = ()
    restart: float = 0.0
    rolling: int = 0

    def __bool__(self) -> bool:
        """Whether anything changes."""
        return bool(self.leave or self.join or self.grow or self.restart or self.rolling)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedChange:
    """
    The changes in one group: `before` one rebalance, and `on_return` of restarted members before another one.

    `leaving`, `dynamic` (restarted dynamic members) and `static` (restarted static members) are member ids. `before`
    is None if nothing makes the group rebalance: only static members restart. `batches` are the restarts of a rolling
    deploy, each of which begins when the group has settled, and `rolling` is the most members in one.
    """

    before: Event | None
    on_return: Event | None
    leaving: tuple[str, ...]
    dynamic: tuple[str, ...]
    static: tuple[str, ...]
    joining: tuple[Member, ...]
    grown: tuple[tuple[str, int, int], ...]
    batches: tuple[PlannedChange, ...] = ()
    rolling: int = 0
    unplaced: tuple[tuple[str, str], ...] = ()
    """The ids of joiners that can sort at several places, with what those places begin with (`NewIds.prefix`)."""

    @property
    def changes(self) -> bool:
        """Whether anything changes but the assignor."""
        return self.before not in (None, _NOTHING) or bool(self.restarting)

    @property
    def stages(self) -> tuple[PlannedChange, ...]:
        """The changes one after another: this one, then each batch."""
        return self, *self.batches

    def unplaced_ids(self, group: Group) -> dict[str, str]:
        """The new ids that can sort at several places: of joiners, and of restarted members when they return."""
        found = dict(self.unplaced)
        before = {member.id: member for member in group.members}
        for stage in self.stages:
            for name, back in zip(stage.dynamic, () if stage.on_return is None else stage.on_return.join, strict=False):
                prefix = prefix_on_return(before[name], group.members) if name in before else None
                found |= {} if prefix is None else {back.id: prefix}
        return found

    def with_ids(self, ids: Mapping[str, str]) -> PlannedChange:
        """The same change with other ids of new members. A new static member has its instance id changed, too."""

        def named(event: Event | None) -> Event | None:
            return None if event is None else replace(event, join=tuple(map(rename, event.join)))

        def rename(member: Member) -> Member:
            name = ids.get(member.id)
            if name is None:
                return member
            return replace(member, id=name, instance_id=None if member.instance_id is None else name)

        return replace(
            self,
            before=named(self.before),
            on_return=named(self.on_return),
            joining=tuple(map(rename, self.joining)),
            batches=tuple(stage.with_ids(ids) for stage in self.batches),
        )

    @property
    def restarting(self) -> tuple[str, ...]:
        """The ids of all members that restart."""
        return tuple(name for stage in self.stages for name in (*stage.dynamic, *stage.static))


def plan_change(group: Group, change: Change) -> PlannedChange:
    """
    The `change` in `group`. Raises `AssayError` if it names a member or a topic that the group does not have.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 9}, {"a": ["t"], "b": ["t"], "c": ["t"]})
    >>> planned = plan_change(group, Change(restart=50))
    >>> planned.dynamic, [member.id for member in planned.on_return.join]
    (('a', 'b'), ['a-restarted', 'b-restarted'])
    """
    if change.rolling and change.restart:
        raise AssayError("--rolling: all members restart, so --restart adds nothing: leave one out")
    leaving = _leaving(group, change.leave)
    staying = [member for member in group.members if member.id not in leaving]
    # Rounded up: half of three members are two. The small number makes up for 7 % of 100 being 7.000000000000001.
    restarted = staying[: math.ceil(len(staying) * change.restart / 100 - 1e-9)]
    taken = {name for member in group.members for name in (member.id, member.client_id, member.instance_id) if name}
    joined = [_new_member(group, staying, taken) for _ in range(change.join)]
    joining = tuple(member for member, _ in joined)
    grown = _grown(group, change.grow)
    first = Event(leave=leaving, join=joining, topics=tuple((topic, count) for topic, _, count in grown))
    return replace(
        _plan_restart(restarted, taken, first, is_change=not change.rolling),
        leaving=leaving,
        joining=joining,
        grown=grown,
        unplaced=tuple((member.id, prefix) for member, prefix in joined if prefix is not None),
        batches=tuple(
            _plan_restart(staying[place : place + change.rolling], taken)
            for place in range(0, len(staying) if change.rolling else 0, max(1, change.rolling))
        ),
        rolling=change.rolling,
    )


def _plan_restart(
    members: list[Member], taken: set[str], first: Event = _NOTHING, *, is_change: bool = False
) -> PlannedChange:
    """
    The restart of `members` while the changes of `first` happen. Without any change the group rebalances if that
    `is_change`, and nobody restarts.
    """
    dynamic = [member for member in members if member.instance_id is None]
    before = replace(first, leave=(*first.leave, *(member.id for member in dynamic)))
    back = tuple(
        replace(member, id=_free_name(f"{member.id}-restarted", taken), owned=(), generation=None) for member in dynamic
    )
    return PlannedChange(
        before=None if before == _NOTHING and (members or not is_change) else before,
        on_return=Event(join=back) if back else None,
        leaving=(),
        dynamic=tuple(member.id for member in dynamic),
        static=tuple(member.id for member in members if member.instance_id is not None),
        joining=(),
        grown=(),
    )


def _leaving(group: Group, names: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for name in names:
        member = find_member(group, name)
        if member in found:
            raise AssayError(f"--leave {name}: {member!r} leaves twice")
        found.append(member)
    return tuple(found)


def find_member(group: Group, name: str) -> str:
    """
    The id of the member called `name`: its id, its instance id, its client id, or the beginning of one id.

    >>> from kafka_assay.assignors.model import group_of
    >>> find_member(group_of({"t": 1}, {"app-1-77e0": ["t"], "app-2-1f3c": ["t"]}), "app-2")
    'app-2-1f3c'
    """
    ways = (
        [member.id for member in group.members if member.id == name],
        [member.id for member in group.members if member.instance_id == name],
        [member.id for member in group.members if member.client_id == name],
        [member.id for member in group.members if name and member.id.startswith(name)],
    )
    found = next(filter(None, ways), [])
    if len(found) > 1:
        raise AssayError(f"--leave {name}: {len(found)} members are called so, such as {found[0]!r}: name one id")
    if not found:
        names = [text for member in group.members for text in (member.client_id, member.instance_id, member.id) if text]
        example = f", such as {names[0]!r}" if names else ", which has none"
        raise AssayError(f"--leave {name}: expected a member of the group{spelling_tip(name, names) or example}")
    return found[0]


def _new_member(group: Group, staying: list[Member], taken: set[str]) -> tuple[Member, str | None]:
    """
    A new member: the most common subscription, the rack with the fewest members, static if all others are; and where it
    can sort (`NewIds.prefix`).

    The first of equally common subscriptions counts, and the first rack in the order of names. The members that stay
    count, or those that leave if none stays.
    """
    models = staying or list(group.members)
    if not models:
        raise AssayError("--join: the group has no member, so there is no subscription to take over")
    ((subscription, _),) = Counter(member.subscription for member in models).most_common(1)
    model = next(member for member in models if member.subscription == subscription)
    racks = Counter(member.rack for member in models if member.rack)
    ids = ids_of_joiner(models, taken)
    taken.update(name for name in ids[:3] if name)
    member = Member(
        id=ids.id,
        subscription=subscription,
        instance_id=ids.instance_id,
        rack=min(racks, key=lambda rack: (racks[rack], rack)) if racks.total() == len(models) else None,
        client_id=ids.client_id,
        metadata_version=model.metadata_version,
    )
    return member, ids.prefix


def _free_name(wanted: str, taken: set[str]) -> str:
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    taken.add(name)
    return name


def _grown(group: Group, wishes: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int, int], ...]:
    topics: dict[str, Topic] = {topic.name: topic for topic in group.topics}
    subscribed = {topic for member in group.members for topic in member.subscription}
    found: dict[str, tuple[str, int, int]] = {}
    for name, count in wishes:
        wish = f"--grow {name}={count}"
        if name not in topics:
            raise AssayError(f"{wish}: expected a topic of the group{spelling_tip(name, topics)}")
        if name in found:
            raise AssayError(f"{wish}: {name} grows twice")
        now = topics[name].partitions
        if not now < count <= MOST_PARTITIONS:
            raise AssayError(f"{wish}: {name} has {now} partitions: expected more, because Kafka never removes any")
        if name not in subscribed:
            raise AssayError(f"{wish}: no member subscribes to {name}, so nothing would change")
        found[name] = name, now, count
    return tuple(found.values())
