"""Texts of kafka-consumer-groups as people paste them: each is imported whole, or refused with one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assay.shell import Ended, Shell

REPORTS = Path(__file__).parents[1] / "data" / "reports"
READ = "what the text shows is what is assigned, not what is read (assign(), a member that does not fetch)"


def imported(shell: Shell, names: str, *options: str) -> Ended:
    """What the verb prints about files of the reports."""
    return shell("import", *(str(REPORTS / name) for name in names.split()), *options)


def loads(document: dict[str, object]) -> list[int]:
    """The number of partitions of each member, in the order of the text."""
    members = document["members"]
    assert isinstance(members, list)
    return [sum(map(len, member.get("owned", {}).values())) for member in members]


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("01/members.txt", "members.txt: line 5: '2 partitions': expected 1, as in #PARTITIONS"),
        ("04/checker.txt", "line 1: this is the table of ConsumerOffsetChecker (Kafka 0.8), which shows no members"),
        ("07/rows.txt", "expected a header above this row (the text has none)"),
        ("08/offsets.txt", "line 3 TOPIC: 'persistent://public/default/test_topic-600': expected a topic name, or -"),
        ("15/describe.txt", "group 'group1' was rebalancing, and nothing else of it is shown: describe it again"),
        ("51/members.txt", "'sg': a share group: several members may own a partition, so the laws of consumer groups"),
    ],
)
def test_report_is_refused_with_its_reason(names: str, says: str, shell: Shell) -> None:
    ended = imported(shell, names)

    assert (2, "", 1) == (ended.code, ended.out, ended.err.count("\n"))
    assert says in ended.err


@pytest.mark.parametrize(
    ("names", "options", "name", "counts", "says"),
    [
        ("01/members_fixed.txt", (), "my-group", [3, 0, 3, 2, 1], "topic_1 1 of 4, topic_2 1 of 5, topic_3 1 of 2"),
        ("02/members.txt 02/offsets.txt 02/state.txt", ("--group=cg",), "cg", [1, 1, 1, 0, 0], READ),
        (
            "02/members.txt 02/offsets.txt 02/state.txt",
            (),
            "members",
            [1, 1, 1, 0, 0],
            "the group is called 'members', as the file is: the text has no column GROUP (Kafka 0.10.2 to 2.2",
        ),
        ("05/elided.txt", (), "src50b", [], "rows were left out of the text (line 9): what they showed is missing"),
        ("05/one-consumer.txt", ("--partitions=topic50c=50",), "src50c", [6], "topic50c 44 of 50"),
        ("07/repaired.txt", (), "importer", [0, 299, 1, 0], READ),
        ("10/members.crlf.txt", (), "localconsumers", [4, 4], READ),
        ("10/members.utf16.txt", (), "localconsumers", [4, 4], READ),
        ("12/members.txt", (), "test3", [0, 0, 2], "the instance id null is a missing id, not one of 3 static members"),
        ("45/state.txt 45/members.txt", (), "web", [2, 2], READ),
    ],
)
def test_report_is_imported(
    names: str, options: tuple[str, ...], name: str, counts: list[int], says: str, shell: Shell
) -> None:
    """With what the text cannot say in `assumptions`."""
    ended = imported(shell, names, *options)

    assert (0, name, counts) == (ended.code, ended.document["name"], loads(ended.document))
    assert any(says in sentence for sentence in ended.document["assumptions"])
    assert not any("instance_id" in member for member in ended.document["members"])


@pytest.mark.parametrize("state", ["state-today", "state-new"])
def test_one_header_for_all_groups_reads_as_one_for_each(state: str, shell: Shell) -> None:
    first, second = imported(shell, f"49/{state}.txt 49/offsets.txt").documents

    assert ("group1", "range", "Stable", [1, 1]) == (first["name"], first["strategy"], first["state"], loads(first))
    assert ("group2", None, "Empty", []) == (second["name"], second.get("strategy"), second["state"], loads(second))
