from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.what_if import present_assignor

CAPTURES = sorted((Path(__file__).parents[3] / "captures").glob("g-*.json"))
BROKER = {"g-kip-range": "server-range", "g-ck-kip-range": "server-range"}


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_each_captured_group_runs_the_assignor_of_its_readme(path: Path) -> None:
    group = group_from_json(json.loads(path.read_text()))
    named = "server-uniform" if group.strategy == "uniform" else group.strategy

    assert BROKER.get(path.stem, named) == present_assignor(group)


@pytest.mark.parametrize(
    ("strategy", "reference"),
    [
        ("org.apache.kafka.clients.consumer.CooperativeStickyAssignor", "cooperative-sticky"),
        ("RoundRobinAssigner", "roundrobin"),
        ("mine", None),
        (None, None),
    ],
)
def test_name_of_a_client_means_a_reference(strategy: str | None, reference: str | None) -> None:
    assert reference == present_assignor(Group(topics=(), members=(), strategy=strategy))
