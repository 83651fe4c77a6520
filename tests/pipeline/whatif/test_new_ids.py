from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.new_ids import id_placements, is_random
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, find_outcome

RANDOM = ("o4i9_FXH5Zm80v9WB3r71w", "de8ZLBNw4haGFh8J3e9d5A", "zz8ZSJ99QFOvnr9N3awUwA")


def test_id_of_kip_848_is_sixteen_bytes_in_base_64() -> None:
    """The last of its 22 characters stands for two bits."""
    names = (RANDOM[0], "sarama-app-consumer-00", RANDOM[0][:-1])

    assert [True, False, False] == [is_random(Member(id=name, subscription=())) for name in names]


def group_named(*names: tuple[str, str | None, str | None], claims: bool = True) -> Group:
    """Members with these ids, client ids and instance ids, of which each owns three of the partitions as range does."""
    places = {name: place for place, name in enumerate(sorted(name for name, _, _ in names))}
    members = (
        Member(
            id=name,
            subscription=("t",),
            client_id=client,
            instance_id=instance,
            owned=(("t", tuple(range(3 * places[name], 3 * places[name] + 3))),) if claims else (),
            generation=2,
        )
        for name, client, instance in names
    )
    return Group(topics=(Topic(name="t", partitions=3 * len(names)),), members=tuple(members))


def classic(*clients: str) -> Group:
    return group_named(
        *((f"{client}-{number}e0a0b012", client, None) for number, client in enumerate(clients, start=1))
    )


NUMBERED, SHARED = classic("app-1", "app-2", "app-3"), classic("app", "app", "app")
KIP_848 = group_named(*((name, f"app-{number}", None) for number, name in enumerate(RANDOM)))


@pytest.mark.parametrize(
    ("group", "new_id", "client", "places"),
    [
        (NUMBERED, "app-4-new", "app-4", {}),
        (SHARED, "app-new-1", "app", {"app-new-1": "app-"}),
        (classic("orders-x7f9", "orders-kq2a"), "new-1", "new-1", {"new-1": ""}),
        (
            classic("consumer-g-1", "consumer-g-1", "consumer-g-2"),
            "consumer-g-1-new-1",
            "consumer-g-1",
            {"consumer-g-1-new-1": "consumer-g-1-"},
        ),
        (KIP_848, "new-1", "app-3", {"new-1": ""}),
        (group_named(("m-00", None, None), ("m-01", None, None)), "m-02", "m-02", {}),
        # Number 2 is missing: it may be the one that joins.
        (classic("app-1", "app-3"), "app-4-new", "app-4", {"app-4-new": "app-"}),
        (group_named(("m-8", None, None), ("m-9", None, None)), "m-10", "m-10", {"m-10": "m-"}),
        (group_named(("left", None, None), ("right", None, None)), "new-1", "new-1", {"new-1": ""}),
        # One name is no pattern: the number may be a version.
        (classic("kafka-python-3.0.12"), "new-1", "new-1", {"new-1": ""}),
        (group_named(("pod-0-aa", "c-1", "pod-0"), ("pod-1-bb", "c-2", "pod-1")), "pod-2-new", "c-3", {}),
    ],
    ids=["numbered", "shared", "pods", "default", "kip-848", "plain", "gap", "high", "words", "single", "static"],
)
def test_joiner_is_named_as_the_group_is(group: Group, new_id: str, client: str, places: dict[str, str]) -> None:
    planned = plan_change(group, Change(join=1))

    assert (new_id, client) == (planned.joining[0].id, planned.joining[0].client_id)
    assert places == planned.unplaced_ids(group)


@pytest.mark.parametrize(
    ("group", "prefixes"),
    [(NUMBERED, set()), (SHARED, {"app-"}), (KIP_848, {""})],
    ids=["numbered", "shared", "kip-848"],
)
def test_restarted_member_sorts_among_its_client_id(group: Group, prefixes: set[str]) -> None:
    assert prefixes == set(plan_change(group, Change(restart=30)).unplaced_ids(group).values())
    assert prefixes == set(plan_change(group, Change(rolling=1)).unplaced_ids(group).values())


@pytest.mark.parametrize("group", [NUMBERED, SHARED, KIP_848, classic("x7f9", "kq2a")])
def test_several_joiners_have_different_names(group: Group) -> None:
    joining = plan_change(group, Change(join=3)).joining

    assert 3 == len({member.id for member in joining})
    assert {member.client_id for member in joining} in (
        {"app"},
        {f"app-{one}" for one in (4, 5, 6)},
        {"app-3", "app-4", "app-5"},
        {f"new-{one}" for one in (1, 2, 3)},
    )


def outcome(target: str, group: Group, change: Change) -> WhatIfOutcome:
    return find_outcome(open_target(target), replace(group, strategy=target), plan_change(group, change))


@pytest.mark.parametrize(
    ("target", "group", "change", "moves"),
    [
        # Range gives 3/2/2/2. First, a joiner pushes all others on: 6 moves; before the last one: 2.
        ("range", SHARED, Change(join=1), (2, 6)),
        ("range", KIP_848, Change(join=1), (2, 6)),
        ("range", NUMBERED, Change(join=1), None),
        ("sticky", SHARED, Change(join=1), None),
        ("range", NUMBERED, Change(restart=30), None),
        ("range", SHARED, Change(restart=30), (4, 6)),
    ],
)
def test_moves_have_a_range_where_the_place_is_unknown(
    target: str, group: Group, change: Change, moves: tuple[int, int] | None
) -> None:
    found = outcome(target, group, change)

    assert (moves, True) == (found.moves_range, found.all_orders)
    assert moves is None or moves[0] <= found.moved <= moves[1]


def test_loads_and_idle_members_have_a_range_where_subscriptions_differ() -> None:
    """Range gives both topics to a joiner that sorts first, and one of them to a first member that reads only one."""
    wide, narrow = sorted(RANDOM[:2], reverse=True)
    members = Member(id=wide, subscription=("x", "y")), Member(id=narrow, subscription=("x",))
    group = Group(topics=(Topic(name="x", partitions=1), Topic(name="y", partitions=1)), members=members)

    found = outcome("server-range", group, Change(join=1))

    assert ((0, 0), (0, 1), (1, 2)) == found.loads_range
    assert (1, 2) == found.idle_range
    assert found.has_ranges
    assert found.topic_spread_range is None


def test_very_many_orders_are_sampled_with_the_extremes() -> None:
    names = {f"new-{number}": "" for number in range(6)}

    orders, are_all = id_placements(names, [f"m{number}" for number in range(9)], 8)
    found = [sorted(order.values()) for order in orders]

    assert (False, 8) == (are_all, len(found))
    assert [f"!{number}" for number in range(1, 7)] in found
    assert [f"m8!{number}" for number in range(1, 7)] in found
