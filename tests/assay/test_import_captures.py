"""Tests that text and JSON captures of the same real groups agree, for three releases of the tool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.cli import run
from assay.files.inputs import read_group
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.oracle.solve import solve
from tests.support.consumer_group_texts import consumer_group_texts

ROOT = Path(__file__).parents[2]
BUNDLED, DATA = ROOT / "captures", consumer_group_texts()
MEMBERS, OFFSETS = "describe-members-verbose", "describe"


def texts() -> Iterator[tuple[str, str, list[Path]]]:
    """(name, group, files) for every text of a group whose JSON is bundled: each view alone, and both."""
    for release in ("3.7.2", "3.9.2", "4.3.1"):
        files = {file.name: file for folder in (BUNDLED / "text", DATA) for file in (folder / release).glob("*.txt")}
        for capture in sorted(BUNDLED.glob("*.json")):
            name = capture.stem
            members, offsets = files.get(f"{name}.{MEMBERS}.txt"), files.get(f"{name}.{OFFSETS}.txt")
            nameless = release == "3.9.2" or (members is not None and members.read_text().count("\n") < 3)
            if members and not nameless:
                yield f"{release}:{name}:members", name, [members]
            if offsets and "Error" not in offsets.read_text():
                yield f"{release}:{name}:offsets", name, [offsets]
            if members and offsets and "Error" not in offsets.read_text():
                yield f"{release}:{name}:both", name, [members, offsets]


TEXTS = list(texts())
WHOLE = [(what, name, files) for what, name, files in TEXTS if what.endswith(("members", "both"))]


def imported_groups(files: list[Path], capsys: pytest.CaptureFixture[str], *options: str) -> list[Group]:
    """The groups that the verb makes of `files`."""
    code = run(["import", *map(str, files), *options])
    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    return [group_from_json(json.loads(line)) for line in lines]


def ownership(group: Group) -> Assignment:
    """Member -> topic -> ids that it owns, for members that own anything."""
    return {
        member.id: {topic: sorted(ids) for topic, ids in sorted(member.owned) if ids}
        for member in sorted(group.members, key=lambda member: member.id)
        if member.claims()
    }


def subscription_options(group: Group) -> list[str]:
    """The options that give an import the subscriptions and topic sizes from the JSON."""
    told = [f"--subscription={member.id}={','.join(member.subscription)}" for member in group.members]
    subscribed = {topic for member in group.members for topic in member.subscription}
    return told + [
        f"--partitions={topic.name}={topic.partitions}" for topic in group.topics if topic.name in subscribed
    ]


def test_every_bundled_group_is_compared() -> None:
    assert {capture.stem for capture in BUNDLED.glob("*.json")} == {name for _, name, _ in TEXTS}
    assert {"3.7.2", "3.9.2", "4.3.1"} == {what.partition(":")[0] for what, _, _ in WHOLE}


@pytest.mark.parametrize(("name", "files"), [text[1:] for text in TEXTS], ids=[text[0] for text in TEXTS])
def test_text_and_json_have_the_same_assignment(
    name: str, files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    captured = read_group(str(BUNDLED / f"{name}.json"))

    (group,) = imported_groups(files, capsys)

    assert ownership(captured) == ownership(group)


@pytest.mark.parametrize(("name", "files"), [text[1:] for text in WHOLE], ids=[text[0] for text in WHOLE])
def test_text_with_subscriptions_has_the_same_loads_and_optimum(
    name: str, files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    captured = read_group(str(BUNDLED / f"{name}.json"))

    (group,) = imported_groups(files, capsys, *subscription_options(captured))

    expected, found = solve(captured), solve(group)
    assert loads(captured, ownership(captured)) == loads(group, ownership(group))
    assert (expected.loads, expected.moves, expected.kept) == (found.loads, found.moves, found.kept)
    assert valid_owners(captured) == valid_owners(group)


STATES = [text for text in sorted(DATA.glob("*/*.describe-state.txt")) if "STATE" in text.read_text()]


@pytest.mark.parametrize("text", STATES, ids=[f"{text.parent.name}:{text.stem}" for text in STATES])
def test_state_view_gives_strategy_and_state(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = text.name.removesuffix(".describe-state.txt")
    folders = (text.parent, BUNDLED / "text" / text.parent.name)
    views = [folder / f"{name}.{view}.txt" for folder in folders for view in (MEMBERS, OFFSETS)]

    (group,) = imported_groups([text, *filter(Path.exists, views)], capsys)

    captured = BUNDLED / f"{name}.json"
    said = (
        read_group(str(captured))
        if captured.exists()
        else Group(topics=(), members=(), strategy="uniform", state="Stable")
    )
    assert (said.strategy, said.state) == (group.strategy, group.state)


def test_all_groups_at_once_equal_each_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Except `g-reb-kip`: it was rebalancing in its JSON, and was stable when all groups were printed."""
    files = [DATA / f"all-groups/{view}.txt" for view in (MEMBERS, OFFSETS)]
    settled = [group for group in BUNDLED.glob("*.json") if group.stem != "g-reb-kip"]
    captured = {group.stem: read_group(str(group)) for group in settled}

    groups = [group for group in imported_groups(files, capsys) if group.name in captured]

    assert 29 <= len(groups)
    for group in groups:
        assert ownership(captured[str(group.name)]) == ownership(group)


@pytest.mark.parametrize("group", ["g-java-range", "g-java-idle", "g-java-static"])
def test_three_releases_give_the_same_group(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [BUNDLED / "text" / release for release in ("3.7.2", "3.9.2", "4.3.1")]

    groups = {imported_groups(sorted(folder.glob(f"{group}.*")), capsys)[0] for folder in folders}

    assert 1 == len(groups)


def test_unequal_groups_need_subscriptions_for_the_right_optimum(capsys: pytest.CaptureFixture[str]) -> None:
    """Without subscriptions, every member may own everything."""
    captured = read_group(str(BUNDLED / "g-java-rr-hetero.json"))
    files = [DATA / f"4.3.1/g-java-rr-hetero.{MEMBERS}.txt"]

    (group,) = imported_groups(files, capsys)

    assert (7, 7, 8, 8) == solve(group).loads
    assert (6, 8, 8, 8) == solve(captured).loads
