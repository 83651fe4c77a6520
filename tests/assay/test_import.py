"""Tests of `assay import`: output streams, and text and JSON captures of the same real groups, for three releases."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyarrow.parquet import read_table

from assay.files.inputs import read_group
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.samples import Sample, samples_of, write_samples
from tests.assay.shell import CAPTURES, Shell
from tests.support.packed_files import unpacked

MEMBERS, OFFSETS = "describe-members-verbose", "describe"
RANGE = CAPTURES / f"text/4.3.1/g-java-range.{MEMBERS}.txt"
DATA = unpacked("consumer_groups")
RELEASES = ("3.7.2", "3.9.2", "4.3.1")


def test_groups_go_to_stdout_and_assumptions_to_stderr(shell: Shell) -> None:
    ended = shell(f"import {RANGE}")

    assert 0 == ended.code
    said = ended.document["assumptions"]
    assert [f"assumed for g-java-range: {sentence}" for sentence in said] == ended.err.splitlines()


def test_text_on_stdin_is_imported(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RANGE.read_bytes().replace(b"\n", b"\r\n"))))

    ended = shell("import -")

    assert (0, "g-java-range") == (ended.code, ended.document["name"])


def test_one_bad_group_of_many_is_an_error_and_the_others_are_imported(shell: Shell) -> None:
    shell.write("text.txt", "GROUP STATE #MEMBERS\nlost Stable 3\ngone Stable 1\n\n", RANGE.read_text())

    ended = shell("import text.txt")

    formats = [one["format"] for one in ended.documents]
    assert (2, ["assay-error/1", "assay-error/1", "assay-group/1"]) == (ended.code, formats)
    assert "assay: group 'lost': add its members view or its offsets view (and 1 more)\n" == ended.err


def test_errors_of_the_tool_between_groups_are_passed_on(shell: Shell) -> None:
    shell.write("text.txt", "\nError: Consumer group 'x' does not exist.\n", RANGE.read_text())

    ended = shell("import text.txt")

    assert (0, "Error: Consumer group 'x' does not exist.") == (ended.code, ended.err.splitlines()[0])


def test_samples_become_records_with_their_time(shell: Shell) -> None:
    now = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    group = group_of({"t0": 1}, {"C0": ["t0"]}, name="g")
    write_samples(shell.folder, [*samples_of([group], now), Sample(captured_at=now, error="away")], now)

    ended = shell(f"import {shell.folder}")

    record = ended.document
    assert (0, "2026-11-23T20:00:00.000+00:00", "g") == (ended.code, record["captured_at"], record["group"]["name"])
    assert "could not be read (column error): 1" in ended.err


def test_audit_of_samples_keeps_the_time_and_says_how_many_groups_they_are(shell: Shell) -> None:
    group = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t0": [0]}}, name="g")
    for hour in (20, 21):
        now = datetime(2026, 11, 23, hour, 0, tzinfo=UTC)
        write_samples(shell.folder / "samples", samples_of([group], now), now)
    shell.write("samples.jsonl", shell("import samples").out)

    ended = shell("audit samples.jsonl --out out --target range")

    assert "2 of these are samples of 1 group, which counts once for each time." in ended.text
    rows = read_table(shell.folder / "out" / "results.parquet", columns=["group", "captured_at"]).to_pylist()
    times = ["2026-11-23T20:00:00.000+00:00", "2026-11-23T21:00:00.000+00:00"]
    assert {(f"g at {time}", time) for time in times} == {(row["group"], row["captured_at"]) for row in rows}


def texts() -> Iterator[tuple[str, str, list[Path]]]:
    """(name, group, files) for every text of a group whose JSON is bundled: each view alone, and both."""
    for release in RELEASES:
        files = {file.name: file for folder in (CAPTURES / "text", DATA) for file in (folder / release).glob("*.txt")}
        for capture in sorted(CAPTURES.glob("*.json")):
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


def captured_group(name: str) -> Group:
    """The bundled JSON of a group."""
    return read_group(str(CAPTURES / f"{name}.json"))


def imported_groups(files: list[Path], shell: Shell, *options: str) -> list[Group]:
    """The groups that the verb makes of `files`."""
    ended = shell("import", *map(str, files), *options)
    assert 0 == ended.code
    return [group_from_json(document) for document in ended.documents]


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
    assert {capture.stem for capture in CAPTURES.glob("*.json")} == {name for _, name, _ in TEXTS}
    assert set(RELEASES) == {what.partition(":")[0] for what, _, _ in WHOLE}


@pytest.mark.parametrize(("name", "files"), [text[1:] for text in TEXTS], ids=[text[0] for text in TEXTS])
def test_text_and_json_have_the_same_assignment(name: str, files: list[Path], shell: Shell) -> None:
    (group,) = imported_groups(files, shell)

    assert ownership(captured_group(name)) == ownership(group)


@pytest.mark.parametrize(("name", "files"), [text[1:] for text in WHOLE], ids=[text[0] for text in WHOLE])
def test_text_with_subscriptions_has_the_same_loads_and_optimum(name: str, files: list[Path], shell: Shell) -> None:
    captured = captured_group(name)

    (group,) = imported_groups(files, shell, *subscription_options(captured))

    expected, found = solve(captured), solve(group)
    assert loads(captured, ownership(captured)) == loads(group, ownership(group))
    assert (expected.loads, expected.moves, expected.kept) == (found.loads, found.moves, found.kept)
    assert valid_owners(captured) == valid_owners(group)


def test_all_groups_at_once_equal_each_alone(shell: Shell) -> None:
    """Except `g-reb-kip`: it was rebalancing in its JSON, and was stable when all groups were printed."""
    settled = {group.stem for group in CAPTURES.glob("*.json")} - {"g-reb-kip"}
    files = [DATA / f"all-groups/{view}.txt" for view in (MEMBERS, OFFSETS)]

    groups = {group.name: group for group in imported_groups(files, shell) if group.name in settled}

    assert 29 <= len(groups)
    for name, group in groups.items():
        assert ownership(captured_group(str(name))) == ownership(group)


SEEN = {
    "four-clients": {
        "pay-java": ["orders-5"],
        "pay-kafka-python": ["orders-2", "orders-3", "payments-1"],
        "pay-librdkafka": ["orders-4", "payments-2"],
        "pay-aiokafka": ["orders-0", "orders-1", "payments-0"],
    },
    "idle-member": {"one-java": [], "one-aiokafka": ["audit-0"]},
}
"""What the members of four clients saw while all releases printed their groups, one after another."""
CAPTURED = Path(__file__).parents[1] / "data" / "captured_as_text.jsonl"
"""What `assay capture` wrote before the first release and, to the byte, after the last one."""
PRINTED = (CAPTURES / "text" / "releases.txt").read_text("utf-8").split()


def texts_of(release: str, group: str) -> list[Path]:
    """The files that the release printed: those of the release before it, unless there are others."""
    name = "all-groups" if PRINTED.index(release) >= PRINTED.index("2.4.1") else group
    earlier = PRINTED[: PRINTED.index(release) + 1]
    return list({text.name: text for one in earlier for text in (CAPTURES / "text" / one).glob(f"{name}.*")}.values())


def said_by(release: str, group: Group) -> tuple[object, ...]:
    """What the text of this release can say of the group."""
    place = PRINTED.index(release)
    has_ids, has_state, has_instances = (place >= PRINTED.index(one) for one in ("0.10.2.2", "1.1.1", "2.6.3"))
    members = {
        (
            one.id if has_ids else f"{one.client_id}_{one.host}",
            one.client_id,
            one.host,
            one.instance_id if has_instances else None,
            frozenset(one.subscription),
            frozenset(one.claims()),
        )
        for one in group.members
        if one.owned or has_ids
    }
    topics = {(one.name, one.partitions, one.committed_offsets, one.end_offsets) for one in group.topics}
    return group.name, members, topics, (group.strategy, group.state) if has_state else None


@pytest.mark.parametrize("release", PRINTED)
def test_each_release_prints_what_was_captured_and_the_members_saw(release: str, shell: Shell) -> None:
    """No text has subscriptions. These members subscribe to all topics, as the import assumes."""
    for line in CAPTURED.read_text("utf-8").splitlines():
        captured = group_from_json(json.loads(line))
        owned = {str(one.client_id): sorted(map(str, one.claims())) for one in captured.members}
        assert SEEN[str(captured.name)] == owned

        (group,) = imported_groups(texts_of(release, str(captured.name)), shell, "--group", str(captured.name))

        assert said_by(release, captured) == said_by(release, group)
