"""Texts of kafka-consumer-groups, cut into tables, read as views, and made into groups."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import (
    UserHints,
    group_from_views,
    parse_hints,
    refuse_unknown_names,
)
from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.consumer_groups.views import Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.model import Group
from tests.assignors.consumer_groups.imported import groups_in, owned, refusal_of, views_of
from tests.support.messages import one_line

OFFSETS_HEADER = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID"
MEMBERS_HEADER = (
    "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS CURRENT-EPOCH CURRENT-ASSIGNMENT TARGET-EPOCH TARGET-ASSIGNMENT"
)


def offsets(*rows: str) -> str:
    """Return an offsets view of group g. Columns: topic, partition, committed, end, member."""
    return "\n".join([OFFSETS_HEADER, *(f"g {row.rpartition(' ')[0]} - {row.split()[-1]} /h cl" for row in rows), ""])


def members(*rows: str) -> str:
    """Return a members view of group g. Columns: member, number of partitions, epoch, assignment."""
    lines = [f"g {row.split()[0]} /h cl {' '.join(row.split()[1:])} - -" for row in rows]
    return "\n".join([MEMBERS_HEADER, *lines, ""])


def group_of_text(*texts: str, known: UserHints | None = None) -> Group:
    """Return the only group that `texts` show."""
    (group,) = groups_in(*texts, hints=known)
    return group


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            "\nGROUP      GROUP-INSTANCE-ID HOST\nmy  group                    /h 1\nother      x                 /h\n",
            [
                {"GROUP": "my  group", "GROUP-INSTANCE-ID": "", "HOST": "/h 1"},
                {"GROUP": "other", "GROUP-INSTANCE-ID": "x", "HOST": "/h"},
            ],
        ),
        # Widths count UTF-16 units.
        ("GROUP  CLIENT-ID HOST\n😀😀    c1        /h\n", [{"GROUP": "😀😀", "CLIENT-ID": "c1", "HOST": "/h"}]),
        # Rows without padding are split at spaces. The assignment is the last cell.
        (
            "GROUP HOST ASSIGNMENT\ng-1 /h t0(0,1), t1(2)\n",
            [{"GROUP": "g-1", "HOST": "/h", "ASSIGNMENT": "t0(0,1), t1(2)"}],
        ),
    ],
)
def test_columns_follow_the_header(text: str, rows: list[dict[str, str]]) -> None:
    assert rows == [row.cells for row in parse_page(text).tables[0].rows]


def test_text_around_tables_is_skipped() -> None:
    """Warnings of the tool are kept."""
    text = f"$ kafka-consumer-groups.sh --describe\n{OFFSETS_HEADER}\nWarning: x\n\nsome log line\nError: no such group"

    page = parse_page(text)

    assert [()] == [table.rows for table in page.tables]
    assert ("Warning: x", "Error: no such group") == page.notices


@pytest.mark.parametrize(
    "line",
    [
        'pod "kafka-client" deleted',
        'pod "kafka-client" deleted from default namespace',
        "command terminated with exit code 1",
        "If you don't see a command prompt, try pressing enter.",
        "```",
    ],
)
def test_kubectl_line_after_the_table_is_skipped(line: str) -> None:
    """kubectl prints it directly below the last row."""
    text = f"GROUP   STATE  #MEMBERS\ng       Empty  0\n{line}\nh       Stable 1\n"

    assert ["g", "h"] == [row.cells["GROUP"] for row in parse_page(text).tables[0].rows]


def test_truncated_last_row_is_rejected() -> None:
    with pytest.raises(InvalidGroup, match=r'line 3: \'pod "x"\': expected a cell under each of GROUP, STATE'):
        parse_page('GROUP STATE #MEMBERS\ng Stable 1\npod "x" ')


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("g t0 x 1 1 0 m /h cl", "line 2 PARTITION: 'x': expected a number from 0 to 2147483646, or -"),
        ("g t0 2147483647 1 1 0 m /h cl", "line 2 PARTITION: '2147483647': expected a number from 0 to 2147483646"),
        ("g t0 -1 1 1 0 m /h cl", "line 2 PARTITION: '-1': expected a number"),
        ("g t0 0 1e9 1 0 m /h cl", "line 2 CURRENT-OFFSET: '1e9': expected a number"),
        ("g t0 - 1 1 0 m /h cl", "line 2 PARTITION: '-': expected a partition id if there is a topic, otherwise -"),
        ("g t/0 0 1 1 0 m /h cl", "line 2 TOPIC: 't/0': expected a topic name, or -"),
        ("g t0 0 1 1 0 m /h", "line 2: 'g t0 0 1 1 0 m /h': expected a cell under each of GROUP, TOPIC, PARTITION"),
        ("g t0 0 1 1 0 m /h c l", "line 2: 'g t0 0 1 1 0 m /h c l': expected a cell under each of"),
    ],
)
def test_malformed_row_is_rejected(row: str, says: str) -> None:
    assert says in refusal_of(f"{OFFSETS_HEADER}\n{row}\n")


@pytest.mark.parametrize(("length", "column"), [(20, "CONSUMER-ID"), (30, "HOST")])
def test_truncated_row_is_not_an_unowned_partition(length: int, column: str) -> None:
    """The tool prints a dash for an unowned partition."""
    header = "GROUP  TOPIC  PARTITION  CONSUMER-ID  HOST  CLIENT-ID"
    row = "g      t0     0          m            /h    c"

    says = f"line 2 {column}: '': expected text, or - (the row may be cut off)"
    assert says in refusal_of(f"{header}\n{row[:length]}\n")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("m 3 - t0:0,1", "line 2: '2 partitions': expected 3, as in #PARTITIONS (the row may be cut off)"),
        ("m 1 - t0:0;", "line 2 CURRENT-ASSIGNMENT: '': expected an assignment such as"),
        ("m 2 - t0:0;t0:1", "line 2 CURRENT-ASSIGNMENT: 't0:1': expected an assignment such as"),
        ("m 1 - t0:99999999999", "line 2 CURRENT-ASSIGNMENT: 't0:99999999999': expected partition ids below"),
        ("m x - t0:0", "line 2 #PARTITIONS: 'x': expected a number"),
        ("m - - t0:0", "line 2 #PARTITIONS: '-': expected a number"),
        ("- 1 - t0:0", "line 2 CONSUMER-ID: '-': expected the id of a member"),
    ],
)
def test_malformed_member_row_is_rejected(row: str, says: str) -> None:
    assert says in refusal_of(members(row))


def test_assignment_without_topic_names_needs_the_offsets_view() -> None:
    """`(0), (1)` gives partition ids only. Release 3.9 prints them so."""
    header = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS ASSIGNMENT"
    nameless = f"{header}\ng         member-1    /h   c         2           (0), (1)\n"

    assert "does not show topics: add the offsets view" in refusal_of(nameless)


@pytest.mark.parametrize(
    ("first", "says"),
    [
        (members("m 1 1 t0:1"), "the members view was given more than once; the last one is used"),
        (offsets("t0 0 1 1 gone"), "the views were taken at different times: gone had left or had not joined yet"),
    ],
)
def test_last_members_view_decides_who_is_a_member(first: str, says: str) -> None:
    group = group_of_text(first, members("m 1 1 t0:0"))

    assert {"m": {"t0": (0,)}} == owned(group)
    assert says in group.assumptions


@pytest.mark.parametrize("order", [1, -1])
def test_view_without_verbose_adds_nothing_to_the_verbose_one(order: int) -> None:
    verbose = members("m 2 7 t0:0,1", "n 0 7 -")
    plain = f"{MEMBERS_HEADER.partition(' CURRENT')[0]}\ng m /h cl 2\ng n /h cl 0\n"

    assert group_of_text(verbose) == group_of_text(*(verbose, plain)[::order])


def test_two_owners_in_one_view_are_no_second_view() -> None:
    group = group_of_text(offsets("t0 0 1 1 a", "t0 0 1 1 b"))

    assert {"a": {"t0": (0,)}, "b": {"t0": (0,)}} == owned(group)
    assert not any("more than once" in sentence for sentence in group.assumptions)


def test_offsets_are_kept_for_completely_listed_topics() -> None:
    """A committed offset may be missing, an end offset may not."""
    view = offsets("t0 0 5 9 m", "t0 1 - 8 m", "t1 1 1 1 m", "t2 0 1 - m")

    topics = {topic.name: topic for topic in group_of_text(view).topics}

    assert ((9, 8), (5, None)) == (topics["t0"].end_offsets, topics["t0"].committed_offsets)
    assert (None, None) == (topics["t1"].end_offsets, topics["t1"].committed_offsets)
    assert (None, (1,)) == (topics["t2"].end_offsets, topics["t2"].committed_offsets)


def test_each_assumption_is_stated() -> None:
    group = group_of_text(offsets("t0 2 1 1 m", "old 0 1 1 -"))

    assert (
        "every member owns a partition: the offsets view does not show other members",
        "topics have no more partitions than the text shows: old 1, t0 3",
        "partitions that no row shows count as partitions without an owner: t0 2 of 3",
        "every member subscribes to every topic of the group (the text does not show subscriptions)",
        "no member subscribes to old, which has committed offsets but no owner",
        "no member and no replica has a rack, and all claims have the same generation (the text does not show them)",
        "what the text shows is what is assigned, not what is read (assign(), a member that does not fetch)",
    ) == group.assumptions
    assert ("t0",) == group.members[0].subscription


@pytest.mark.parametrize(("epoch", "generations"), [("8", [7, 8]), ("-", [None, None])])
def test_member_epochs_become_generations(epoch: str, generations: list[int | None]) -> None:
    """Members of the KIP-848 protocol show one. Of only some members they would make the others' claims look older."""
    group = group_of_text(members("m 1 7 t0:0", f"n 1 {epoch} t0:1"))

    assert generations == [member.generation for member in group.members]
    last = "no member and no replica has a rack (the text does not show them)"
    assert (last in group.assumptions) == (epoch == "8")


