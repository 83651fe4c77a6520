"""Tests of `assay whatif`: JSON, text, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of
from tests.assay.groups import write_documents
from tests.pipeline.whatif.groups import THREE_OF_NINE

CAPTURES = Path(__file__).parents[2] / "captures"
STATIC = str(CAPTURES / "g-java-static.json")
COOP = "g-java-coop-wide"
COOPERATIVE = str(CAPTURES / f"{COOP}.json")


def whatif_as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON document of `assay whatif`, with exit code 0."""
    assert 0 == run(["whatif", *arguments, "--json"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def owned_by(member: dict[str, Any]) -> set[tuple[str, int]]:
    return {(topic, partition) for topic, ids in member["owned"].items() for partition in ids}


@pytest.fixture
def three_of_nine(tmp_path: Path) -> str:
    """A file with a group of three members and 27 partitions, without a strategy."""
    file = tmp_path / "g.json"
    file.write_text(json.dumps(group_to_json(THREE_OF_NINE)))
    return str(file)


def test_present_assignor_comes_first_and_counts_from_today(capsys: pytest.CaptureFixture[str]) -> None:
    targets = whatif_as_json(capsys, COOPERATIVE, "--leave", "cw-2")["targets"]

    assert ("cooperative-sticky", True, None) == tuple(targets[0][key] for key in ("target", "present", "switch"))
    assert {"range", "roundrobin", "sticky", "server-range", "server-uniform", "optimal"} == {
        one["target"] for one in targets[1:]
    }


def test_cooperative_client_gave_the_same_loads_when_a_member_really_left(capsys: pytest.CaptureFixture[str]) -> None:
    """The next capture of this group is after cw-4 left. Each other member still has what it had."""
    before, after = (
        json.loads((CAPTURES / f"{name}.json").read_text())["members"] for name in (COOP, f"{COOP}-after-leave")
    )
    had, has = ({one["id"]: owned_by(one) for one in members} for members in (before, after))
    assert all(had[member] <= has[member] for member in has)

    target = whatif_as_json(capsys, COOPERATIVE, "cooperative-sticky", "--leave", "cw-4")["targets"][0]

    assert (sorted(map(len, has.values())), 0, 25, 25) == (
        sorted(target["loads"].values()),
        target["moved"],
        target["ownerless"],
        target["interrupted"],
    )


def test_only_the_named_targets_are_asked(three_of_nine: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = whatif_as_json(capsys, three_of_nine, "sticky", "--restart", "50%")

    assert (None, ["a", "b"]) == (document["present"], document["change"]["restart"])
    assert [(18, 18, 27)] == [(one["moved"], one["ownerless"], one["interrupted"]) for one in document["targets"]]


def test_text_answers_first_and_fits_100_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["whatif", STATIC, "--restart", "50%"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("g-java-static (3 members, 18 partitions): 2 members restart. With cooperative-sticky")
    assert max(map(len, lines)) <= 100


def test_assignor_without_an_outcome_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = write_documents(tmp_path / "g.json", group_to_json(group_of({"t": 2}, {"a": ["t"]})))

    document = whatif_as_json(capsys, group, "constrained-2phase@printed", "--join", "2")

    assert [] == document["targets"]
    assert "nothing-left-out (t-1)" in document["left_out"][0]["why"]


def test_group_without_members_has_nothing_to_lose(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["whatif", str(CAPTURES / "g-simple.json"), "--restart", "50%"])
    assert "g-simple has no members, so nobody stops reading.\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--leave", "pod-7"], "--leave pod-7: expected a member of the group; did you mean 'pod-2'?"),
        (["--grow", "order=24"], "--grow order=24: expected a topic of the group; did you mean 'orders'?"),
        (["--grow", "orders"], "argument --grow: 'orders': expected TOPIC=N, such as orders=24"),
        (["--restart", "0%"], "argument --restart: '0%': expected a percentage above 0 and up to 100, such as 50%"),
        (["--join", "one"], "argument --join: 'one': expected a whole number, 0 or more"),
    ],
)
def test_bad_option_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["whatif", STATIC, *arguments])

    printed = capsys.readouterr()
    assert "" == printed.out
    assert [f"assay: {said}"] == [line.removesuffix(" (see assay whatif --help)") for line in printed.err.splitlines()]
