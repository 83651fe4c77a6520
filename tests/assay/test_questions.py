"""Questions that people asked in public, with the answer that is right; `tests/data/reports.json` has their groups."""

from __future__ import annotations

from typing import Any

import pytest

from tests.assay.groups import PAIR
from tests.assay.shell import REPORTS, ROOT, Shell


def figures(shell: Shell, command: str, *keys: str) -> dict[str, tuple[Any, ...]]:
    """Target -> these figures of the what-if."""
    document = shell(f"whatif {REPORTS}/{command} --json").document
    return {one["target"]: tuple(one[key] for key in keys) for one in document["targets"]}


def test_even_replica_counts_are_those_of_an_autoscaler(shell: Shell) -> None:
    """Keda: 24 partitions; every replica has one thread, or four."""
    one, four = (
        shell(f"whatif {REPORTS}/35/group.json range roundrobin --members {options}").text
        for options in ("1..26", "1..7 --threads 4")
    )

    assert "All members have the same load at 1–4, 6, 8, 12, 24 with each target." in one
    assert "From 25 members on, some members have nothing to do, with every assignor." in one
    assert "All members have the same load at 1–3, 6 with each target." in four
    assert "From 7 replicas of 4 members on, some members have nothing to do" in four
    assert "the present assignment is unknown" in one


def test_even_counts_of_several_topics_depend_on_the_assignor(shell: Shell) -> None:
    ended = shell(f"whatif {REPORTS}/35/three-topics.json range roundrobin --members 4..13")
    rows = shell(f"whatif {REPORTS}/35/three-topics.json range roundrobin --members 4..13 --json").document["counts"]

    assert "The loads are as even as possible at 4 with range; at 4–13 with roundrobin." in ended.text
    found = {(row["members"], row["target"]): (row["largest"], row["smallest"]) for row in rows}
    assert [(10, 9), (8, 6), (7, 4), (4, 1)] == [found[count, "range"] for count in (4, 5, 7, 13)]
    assert [(10, 9), (8, 7), (6, 5), (3, 2)] == [found[count, "roundrobin"] for count in (4, 5, 7, 13)]


def test_counts_say_where_members_are_idle_in_vain_and_what_limits_them(shell: Shell) -> None:
    idle = shell(f"whatif {REPORTS}/24/group.json range sticky --members 8..30").text
    offsets = {"partitions": 4, "end_offsets": [50, 20, 100, 10], "committed_offsets": [0, 0, 0, 0]}
    command = f"whatif {shell.write('g.json', PAIR | {'topics': {'t': offsets}})} range --members 1..4 --weights lag"
    lag, told = shell(command, "--json").document["limit"], shell(command).text

    assert "Members are idle that could work at 11–30 with range." in idle
    assert {"partition": "t-2", "weight": 100, "total": 180, "enough": 2} == lag
    assert "By lag, more members do not help the best plan: t-2 alone holds 100 of 180 unread records." in told


EVEN = ("roundrobin", "sticky", "cooperative-sticky", "server-uniform")


def test_idle_members_of_range_are_counted_and_its_stops_not_praised(shell: Shell) -> None:
    """Spring, concurrency 30 over 8 topics of 10 partitions."""
    found = figures(shell, "24/group.json", "idle", "switch")

    assert {(0, 50)} == {found[target] for target in EVEN}
    assert (20, 20) == (found["range"][0], found["server-range"][0])
    assert (
        "Today the loads are 8x10/0x20. The most even loads are 3x20/2x10, with roundrobin, sticky, cooperative-sticky "
        "and server-uniform. On the way there, 50 partitions move once with each of them. range and server-range: "
        "8x10/0x20, 20 members idle that could work." in shell(f"whatif {REPORTS}/24/group.json").text
    )
    joined = shell(f"whatif {REPORTS}/24/group.json --join 1").text
    assert "ships, cooperative-sticky and server-uniform stop partitions least often: 2 times." in joined
    assert "server-range would stop no more, but leave 21 members idle that could work." in joined


@pytest.mark.parametrize(
    ("group", "idle"), [("25/group.json", 2), ("25/dapr.json", 10), ("26/guess61.json", 3), ("26/guess64.json", 0)]
)
def test_range_splits_each_topic_alone(shell: Shell, group: str, idle: int) -> None:
    assert {"range": (idle,), "roundrobin": (0,)} == figures(shell, f"{group} range roundrobin", "idle")


def test_spread_within_topics_is_priced(shell: Shell) -> None:
    """Two consumers, 72/72, but one reads T3 alone."""
    found = figures(shell, "28/group.json", "topic_spread", "switch")

    assert {"cooperative-sticky": (32, None), "roundrobin": (0, 72), "range": (0, 48), "optimal": (32, 0)} == {
        target: found[target] for target in ("cooperative-sticky", "roundrobin", "range", "optimal")
    }
    assert "Spread within topics: 0 with range (48 moves), roundrobin (72 moves)" in (
        shell(f"whatif {REPORTS}/28/group.json").text
    )
    named = "28/fresh.json cooperative-sticky roundrobin range"
    assert {(0,)} == set(figures(shell, named, "topic_spread").values())