def test_hints_replace_assumptions() -> None:
    """A hint for a member id wins over a hint for its client id."""
    known = parse_hints(["cl=t0", "m="], ["t0=9"])
    view = members("m 0 1 -", "n 1 1 t0:0") + "\n" + members("o 1 1 t1:0").replace("/h cl", "/h other")
    rows = view.replace(f"\n{MEMBERS_HEADER}", "").replace("\n\n", "\n")

    group = group_of_text(rows, known=known)

    assert [(), ("t0",), ("t0", "t1")] == [member.subscription for member in group.members]
    assert {"t0": 9, "t1": 1} == group.partition_counts()
    assert (
        "topics have no more partitions than the text shows: t1 1",
        "partitions that no row shows count as partitions without an owner: t0 8 of 9",
        "the subscriptions of these members are given by --subscription: m, n",
        "each of these members subscribes to every topic of the group (the text does not show subscriptions): o",
    ) == group.assumptions[:4]


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("Stable 3", "2 of the 3 members are missing: no view shows them"),
        ("Stable 1", None),
        ("PreparingRebalance 1", "the group was rebalancing, so the assignment was about to change"),
    ],
)
def test_state_view_gives_the_member_count(state: str, says: str | None) -> None:
    group = group_of_text(f"GROUP STATE #MEMBERS\ng {state}\n", offsets("t0 0 1 1 m"))

    assert (says in group.assumptions) == (says is not None)
    assert not any("no members but those" in said for said in group.assumptions)


