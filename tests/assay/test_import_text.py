"""Texts of kafka-consumer-groups as people paste them: each is imported whole, or refused with one line."""

from __future__ import annotations

import pytest

from tests.assay.groups import loads_in
from tests.assay.shell import REPORTS, Ended, Shell

READ = "what the text shows is what is assigned, not what is read (assign(), a member that does not fetch)"
NAMELESS = "the group is called 'members', as the file is: the text has no column GROUP (Kafka 0.10.2 to 2.2"


def imported(shell: Shell, words: str) -> Ended:
    """What the verb prints about files of the reports. Words with a hyphen are options."""
    return shell("import", *(word if word.startswith("-") else str(REPORTS / word) for word in words.split()))


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("01/members.txt", "members.txt: line 5: '2 partitions': expected 1, as in #PARTITIONS"),
        ("04/checker.txt", "line 1: this is the table of ConsumerOffsetChecker (Kafka 0.8), which shows no members"),
        ("07/rows.txt", "expected a header above this row (the text has none)"),
        ("08/offsets.txt", "line 3 HOST: '': expected text, or - (the row may be cut off)"),
        ("15/describe.txt", "group 'group1' was rebalancing, and nothing else of it is shown: describe it again"),
        ("51/members.txt", "'sg': a share group: several members may own a partition, so the laws of consumer groups"),
    ],
)
def test_report_is_refused_with_its_reason(names: str, says: str, shell: Shell) -> None:
    assert says in imported(shell, names).refusal


@pytest.mark.parametrize(
    ("words", "name", "counts", "says"),
    [
        ("01/members_fixed.txt", "my-group", [3, 0, 3, 2, 1], "topic_1 1 of 4, topic_2 1 of 5, topic_3 1 of 2"),
        ("02/members.txt 02/offsets.txt 02/state.txt --group=cg", "cg", [1, 1, 1, 0, 0], READ),
        ("02/members.txt 02/offsets.txt 02/state.txt", "members", [1, 1, 1, 0, 0], NAMELESS),
        ("05/elided.txt", "src50b", [], "rows were left out of the text (line 9): what they showed is missing"),
        ("05/one-consumer.txt --partitions=topic50c=50", "src50c", [6], "topic50c 44 of 50"),
        ("07/repaired.txt", "importer", [0, 299, 1, 0], READ),
        ("10/members.crlf.txt", "localconsumers", [4, 4], READ),
        ("10/members.utf16.txt", "localconsumers", [4, 4], READ),
        ("12/members.txt", "test3", [0, 0, 2], "the instance id null is a missing id, not one of 3 static members"),
        ("45/state.txt 45/members.txt", "web", [2, 2], READ),
    ],
)
def test_report_is_imported(words: str, name: str, counts: list[int], says: str, shell: Shell) -> None:
    """With what the text cannot say in `assumptions`."""
    ended = imported(shell, words)

    assert (0, name, counts) == (ended.code, ended.document["name"], loads_in(ended.document))
    assert any(says in sentence for sentence in ended.document["assumptions"])
    assert not any("instance_id" in member for member in ended.document["members"])


@pytest.mark.parametrize("state", ["state-today", "state-new"])
def test_one_header_for_all_groups_reads_as_one_for_each(state: str, shell: Shell) -> None:
    first, second = imported(shell, f"49/{state}.txt 49/offsets.txt").documents

    assert ("group1", "range", "Stable", [1, 1]) == (first["name"], first["strategy"], first["state"], loads_in(first))
    assert ("group2", None, "Empty", []) == (second["name"], second.get("strategy"), second["state"], loads_in(second))


@pytest.mark.parametrize("command", ["judge {} cooperative-sticky --json", "optimum {} --then topic-spread --json"])
def test_joiner_gets_half_of_each_topic_for_four_moves(command: str, shell: Shell) -> None:
    """Java since KAFKA-16277 and the best plan; whole topics on one member would be as even."""
    answer = shell(command.format(REPORTS / "10/before-join.json")).document

    assert {"first.topic": [2, 3], "second.topic": [2, 3]} == answer["assignment"]["C2"]
    assert 4 == answer.get("moves", answer.get("moved"))


OFFSETS = "TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n"
ROWS = "orders 0 5 9 4 a-1 /10.0.0.1 a\norders 1 5 9 4 b-1 /10.0.0.2 b\n"
COMMAND = "$ kafka-consumer-groups.sh --bootstrap-server k:9092 --describe --group pay"
MEMBERS = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS ASSIGNMENT\n"
PAY = f"{COMMAND}\n{OFFSETS}{ROWS}"
PLAIN = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS\n"
INSTANCES = "GROUP CONSUMER-ID GROUP-INSTANCE-ID HOST CLIENT-ID #PARTITIONS ASSIGNMENT\n"


