"""The output of `rpk group describe` in each generation: each group is read whole, or refused with the line."""

from __future__ import annotations

import json
import re

import pytest

from kafka_assay.assignors.consumer_groups.import_formats import read_source
from kafka_assay.assignors.consumer_groups.views import SourceText
from kafka_assay.assignors.errors import AssayError
from tests.assignors.consumer_groups.imported import groups_in, owned, refusal_of

HEAD = "GROUP        g\nCOORDINATOR  1\nSTATE        Stable\nBALANCER     range\nMEMBERS      2\n"
TODAY = (
    HEAD.replace("COORDINATOR  1", "COORDINATOR-NODE  1\nCOORDINATOR-PARTITION  __consumer_offsets/2")
    + "TOTAL-LAG    2\n"
)
TABLE = (
    "TOPIC  PARTITION  CURRENT-OFFSET  LOG-START-OFFSET  LOG-END-OFFSET  LAG  MEMBER-ID  INSTANCE-ID  CLIENT-ID  HOST\n"
    "t0     0          3               0                 5               2    a          pod-0        my app     ::1\n"
    "t0     1          -               0                 0               -    b                       app        ::2\n"
    "t1     0          3               0                 3               0\n"
)
CLUSTER_OFFSETS = (
    "  GROUP  TOPIC  PARTITION  LAG  LAG %     COMMITTED  LATEST  CONSUMER  CLIENT-HOST  CLIENT-ID\n"
    "  g      t0     0          2    0.500000  3          5       a         ::1          my app\n"
    "  g      t0     1          -    -         -          0       b         ::2          app\n"
    "  other  t1     0          0    0.000000  3          3       -\n"
)
YAML = """
- group_name: g
  state: Stable
  balancer: range
  members: 2
  partitions:
    - {partition: 0, current_offset: 3, log_end_offset: 5, lag: 2, topic: t0, member_id: a, client_id: my app, host: ""}
    - {partition: 1, current_offset: -1, log_end_offset: 0, lag: -1, topic: t0, member_id: b, client_id: app, host: ""}
  members_details:
    - {member_id: a, client_id: my app, host: "::1", topic_partitions: []}
    - {member_id: b, client_id: app, host: "::2", topic_partitions: []}
"""