@pytest.mark.parametrize("group", ["35/group.json", "35/three-topics.json", "25/dapr.json", "39/asymmetric.json"])
def test_unknown_start_is_said_and_nobody_is_praised_for_it(shell: Shell, group: str) -> None:
    """The files name a strategy, or none, and nobody owns anything."""
    found = figures(shell, f"{group} --join 1", "comparable", "switch", "ownerless")

    assert {(False, None, 0)} == set(found.values())
    assert "the present assignment is unknown" in shell(f"whatif {REPORTS}/{group} --join 1").text


def test_present_assignor_settles_before_it_is_compared(shell: Shell) -> None:
    found = figures(shell, "35/three-topics.json --join 1", "stops")

    assert (38,) == found["range"] == found["roundrobin"]


def test_unequal_subscriptions_are_ranked_by_their_loads(shell: Shell) -> None:
    assert (
        "The most even loads are 15/15/10/10/10/6x10, with sticky, cooperative-sticky and server-uniform. "
        "range and server-range: 21/21/8/8/8/6x4/5x6; roundrobin: 21/21/9/9/9/6/5x9."
        in shell(f"whatif {REPORTS}/39/group.json").text
    )


@pytest.mark.parametrize(
    ("command", "code", "first"),
    [
        # ClickHouse: 256 partitions, 256 consumers on 16 nodes.
        (
            "34/group.json 34/seen.json",
            0,
            "UNEVEN: loads 7x14/6x18/4/4/3x14/0x208, best 1x256; 208 members idle that could work. KEPT: 6 laws",
        ),
        # Connect: 8/8/0 became 6/6/4.
        ("47/group.json 47/seen.json", 0, "UNEVEN: loads 6/6/4, best 6/5/5. KEPT: 6 laws"),
        ("47/group.json 47/seen.json --like sticky", 1, "✗ BROKEN: 2 of 9 laws, the most basic is even-when-equal"),
        # What two old members exchanged is needless; without promises that breaks no law.
        ("30/group.json 30/seen.json", 0, "EVEN: loads 4/3/3, but 3 needless moves. KEPT: 6 laws"),
        ("30/group.json 30/seen.json --like sticky", 1, "✗ BROKEN: needless-moves-when-equal"),
        ("29/group.json 29/seen.json", 0, "✓ BEST POSSIBLE: loads 2/2/2. KEPT: 6 laws"),
        ("29/group.json 29/seen.json --like range", 1, "✗ BROKEN: 2 of 9 laws, the most basic is spread-within-topic"),
        ("33/group.json 33/seen.json", 1, "✗ BROKEN: one-owner-each"),
        ("41/group.json 41/seen.json --like sticky,+range", 1, "✗ BROKEN: 2 of 11 laws, the most basic is contiguous"),
        # The rule of an assignor, kept: it is as uneven as it says.
        (
            "24/group.json range",
            0,
            "KEPT: 11 laws. UNEVEN: loads 8x10/0x20, best 3x20/2x10; 20 members idle that could work",
        ),
        ("24/group.json roundrobin", 0, "✓ KEPT: 9 laws"),
        ("46/group.json optimal", 0, "✓ KEPT: 13 laws"),
        ("46/group.json sticky", 0, "KEPT: 10 laws. UNEVEN: loads 4/3/2, best 3/3/3"),
    ],
)
def test_judge_says_first_how_even_an_answer_is(shell: Shell, command: str, code: int, first: str) -> None:
    ended = shell(" ".join(["judge", *(f"{REPORTS}/{word}" if "/" in word else word for word in command.split())]))

    assert (code, first) == (ended.code, " ".join(ended.out.partition("\n  ")[0].split()))


def test_judge_counts_idle_members_and_the_spread(shell: Shell) -> None:
    document = shell(f"judge {REPORTS}/34/group.json {REPORTS}/34/seen.json --json").document

    assert (208, 7, 106) == tuple(document[key] for key in ("idle", "topic_spread", "host_spread"))
    assert [1] * 256 == document["best_loads"]


def test_own_rule_is_refuted_by_its_smallest_group(shell: Shell) -> None:
    """ClickHouse's quota was counted for each consumer instead of for each node."""
    shell.write("quota.py", (ROOT / "tests/data/quota.py").read_text())

    ended = shell(
        "check python:quota:assign --like fair --law even-when-equal --inputs clean --groups 200 --jobs 1 --json"
    )

    group = ended.cell["counterexample"]["group"]
    assert (1, True) == (ended.code, len(group["members"]) <= 3)
