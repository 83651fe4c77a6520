from __future__ import annotations

import sys
from contextlib import closing

import pytest

from kafka_assay.assignors import registry
from kafka_assay.assignors.hosted import reference_host
from kafka_assay.assignors.hosted.host_server import ServedAssignor
from kafka_assay.assignors.hosted.protocol import compact_json, parse_greeting
from kafka_assay.assignors.hosted.reference_host import served_references
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor, reference_names
from tests.assignors.reference.answers import drawn_groups, question

HOST = f"exec:{sys.executable} -m assay host serve --seed 7"


@pytest.fixture
def complaints() -> list[str]:
    """Return the messages printed."""
    return []


def test_greeting_lists_all_references(complaints: list[str]) -> None:
    """With the promises and failures that each declares in this process."""
    _, said = served_references(0, complaints.append)

    heard = parse_greeting(compact_json(said))

    assert tuple(reference_names()) == heard.assignors
    assert [] == complaints
    for name in reference_names():
        here = reference_assignor(name)
        assert here.promises == parse_likeness(heard.like[name]).promises
        assert tuple(getattr(here, "expected_failures", ())) == heard.expected_failures.get(name, ())


def test_reference_that_fails_to_load_is_left_out(complaints: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def maker(name: str, seed: int) -> object:
        if name == "range":
            raise ImportError("no range today")
        return registry.assignor_factory(name, seed)

    monkeypatch.setattr(reference_host, "assignor_factory", maker)
    served: dict[str, ServedAssignor]
    served, said = served_references(0, complaints.append)

    assert set(reference_names()) - {"range"} == set(served) == set(said["assignors"])  # type: ignore[call-overload]
    assert ["range is skipped: ImportError: no range today"] == complaints


@pytest.mark.parametrize("name", ["sticky", "lag-global", "shuffled-roundrobin"])
def test_references_answer_through_exec_as_in_this_process(name: str) -> None:
    """Drawn groups, some with offsets. The seed of the command line counts."""
    here = reference_assignor(name, 7)
    groups = list(drawn_groups(30, "stale-claims", "three-claimants", "mixed"))

    with closing(open_target(f"{HOST}#{name}", call_timeout=30)) as target:
        for group in groups:
            assert here.assign(group) == target.assign(group)

        assert (name, here.promises) == (target.like, target.promises)


def test_rejected_question_does_not_affect_the_next() -> None:
    """A group that is too large is rejected."""
    with closing(open_target(f"{HOST}#range", call_timeout=30)) as target:
        with pytest.raises(AssignorFailed, match="at most 2000000 partitions"):
            target.assign(question({"t": 2_000_001}, "a"))

        assert {"a": {"t": [0]}} == target.assign(question({"t": 1}, "a"))