def test_assumption_text_is_shortened_for_many_topics() -> None:
    group = group_of_text(offsets(*(f"t{topic} 0 1 1 m" for topic in range(1000))))

    (counts,) = [said for said in group.assumptions if "partitions" in said]
    assert counts.endswith("t102 1, t103 1, t104 1 and 992 more")


@pytest.mark.parametrize(
    ("row", "strategy", "state"), [("- Empty 1", None, "Empty"), ("range Dozing 1", "range", None)]
)
def test_state_view_gives_strategy_and_state(row: str, strategy: str | None, state: str | None) -> None:
    """Without a state that is not one of Kafka's."""
    group = group_of_text(f"GROUP ASSIGNMENT-STRATEGY STATE #MEMBERS\ng {row}\n", members("m 1 1 t0:0"))

    assert (strategy, state) == (group.strategy, group.state)
    ignored = "the state 'Dozing' is ignored, because it is not one of Stable, Empty"
    assert (state is None) == group.assumptions[0].startswith(ignored)


@pytest.mark.parametrize(("epoch", "state"), [("1", "Reconciling"), ("-", "PreparingRebalance")])
def test_rebalancing_warning_of_the_tool_sets_the_state(epoch: str, state: str) -> None:
    remark = "Warning: Consumer group 'g' is rebalancing.\n\n"

    group = group_of_text(remark + members(f"m 1 {epoch} t0:0"))

    assert state == group.state
    assert group.assumptions[-1].endswith(f"(the state view does not say so; {state} is assumed)")


