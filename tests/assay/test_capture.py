"""Tests of `assay capture` with recorded replies in place of a broker."""

from __future__ import annotations

from typing import Self

import pytest

from tests.assay.shell import Shell
from tests.assignors.live_groups.recorded_cluster import RecordedCluster
from tests.studies.formats.validation import complaints

CAPTURE = "capture --bootstrap-server localhost:9092"


def record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put recorded replies in the place of a cluster."""

    class Recorded(RecordedCluster):
        def __init__(self, *_: object) -> None:
            super().__init__(name)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("kafka_assay.assignors.live_groups.cluster.Cluster", Recorded)


def test_each_group_is_a_line_on_stdout(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    record("four-clients", monkeypatch)

    ended = shell(CAPTURE)

    names = [one["name"] for one in ended.documents]
    assert (0, ["g-ak", "g-ck", "g-java", "g-java-sticky", "g-kp"]) == (ended.code, names)
    assert "what could not be read is said in the assumptions of 5 of 5 groups\n" == ended.err


def test_a_group_that_cannot_be_read_is_an_error_in_its_place(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    record("hidden-topic", monkeypatch)

    ended = shell(f"{CAPTURE} --group g-hidden --group g-hidden-kip")

    documents = ended.documents
    assert (2, ["assay-group/1", "assay-error/1"]) == (ended.code, [one["format"] for one in documents])
    assert [] == [wrong for one in documents for wrong in complaints(one)]
    assert ended.err.startswith("assay: group 'g-hidden-kip' cannot be read: ConsumerGroupDescribe: TOPIC_AUTH")