@pytest.mark.parametrize(
    "text",
    [
        HEAD + TABLE,
        HEAD + TABLE.replace("               0\n", "               0    -          -            -          -\n"),
        re.sub("  +", "\t", HEAD + TABLE.replace("b                     ", "b          -          ")).replace(
            "-\tapp", "\tapp"
        ),
        TODAY + "\n" + TABLE,
        f"$ rpk group describe g\n{TODAY}\n{TABLE}\nGROUP  h\nCOORDINATOR  1\nSTATE  Empty\nBALANCER\nMEMBERS  0\n",
        TODAY.replace("\n", "\r\n") + "\r\n" + TABLE.replace("\n", "\r\n"),
        CLUSTER_OFFSETS,
        YAML,
        "---" + YAML + "---" + YAML.replace("group_name: g", "group_name: h"),
    ],
    ids=[
        "2021",
        "dashes for nobody",
        "tabs",
        "since 2023",
        "two groups",
        "CRLF",
        "cluster offsets",
        "YAML",
        "two documents of YAML",
    ],
)
def test_each_generation_shows_who_owns_what(text: str) -> None:
    group = groups_in(text)[0]

    assert {"a": {"t0": (0,)}, "b": {"t0": (1,)}} == owned(group)
    assert ["my app", "app"] == [member.client_id for member in group.members]
    assert ((5, 0), (3, None)) == (group.topics[0].end_offsets, group.topics[0].committed_offsets)
    if "STATE" in text:
        assert ("Stable", "range") == (group.state, group.strategy)
    if "INSTANCE-ID" in text:
        assert ["pod-0", None] == [member.instance_id for member in group.members]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD, "group 'g' has members, but no partitions: leave out --print-summary"),
        (
            HEAD + "ERROR  GROUP_AUTHORIZATION_FAILED: x\n",
            "group 'g' was not described (line 6): GROUP_AUTHORIZATION_FAIL",
        ),
        (HEAD[:-11], "group 'g' has no line STATE or MEMBERS: the text may be cut off"),
        (HEAD.replace("Stable", "Sleepy") + TABLE, "line 3 STATE: 'Sleepy': expected one of Stable, Empty"),
        (
            "GROUP  g\nSTATE  Stable\nTOPIC  PARTITION  LAG\nt0  0  3  5  2\n",
            "expected a header with TOPIC, ..., MEMBER-ID",
        ),
        (HEAD + "t0  0  3  5  2  a  app  ::1\n", "line 6: 't0  0  3  5  2  a  app  ::1': expected a header with TOPIC"),
        (HEAD + TABLE[:-3], "line 9: 't1 0 3 0 3': expected a number under PARTITION, LOG-END-OFFSET and LAG"),
        (
            HEAD + TABLE.replace("app        ::2", ""),
            "line 8: 'b': expected MEMBER-ID, CLIENT-ID and HOST, or none of them",
        ),
        (HEAD + TABLE.replace("t0     1", "t0     0"), "line 8: 't0-0': expected each partition of a group once"),
        (HEAD + TABLE.replace("t0     1 ", "t0     x "), "line 8 PARTITION: 'x': expected a number from 0 to"),
        (HEAD + TABLE.replace("t0     0", "a-long-topic     0"), "line 7: 'a-long-topic     0          3"),
        (HEAD + "\nTOPIC  LAG\nt0     2\n", "line 7: 'TOPIC  LAG': expected the table of partitions: leave out"),
        (YAML.replace('member_id: a, client_id: my app, host: ""', "x: 1"), "partitions[0].member_id: null: expected"),
        (TABLE, "line 1: 'TOPIC': expected the option --group NAME: the text does not name the group"),
        (
            YAML.replace("members: 2", "members: 2\n  members: 3"),
            "line 6: 'members': expected an object with each key once",
        ),
        (YAML + "  - x: [", 'line 12 column 3: "expected <block end>'),
    ],
)
def test_text_that_says_less_is_refused(text: str, says: str) -> None:
    assert says in refusal_of(text)


def test_table_alone_is_named_by_the_option_or_the_file() -> None:
    (by_option,) = groups_in(SourceText(text=TABLE, group_names=("mine",)))
    (by_file,) = groups_in(SourceText(text=TABLE, file="theirs"))

    assert ("mine", "theirs") == (by_option.name, by_file.name)
    assert "the group is called 'theirs', as the file is; --group NAME names it" in by_file.assumptions


def test_client_id_may_be_empty() -> None:
    (group,) = groups_in(HEAD + TABLE.replace("app        ::2", "           ::2"))

    assert [("a", "my app", "::1"), ("b", None, "::2")] == [(one.id, one.client_id, one.host) for one in group.members]


def test_format_can_be_forced() -> None:
    """The JSON of rpk is read by both names; the text of another tool is not."""
    for name in ("rpk", "describe-groups"):
        read_source(SourceText(text=json.dumps({"group_name": "g", "members": 0})), "a.json", {}, name)
    with pytest.raises(AssayError, match=r"a\.txt: contains no group of rpk: expected the lines GROUP, COORDINATOR"):
        read_source(SourceText(text="TOPIC PARTITION CONSUMER-ID\n"), "a.txt", {}, "rpk")


def test_rows_that_do_not_add_up_are_missing() -> None:
    (whole,) = groups_in(TODAY + TABLE)
    (cut,) = groups_in(TODAY.replace("TOTAL-LAG    2", "TOTAL-LAG    9") + TABLE)

    assert "rows are missing: those shown have a lag of 2, but TOTAL-LAG is 9" == cut.assumptions[0]
    assert whole.assumptions == cut.assumptions[1:]
