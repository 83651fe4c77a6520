from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.pipeline.whatif.change import Change, find_member, plan_change
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances


def test_share_of_members_is_rounded_up_and_exact() -> None:
    assert ("a", "b") == plan_change(THREE_OF_NINE, Change(restart=50)).dynamic
    group = group_of({"t": 1}, {f"m{number:03}": ["t"] for number in range(100)})

    assert 7 == len(plan_change(group, Change(restart=7)).dynamic)


def test_members_that_leave_do_not_restart() -> None:
    planned = plan_change(THREE_OF_NINE, Change(leave=("a",), restart=100))

    assert (("a",), ("b", "c")) == (planned.leaving, planned.dynamic)


def test_restarted_dynamic_members_return_with_new_ids_and_no_claims() -> None:
    planned = plan_change(THREE_OF_NINE, Change(restart=30))

    assert planned.on_return is not None
    assert ("a-restarted",) == tuple(member.id for member in planned.on_return.join)
    assert () == planned.on_return.join[0].owned
    assert planned.before is not None
    assert ("a",) == planned.before.leave


def test_restarted_static_members_cause_no_rebalance() -> None:
    planned = plan_change(with_instances(THREE_OF_NINE, "a", "b"), Change(restart=50))

    assert (None, None, ("a", "b")) == (planned.before, planned.on_return, planned.static)


def test_without_a_change_the_group_rebalances() -> None:
    assert plan_change(THREE_OF_NINE, Change()).before is not None


def test_joiner_takes_the_most_common_subscription_and_the_emptiest_rack() -> None:
    members = (
        Member(id="new-1", subscription=("u",), rack="ra"),
        Member(id="b", subscription=("t", "u"), rack="ra"),
        Member(id="c", subscription=("t", "u"), rack="rb"),
    )
    group = Group(topics=(Topic(name="t", partitions=1),), members=members)

    first, second = plan_change(group, Change(join=2)).joining

    assert ("new-2", ("t", "u"), "rb", None) == (first.id, first.subscription, first.rack, first.instance_id)
    assert "new-3" == second.id


def test_joiner_is_static_if_all_members_are() -> None:
    group = with_instances(THREE_OF_NINE, "a", "b", "c")

    assert "new-1" == plan_change(group, Change(join=1)).joining[0].instance_id


@pytest.mark.parametrize("name", ["app-1-77e0", "i0", "app-1", "app-1-7"])
def test_member_is_found_by_each_of_its_names(name: str) -> None:
    one = Member(id="app-1-77e0", subscription=("t",), instance_id="i0", client_id="app-1")
    other = replace(one, id="app-10-1111", instance_id="i1", client_id="app-10")

    assert "app-1-77e0" == find_member(Group(topics=(), members=(one, other)), name)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(rolling=1, restart=5), "--rolling: all members restart, so --restart adds nothing: leave one out"),
        (Change(leave=("d",)), "--leave d: expected a member of the group, such as 'a'"),
        (Change(leave=("a", "a")), "--leave a: 'a' leaves twice"),
        (Change(grow=(("tt", 3),)), "--grow tt=3: expected a topic of the group; did you mean 't'?"),
        (Change(grow=(("t", 27),)), "--grow t=27: t has 27 partitions: expected more, because Kafka never removes any"),
        (Change(grow=(("t", 28), ("t", 29))), "--grow t=29: t grows twice"),
        (Change(grow=(("u", 2),)), "--grow u=2: no member subscribes to u, so nothing would change"),
        (Change(leave=("app",)), "--leave app: 2 members are called so, such as 'app-1': name one id"),
    ],
)
def test_impossible_change_is_refused(change: Change, said: str) -> None:
    group = group_of({"t": 27, "u": 1}, {name: ["t"] for name in ("a", "app-1", "app-2")})

    with pytest.raises(AssayError) as wrong:
        plan_change(group, change)

    assert said == str(wrong.value)
