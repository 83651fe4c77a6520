"""Tests of `assay check --same-as`: output, replay and exit codes."""

from __future__ import annotations

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of
from tests.assay.shell import Shell

SAME = "check range --same-as roundrobin"
SMALLEST = f"{SAME} --inputs clean --path-seconds 0 --fail-fast"
ONE_TOPIC = group_to_json(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}))
"""Range and round-robin give equal loads on one topic."""


def test_reference_does_not_differ_from_itself(shell: Shell) -> None:
    ended = shell("check sticky --same-as sticky --inputs clean --inputs racks --groups 40 --json")

    found = ended.document
    assert (0, "sticky", 40, "kept") == (ended.code, found["same_as"], found["groups"], found["verdict"])
    assert [("same-plan", "clean", "kept"), ("same-plan", "racks", "kept")] == [
        (cell["law"], cell["inputs"], cell["verdict"]) for cell in found["cells"]
    ]


def test_difference_is_shown_on_the_smallest_group(shell: Shell) -> None:
    """Range starts the second topic at the first member, round-robin at the next."""
    ended = shell(SMALLEST)
    (case,) = (shell.folder / ".assay" / "cases").iterdir()
    again = shell(f"{SAME} --case {case} --json")
    alone = shell(f"check range --case {case}")

    assert 1 == ended.code
    assert ended.out.startswith("✗ range: BROKEN: same-plan\n")
    for words in (
        "compared with roundrobin",
        "BROKEN  same-plan (clean)   2 members, 2 partitions",
        "topics   t0: 1   t1: 1",
        "Loads 2/0 and 1/1. t1-0 goes to C1 instead of C0",
        f"Replay:  assay {SAME} --case .assay/cases/",
    ):
        assert words in ended.out
    assert "--as-test" not in ended.out
    assert (1, "same-plan") == (again.code, again.cell["law"])
    assert "same-plan: compares two targets: add --same-as TARGET" in alone.err


def test_tie_is_a_difference_only_with_maps(shell: Shell) -> None:
    shell.write("g.json", ONE_TOPIC)

    same, other = shell(f"{SAME} --case g.json"), shell(f"{SAME} --case g.json --maps")

    assert (0, 1) == (same.code, other.code)
    assert "BROKEN  same-map" in other.out
    assert "Sorted loads and kept partitions are the same." in other.out
    assert f"Replay:  assay {SAME} --maps --case g.json" in other.out


def test_target_that_answers_at_random_is_named(shell: Shell) -> None:
    module = "import os\nfrom itertools import count\n\nCALLS = count(os.getpid() * 10**6)\n\n\n"
    shell.write("odd.py", module + "def assign(group):\n    return {'C0': {'t0': [next(CALLS)]}}\n")
    shell.write("g.json", ONE_TOPIC)

    ended = shell("check python:odd:assign --same-as python:odd:assign --maps --case g.json")

    assert 1 == ended.code
    assert (
        "python:odd:assign gives different answers to the same group, so this difference may be random." in ended.text
    )
    assert "python:odd:assign (the second) gives different answers to the same group" in ended.text


def test_kafka_python_roundrobin_differs_from_the_reference(shell: Shell) -> None:
    """kafka-python gives no answer where subscriptions differ."""
    shell.write("g.json", group_to_json(group_of({"t0": 1, "t1": 1}, {"C0": ["t1"], "C1": ["t0"]})))

    ended = shell("check roundrobin --same-as kafka-python:roundrobin --case g.json --json")

    _, side = ended.cell["counterexample"]["facts"]["sides"]
    assert (1, "KeyError") == (ended.code, side["error"]["type"])