def test_member_with_another_target_epoch_means_rebalancing() -> None:
    """The tool prints its warning to stderr, so a saved file does not contain it."""
    rows = members("m 1 2 t0:0", "n 1 3 t0:1").replace("t0:0 -", "t0:0 3").replace("t0:1 -", "t0:1 3")

    assert "Reconciling" == group_of_text(rows).state
    assert group_of_text(rows.replace("cl 1 2", "cl 1 3")).state is None


def group_with_hints(views: dict[str, Views], subscriptions: list[str], partitions: list[str]) -> Group:
    """Return group g, read with these hints."""
    known = parse_hints(subscriptions, partitions)
    refuse_unknown_names(known, views.values())
    return group_from_views(views["g"], known)


@pytest.mark.parametrize(
    ("subscriptions", "partitions", "says"),
    [
        (["m"], [], "--subscription 'm': expected MEMBER_OR_CLIENT=TOPIC,TOPIC such as app-1=t0,t1"),
        (["=t0"], [], "--subscription '=t0': expected MEMBER_OR_CLIENT=TOPIC"),
        (["m=t0", "m=t1"], [], "--subscription 'm=t1': expected MEMBER_OR_CLIENT=TOPIC,TOPIC each once"),
        (["m=t0,,t 1"], [], "--subscription 'm=t0,,t 1': '' is not a legal topic name"),
        ([], ["t0"], "--partitions 't0': expected TOPIC=N with N from 0 to 2147483647"),
        ([], ["t0=-1"], "--partitions 't0=-1': expected TOPIC=N with N from 0"),
        ([], ["t0=2147483648"], "--partitions 't0=2147483648': expected TOPIC=N with N from 0"),
        ([], ["t0=²"], "--partitions 't0=²': expected TOPIC=N with N from 0"),
        ([], ["t0=1", "t0=2"], "--partitions 't0=2': expected TOPIC=N once for each topic"),
        (["consumer=t0"], [], "--subscription: unknown member or client 'consumer'; did you mean 'consumer-1'?"),
        (["cl=t9"], [], "--subscription: the text shows no topic 't9' (the text shows t0); if the name is right, "),
        ([], ["t9=1"], "--partitions: unknown topic 't9' (the text sho"),
        ([], ["t0=1"], "--partitions t0=1: the text shows t0"),
    ],
)
def test_wrong_options_are_rejected(subscriptions: list[str], partitions: list[str], says: str) -> None:
    views = views_of(members("consumer-1 1 1 t0:1"))

    with pytest.raises(AssayError, match=one_line(says)):
        group_with_hints(views, subscriptions, partitions)


def test_hint_can_add_a_topic_with_its_size() -> None:
    views = views_of(members("m 1 1 t0:0"))

    assert {"t0": 1, "new": 4} == group_with_hints(views, ["m=t0,new"], ["new=4"]).partition_counts()
