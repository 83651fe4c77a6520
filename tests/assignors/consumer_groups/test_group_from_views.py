"""What is assumed where the text is silent, and that it is said."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.user_hints import parse_hints
from tests.assignors.consumer_groups.texts import MEMBERS_HEADER, group_of_text, members, offsets, owned


def test_offsets_are_kept_where_the_whole_topic_is_known() -> None:
    """A topic of which a partition is missing has none; a committed offset may be missing, an end may not."""
    view = offsets("t0 0 5 9 m", "t0 1 - 8 m", "t1 1 1 1 m", "t2 0 1 - m")

    topics = {topic.name: topic for topic in group_of_text(view).topics}

    assert ((9, 8), (5, None)) == (topics["t0"].end_offsets, topics["t0"].committed_offsets)
    assert (None, None) == (topics["t1"].end_offsets, topics["t1"].committed_offsets)
    assert (None, (1,)) == (topics["t2"].end_offsets, topics["t2"].committed_offsets)


def test_what_is_assumed_is_said() -> None:
    """Counts, subscriptions, racks, generations and members without partitions: a sentence for each."""
    group = group_of_text(offsets("t0 2 1 1 m", "old 0 1 1 -"))

    assert (
        "there are no members but those that own something: the offsets view leaves them out",
        "no topic has more partitions than those seen: old 1, t0 3",
        "every member subscribes to every topic of the group (the text shows no subscriptions)",
        "nobody subscribes to old: there are committed offsets, but no owner",
        "no member and no replica has a rack, and all claims are of one generation (the text shows none)",
    ) == group.assumptions
    assert ("t0",) == group.members[0].subscription


def test_epochs_are_generations() -> None:
    """KIP-848's members show their epoch, so nothing is assumed of it."""
    group = group_of_text(members("m 1 7 t0:0", "n 0 8 -"))

    assert [7, 8] == [member.generation for member in group.members]
    assert "no member and no replica has a rack (the text shows none)" == group.assumptions[-1]


def test_what_is_told_is_not_assumed() -> None:
    """A member's own id wins over its client's; the others are assumed to read everything."""
    known = parse_hints(["cl=t0", "m="], ["t0=9"])
    view = members("m 0 1 -", "n 1 1 t0:0") + "\n" + members("o 1 1 t1:0").replace("/h cl", "/h other")
    rows = view.replace(f"\n{MEMBERS_HEADER}", "").replace("\n\n", "\n")

    group = group_of_text(rows, known=known)

    assert [(), ("t0",), ("t0", "t1")] == [member.subscription for member in group.members]
    assert {"t0": 9, "t1": 1} == group.partition_counts()
    assert (
        "no topic has more partitions than those seen: t1 1",
        "the subscriptions of these are as the caller says (the text shows none): m, n",
        "each of these subscribes to every topic of the group (the text shows no subscriptions): o",
    ) == group.assumptions[:3]


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("Stable 3", "2 of the 3 members are missing: no view names them"),
        ("Stable 1", None),
        ("PreparingRebalance 1", "the group was rebalancing: who owns what was about to change"),
    ],
)
def test_the_state_view_tells_how_many_members_there_are(state: str, says: str | None) -> None:
    """With it, nothing is assumed about members that own nothing: they are counted."""
    group = group_of_text(f"GROUP STATE #MEMBERS\ng {state}\n", offsets("t0 0 1 1 m"))

    assert (says in group.assumptions) == (says is not None)
    assert not any("no members but those" in said for said in group.assumptions)


def test_views_of_different_moments_are_told() -> None:
    """The members view decides who is a member; a stranger in the offsets view is named."""
    group = group_of_text(offsets("t0 0 1 1 gone"), members("m 1 1 t0:0"))

    assert {"m": {"t0": (0,)}} == owned(group)
    assert "the views were taken at different moments: gone had left or not joined" in group.assumptions


def test_epochs_of_some_members_count_for_none() -> None:
    """Else the claims of the members without one would look older."""
    group = group_of_text(members("m 1 7 t0:0", "n 1 - t0:1"))

    assert [None, None] == [member.generation for member in group.members]


def test_a_sentence_names_only_some_of_many() -> None:
    """An assumption about a thousand topics stays a sentence."""
    group = group_of_text(offsets(*(f"t{topic} 0 1 1 m" for topic in range(1000))))

    (counts,) = [said for said in group.assumptions if "partitions" in said]
    assert counts.endswith("t102 1, t103 1, t104 1 and 992 more")


STATE_HEADER = "GROUP ASSIGNMENT-STRATEGY STATE #MEMBERS"


def test_the_state_view_gives_strategy_and_state() -> None:
    """Both are kept as the tool prints them; a dash is none."""
    group = group_of_text(f"{STATE_HEADER}\ng cooperative-sticky Stable 1\n", members("m 1 1 t0:0"))
    empty = group_of_text(f"{STATE_HEADER}\ng - Empty 0\n", offsets("t0 0 1 1 m"))

    assert ("cooperative-sticky", "Stable") == (group.strategy, group.state)
    assert (None, "Empty") == (empty.strategy, empty.state)


def test_without_a_state_view_a_settled_group_has_no_state() -> None:
    """Neither the members view nor the offsets view shows strategy or state."""
    group = group_of_text(members("m 1 1 t0:0"))

    assert (None, None) == (group.strategy, group.state)


@pytest.mark.parametrize(("epoch", "state"), [("1", "Reconciling"), ("-", "PreparingRebalance")])
def test_the_remark_of_the_tool_tells_that_a_group_is_rebalancing(epoch: str, state: str) -> None:
    """The state is assumed from the protocol: epochs are KIP-848's. The assumption is said."""
    remark = "Warning: Consumer group 'g' is rebalancing.\n\n"

    group = group_of_text(remark + members(f"m 1 {epoch} t0:0"))

    assert state == group.state
    assert group.assumptions[-1].endswith(f"(the state view does not say so: {state} is assumed)")


def test_a_member_on_its_way_to_another_epoch_is_rebalancing() -> None:
    """The tool remarks it on stderr, which a file does not hold; the epochs tell it as well."""
    rows = members("m 1 2 t0:0", "n 1 3 t0:1").replace("t0:0 -", "t0:0 3").replace("t0:1 -", "t0:1 3")

    assert "Reconciling" == group_of_text(rows).state
    assert group_of_text(rows.replace("cl 1 2", "cl 1 3")).state is None


def test_an_unknown_state_is_left_out() -> None:
    """A later release may print another; the group is imported without it, and that is said."""
    group = group_of_text(f"{STATE_HEADER}\ng range Dozing 1\n", members("m 1 1 t0:0"))

    assert group.state is None
    assert group.assumptions[0].startswith("the state 'Dozing' is left out: it is none of Stable, Empty")
