"""Reports of people who have JSON, YAML or the text of other tools: imported, and what the other verbs then say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.assay.shell import Shell

REPORTS = Path(__file__).parents[1] / "data" / "reports"


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        ("14/rpk.txt", {"savers_m4": [1], "savers_m5": [1], "savers_m6": [1]}),
        ("14/empty.txt", {"g": []}),
        ("14/cluster-offsets.txt", {"grou33": [], "grou333": [2]}),
        ("22/group.json", {"orders": [3, 3, 0, 0]}),
    ],
)
def test_report_is_imported(names: str, groups: dict[str, list[int]], shell: Shell) -> None:
    ended = shell("import", *(str(REPORTS / name) for name in names.split()))

    loads = {
        one["name"]: [sum(map(len, member.get("owned", {}).values())) for member in one["members"]]
        for one in ended.documents
    }
    assert (0, groups) == (ended.code, loads)


def test_imported_json_is_audited(shell: Shell) -> None:
    """The answer of trial 22: what range costs, and who would do better."""
    shell.write("orders.json", shell("import", str(REPORTS / "22/group.json")).out)

    ended = shell("audit orders.json --out out")

    assert "orders: 4 members, 6 partitions, assigned by range. Loads 3/3/0/0; best 2/2/1/1 (2 moves)." in ended.out
    assert "roundrobin and sticky, with which all members stop in each rebalance." in ended.out


def test_yaml_needs_a_library(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    shell.write("group.yaml", "- group_name: g\n")

    ended = shell("import group.yaml")

    assert "assay: group.yaml: assay import of YAML needs PyYAML: install kafka-assay[clients]\n" == ended.err
