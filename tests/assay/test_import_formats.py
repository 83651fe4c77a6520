"""Reports of people who have JSON, YAML or the text of other tools: imported, and what the other verbs then say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from tests.assay.groups import loads_in
from tests.assay.shell import REPORTS, ROOT, Shell
from tests.support.packed_files import unpacked


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("14/rpk.txt", {"savers_m4": [1], "savers_m5": [1], "savers_m6": [1]}),
        ("14/empty.txt", {"g": []}),
        ("14/cluster-offsets.txt", {"grou33": [], "grou333": [2]}),
        ("22/group.json", {"orders": [3, 3, 0, 0]}),
    ],
)
def test_report_is_imported(name: str, groups: dict[str, list[int]], shell: Shell) -> None:
    ended = shell("import", str(REPORTS / name))

    assert (0, groups) == (ended.code, {one["name"]: loads_in(one) for one in ended.documents})


def test_imported_json_is_audited(shell: Shell) -> None:
    """The answer of trial 22: what range costs, and who would do better."""
    shell.write("orders.json", shell("import", str(REPORTS / "22/group.json")).out)

    ended = shell("audit orders.json --out out")

    assert "orders: 4 members, 6 partitions, assigned by range. Loads 3/3/0/0; best 2/2/1/1 (2 moves)." in ended.out
    assert "roundrobin and sticky, with which all members stop in each rebalance." in ended.out


DESCRIBED = sorted(unpacked("described").iterdir())
"""What the clients in the names printed about the groups of one broker (Apache Kafka 4.3.1)."""
CLASSIC = {
    "payments": [["audit-0", "orders-0", "orders-1"], ["audit-1", "orders-2", "orders-3"], ["orders-4", "orders-5"]],
    "shop": [["audit-0", "orders-0", "orders-2", "orders-4"], ["audit-1", "orders-1", "orders-3", "orders-5"]],
    "solo": [[], ["solo-0"]],
}
KIP_848 = {"payments-848": [["orders-0", "orders-1", "orders-2"], ["orders-3", "orders-4", "orders-5"]]}
STRATEGIES = {"payments": "range", "shop": "RoundRobinAssigner", "solo": "range", "payments-848": "uniform"}
ASKED_FOR_CLASSIC_GROUPS = ("kafkajs", "kafka-python")
KNOWS_BOTH_PROTOCOLS = ("kafka-clients", "confluent-kafka")
SHOWS_BYTES = ("kafka-python", "kafkajs", "kmsg", "sarama", "kadm-1.20.0-as-consumer")


@pytest.mark.parametrize("file", DESCRIBED, ids=lambda file: file.stem)
def test_output_of_a_client_says_what_the_broker_knew(file: Path, shell: Shell) -> None:
    """A client prints an error, or no members, for a group of a protocol that it does not ask about."""
    ended = shell("import", str(file))

    groups = [group_from_json(one) for one in ended.documents if one["format"] == "assay-group/1"]
    plans = {group.name: sorted([str(one) for one in member.claims()] for member in group.members) for group in groups}
    if "describe-groups" in file.name:  # the types of kadm's Join and Assigned have no public fields
        expected: dict[str, list[list[str]]] = {}
    elif "describe-consumer-groups" in file.name:
        expected = KIP_848
    else:
        expected = CLASSIC | (KIP_848 if file.name.startswith(KNOWS_BOTH_PROTOCOLS) else {})
    assert expected == plans
    assert (0 if file.name.startswith((*KNOWS_BOTH_PROTOCOLS, *ASKED_FOR_CLASSIC_GROUPS)) else 2) == ended.code
    assert all(("Stable", STRATEGIES[str(group.name)]) == (group.state, group.strategy) for group in groups)
    assert file.name.startswith(SHOWS_BYTES) == any(member.rack for group in groups for member in group.members)


def test_plain_json_of_kadm_is_refused_with_a_way_out(shell: Shell) -> None:
    (file,) = (file for file in DESCRIBED if "describe-groups" in file.name)

    ended = shell("import --group payments", str(file))

    assert 2 == ended.code
    assert "group 'payments': its members view does not show topics: add what shows the owner of each" in ended.err


def test_workers_of_a_real_connect_cluster_are_a_group(shell: Shell) -> None:
    """Three workers of Connect 4.3.1 run two connectors with five and three tasks."""
    ended = shell("import --group cluster", str(ROOT / "tests/data/connect-4.3.1.json"))

    assert (0, "cluster", {"sink-a": 5, "sink-b": 3}) == (ended.code, ended.document["name"], ended.document["topics"])
    assert [3, 2, 3] == loads_in(ended.document)
    assert "are not counted: 127.0.0.1:18083 1, 127.0.0.1:18084 1\n" in ended.err


def test_yaml_needs_a_library(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    shell.write("group.yaml", "- group_name: g\n")

    ended = shell("import group.yaml")

    assert "assay: group.yaml: assay import of YAML needs PyYAML: install kafka-assay[clients]\n" == ended.err