@pytest.mark.parametrize(
    "text",
    [
        "Consumer group 'pay' has no active members.\n",
        "\nWarning: Consumer group 'pay' is rebalancing.\n\n",
        f"{COMMAND}\n\n",
        "Note: This will not show old Zookeeper-based consumers.\n\nWarning: Consumer group 'pay' is rebalancing.\n\n",
    ],
)
def test_group_without_a_column_is_named_by_what_is_above_its_table(text: str, shell: Shell) -> None:
    shell.write("views.txt", text, OFFSETS, ROWS)

    group = shell("import views.txt").document

    assert ("pay", [1, 1]) == (group["name"], loads_in(group))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OFFSETS + ROWS + "\n" + OFFSETS + ROWS, "line 5: 'TOPIC': expected the option --group NAME, because the text"),
        ("Error: Executing consumer group command failed due to x.TimeoutException: y\n\tat a.B(C.java:1)\n", "failed"),
        ("java.util.concurrent.ExecutionException: x\n\tat a.B.c(D.java:1)\n\t... 12 more\nNote: x\n", "Exception: x"),
        ("Consumer group `pay` does not exist or is rebalancing.\n", "contains no group, but 'Consumer group `pay`"),
        (
            "$ kafka-consumer-groups.sh --describe --group pay | grep orders\n" + ROWS,
            "line 2: 'orders 0 5 9 4 a-1 /10.0.0.1 a': expected a header above this row (the text has none)",
        ),
        (
            "Error: Consumer group 'pay' is rebal\n",
            "line 1: \"Error: Consumer group 'pay' is rebal\": expected a whole",
        ),
        ("GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OF\ng t 0 5 5\n", "it is cut off before 'FSET LAG"),
        (
            "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\ng t 0 5 5 0\n",
            "'CURRENT-OFFSET LOG-END-OFFSET LAG': expected a whole header (it is cut off before 'CONSUMER-ID HOST",
        ),
        (PLAIN + "g a /h a 2\ng b /h b 0\n", "group 'g': its members view does not show topics: add the"),
        ("GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID\n", "cut off before 'HOST CLIENT-ID'"),
        (
            OFFSETS[:-16] + "\norders 0 5 9 4 my_app-0b1c2d3e-1\n",
            "the columns after CONSUMER-ID (the table was cut off)",
        ),
        (
            "GROUP TOPIC PARTITION NEW-OFFSET\ng t 0 5\n",
            "expected the offsets, members or state view of kafka-consumer",
        ),
        ("GROUP STATE\ng Stable\n", "line 1: 'GROUP STATE': expected the offsets, members or state view"),
        (ROWS + OFFSETS, "line 1: 'orders 0 5 9 4 a-1 /10.0.0.1 a': expected a header above this row (it is in line 3"),
        (OFFSETS + ROWS + ROWS.replace("5 9 4", "6 9 3"), "line 4: 'orders-0': expected what line 2 says"),
        (OFFSETS + ROWS + "orders 2 5 9 4 b-1 /10.0.0.2 other\n", "line 4: 'orders-2': expected what line 3 says"),
        (OFFSETS + ROWS.replace("5 9 4", "5 9 5"), "line 2 LAG: '5': expected 4, LOG-END-OFFSET less CURRENT-OFFSET"),
        (MEMBERS + "g a /h a 2 t(0,0)\n", "line 2 ASSIGNMENT: 't(0,0)': expected each partition once"),
        (MEMBERS + "g a /h a 1 t(0)\ng a /h a 1 t(1)\n", "line 3: 'a': expected what line 2 says of the same member"),
        (
            MEMBERS + "g a-0b... /h a 1 t(0)\n",
            "CONSUMER-ID: 'a-0b...': expected the whole cell: the text was shortened",
        ),
        (
            MEMBERS + "g a-...-5ca1ab1e /h a 1 t(0)\n",
            "CONSUMER-ID: 'a-...-5ca1ab1e': expected the whole cell: the text was shortened",
        ),
        (MEMBERS + "g a /h a 1 t(0)\ng b /h b 1 t(0)\n", "t-0 is owned by a, b, which only a share group may do"),
        ("GROUP CONSUMER-ID HOST CLIENT-ID ASSIGNMENT\ng a /h a t:0\n", "'g': a share group"),
        ("GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS MEMBER-EPOCH ASSIGNMENT\ng a /h a 1 3 t:0\n", "'g': a share"),
        ("GROUP TOPIC PARTITION START-OFFSET LAG\ng t 0 5 5\n", "'g': a share group"),
        ("Share group 'g' has no active members.\n", "'g': a share group"),
        ("GROUP COORDINATOR (ID) STATE #MEMBERS\ng k:9092 (1) Stable 2\n", "'g': a share group or a streams group"),
        (
            "GROUP MEMBER PROCESS CLIENT-ID\ng m p c\nACTIVE-TASKS: 0: [1]\n",
            "line 1: this is the table of kafka-streams",
        ),
        (
            "GROUP TOPIC PARTITION OFFSET-LAG\ng t 0 5\n",
            "kafka-streams-groups: the broker assigns tasks, not partitions",
        ),
        ("Group Topic Pid Offset logSize Lag Owner\n", "ConsumerOffsetChecker (Kafka 0.8)"),
    ],
)
def test_text_that_cannot_be_read_whole_is_refused(text: str, says: str, shell: Shell) -> None:
    shell.write("views.txt", text)

    assert says in shell("import views.txt").refusal


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (INSTANCES + "g a i /h a 1 t(0)\ng b i /h b 1 t(1)\n", "2 members share the instance id 'i': the coordinator"),
        (MEMBERS + "g a /h a 1 t(0)\n" + MEMBERS + "g a /h a 1 t(0)\ng b /h b 1 t(1)\n", READ),
        (
            MEMBERS + "g a /h a 1 t(0)\ng c /h c 0 -\n" + MEMBERS + "g a /h a 1 t(0)\ng b /h b 1 t(1)\n",
            "the members view was given more than once; the last one is used",
        ),
        (
            f"{PAY}- - - - - c-1 /10.0.0.3 c\n{PAY}",
            "the offsets view was given more than once; the last one is used",
        ),
        (
            f"{MEMBERS}pay a-1 /10.0.0.1 a 1 orders(1)\n{PLAIN}pay a-1 /10.0.0.1 a 1\npay b-1 /10.0.0.2 b 1\n{PAY}",
            "the assignment is taken from the offsets view, but the members view differs for a-1",
        ),
        (MEMBERS + "g a /h a 1 t(0)\n\ng b /h b 1 t(1)\n", READ),
        (MEMBERS + "g a /h a 1 t(0)\n...\ng b /h b 1 t(2)\n", "rows were left out of the text (line 3)"),
        (MEMBERS + "g a /h a 1 t(0)\ng b /h b 1 t(2)\n", "count as partitions without an owner: t 1 of 3"),
        (
            "GROUP STATE #MEMBERS\ng Stable 3\n\n" + MEMBERS + "g a /h a 1 t(0)\ng b /h b 1 t(1)\n",
            "the state view counts 3 members, the members view shows 2",
        ),
        (
            "GROUP ASSIGNMENT-STRATEGY STATE #MEMBERS\ng range Stable 2\n" + MEMBERS + "g a /h a 1 t(0)\n"
            "g b /h b 1 t(0)\n",
            "partitions with several owners: 1; t-0 is owned by a, b",
        ),
    ],
)
def test_what_the_text_cannot_say_is_assumed(text: str, says: str, shell: Shell) -> None:
    shell.write("views.txt", text)

    ended = shell("import views.txt")

    assert (0, [1, 1]) == (ended.code, loads_in(ended.document))
    assert any(says in sentence for sentence in ended.document["assumptions"])
    assert not any("instance_id" in member for member in ended.document["members"])


@pytest.mark.parametrize(
    ("above", "consumer"),
    [
        ("", "pay_host-1448924411021-ab12cd34"),
        ("Note: This will only show information about consumers that use ZooKeeper (not those ...).\n\n", "pay_reader"),
    ],
)
def test_consumers_in_zookeeper_are_members_by_thread(above: str, consumer: str, shell: Shell) -> None:
    """Their table ends with CONSUMER-ID, which may be a name that the user chose (`consumer.id`)."""
    threads = [f"{consumer}-{thread}" for thread in range(2)]
    shell.write("g.txt", above, OFFSETS.partition(" HOST")[0], *(f"\norders {one[-1]} 5 9 4 {one}" for one in threads))

    assert threads == [member["id"] for member in shell("import g.txt --group pay").document["members"]]


def test_hints_decide_which_topic_has_no_subscriber(shell: Shell) -> None:
    """An old topic that a hint names has one."""
    rows = "orders 0 5 9 4 a-1 /10.0.0.1 a\nold 0 5 9 4 - - -\n"
    shell.write("g.txt", OFFSETS, rows)

    plain = shell("import g.txt").document["assumptions"]
    hinted = shell("import g.txt --subscription a=orders,old").document["assumptions"]

    sentence = "no member subscribes to old, which has committed offsets but no owner"
    assert (True, False) == (sentence in plain, sentence in hinted)
