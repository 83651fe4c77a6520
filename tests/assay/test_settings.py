"""Tests of `--setting` in every verb, and of groups that are not expressible for a target."""

from __future__ import annotations

import shlex
from textwrap import dedent
from typing import Any

import pytest

from assay.testing import assert_keeps, parametrize_with_laws
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as opening
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import Settings
from tests.assay.groups import PAIR
from tests.assay.shell import Shell
from tests.assay.stand_in_releases import LOST, Releases
from tests.assay.stand_in_releases import TARGET as RELEASES

TARGET = "python:zoned:Zoned"
FAR, NEAR = "--setting zone=far", "--setting zone=a"
NARROW = "--law nothing-left-out --inputs clean --groups 20"
HINT = "; --setting KEY=VALUE gives it a setting"

ZONED = """
    from kafka_assay.assignors.registry import reference_assignor

    class Zoned:
        like = "roundrobin"

        def configure(self, config, member_config):
            self.zone = config["zone"]
            self.away = {member for member, mine in member_config.items() if mine["zone"] != self.zone}

        def assign(self, group):
            answer = reference_assignor("roundrobin").assign(group)
            return {
                member: {} if member in self.away or (self.zone == "far" and member != min(answer)) else mine
                for member, mine in answer.items()
            }
"""


@pytest.fixture
def zoned(shell: Shell) -> Shell:
    """The shell, with an assignor that needs a setting and leaves partitions out in the zone `far`."""
    shell.write("zoned.py", dedent(ZONED))
    shell.write("g.json", PAIR)
    return shell


@pytest.fixture
def broken(zoned: Shell) -> dict[str, Any]:
    """The cell of a check with a setting that breaks one law."""
    ended = zoned(f"check {TARGET} {FAR} {NARROW} --json")

    found: dict[str, Any] = ended.cell
    assert (1, "broken") == (ended.code, found["verdict"])
    return found


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        (f"check {TARGET}", HINT),
        (f"check roundrobin --same-as {TARGET}", HINT),
        (f"judge g.json {TARGET}", HINT),
        (f"compare roundrobin {TARGET}", HINT),
        (f"whatif g.json {TARGET} --join 1", HINT),
        (f"audit g.json --out out --target {TARGET}", ""),
        (f"campaign run c {TARGET} --groups 1 --master loop", ""),
    ],
)
def test_configure_that_fails_ends_at_once_and_is_blamed(command: str, hint: str, zoned: Shell) -> None:
    """No group is blamed, or said to be one that the client cannot express. A hint comes with the stack."""
    ended = zoned(command)

    said = f"assay: {TARGET}: configure() failed: KeyError: 'zone'{hint}"
    assert (2, "", said) == (ended.code, ended.out, ended.err.splitlines()[-1])
    assert bool(hint) == ("in configure\n" in ended.err)


def test_settings_may_be_for_one_member(zoned: Shell) -> None:
    checked = zoned(f"check {TARGET} {NEAR} --setting C1:zone=a --setting b:zone=b --inputs clean --groups 5 --json")
    judged = zoned(f"judge g.json {TARGET} {NEAR} --setting b:zone=b --json")

    assert (0, {"kept"}) == (checked.code, {cell["verdict"] for cell in checked.document["cells"]})
    said = "--setting b:...: drawn groups may not have this member; most are C0, C1, and so on"
    assert {} == judged.document["assignment"]["b"]
    assert [said] == checked.err.splitlines()


def test_replay_command_and_case_have_the_settings(broken: dict[str, Any], zoned: Shell) -> None:
    replay = shlex.split(broken["replay"])
    assert FAR == " ".join(replay[3:5])
    assert {"zone": "far"} == broken["counterexample"]["config"]

    for command in (broken["replay"], f"assay check {TARGET} --case {replay[-1]}"):
        ended = zoned.repeat(command, "--json")
        again = ended.cell
        assert (1, {"zone": "far"}) == (ended.code, again["counterexample"]["config"])
        assert broken["counterexample"]["steps"] == again["counterexample"]["steps"]
        assert f" {FAR} " in again["replay"]


@pytest.mark.parametrize("words", [f"{TARGET} {NEAR}", "roundrobin"])
def test_settings_of_a_case_give_way(words: str, broken: dict[str, Any], zoned: Shell) -> None:
    """To those of the command line, and to a reference that takes none."""
    ended = zoned(f"check {words} --case {shlex.split(broken['replay'])[-1]} --json")

    assert (0, "kept") == (ended.code, ended.cell["verdict"])


def test_pasted_test_has_the_settings(broken: dict[str, Any], zoned: Shell) -> None:
    text = zoned(f"judge {shlex.split(broken['replay'])[-1]} --as-test").out

    pasted: dict[str, Any] = {}
    exec(text, pasted)
    assert "config={'zone': 'far'}" in text
    (test,) = (value for name, value in pasted.items() if name.startswith("test_"))
    with pytest.raises(AssertionError, match="has no owner"):
        test("nothing-left-out")
    assert_keeps("nothing-left-out", pasted["GROUP"], target=TARGET, config={"zone": "a"})


def test_command_for_a_test_report_and_junit_have_the_settings(zoned: Shell) -> None:
    ended = zoned(f"check {TARGET} {FAR} {NARROW} --out out")
    zoned("report out")

    (line,) = (line for line in ended.lines if line.strip().startswith("Test:"))
    assert f" {FAR} --as-test" in line
    assert FAR in zoned.text_of("out/junit.xml")


def test_comparisons_configure_only_targets_with_configure(zoned: Shell) -> None:
    command = f"check roundrobin --same-as {TARGET} --inputs clean --groups 5 --json"

    near, far = zoned(f"{command} {NEAR}"), zoned(f"{command} {FAR}")
    compared = zoned(f"compare roundrobin {TARGET} {FAR} --inputs clean --groups 5 --out out")

    assert (0, 1, 1) == (near.code, far.code, compared.code)
    assert f" {FAR} " in far.document["command"]
    assert f"assay check {TARGET} {FAR} --case out/cases/" in compared.out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("judge g.json sticky", f"{FAR}: none of the targets accepts settings: sticky"),
        ("check python:plain:Plain", f"it accepts no settings: remove {FAR}"),
        ("check sticky --same-as range", f"{FAR}: none of the targets accepts settings: sticky, range"),
        ("compare sticky range", "none of the targets accepts settings: sticky, range"),
        ("bench sticky --workload 2x2x1-HOMOGENEOUS-FULL", "none of the targets accepts settings: sticky"),
        ("optimum g.json range", "none of the targets accepts settings: "),
        ("audit g.json --out out --master loop", "none of the targets accepts settings: "),
        (f"judge g.json {TARGET} --setting c:zone=a", "assay: --setting: the group has no member 'c'"),
    ],
)
def test_target_without_configure_is_a_usage_error(words: str, line: str, zoned: Shell) -> None:
    """So is a setting of an unknown member."""
    zoned.write("plain.py", "class Plain:\n    def assign(self, group):\n        return {}\n")

    assert line in zoned(f"{words} {FAR}").refusal


def test_judge_frontier_bench_and_audit_reach_configure(zoned: Shell) -> None:
    judged = zoned(f"judge g.json {TARGET} {NEAR}")
    frontier = zoned(f"optimum g.json {TARGET} {NEAR} --json")
    timed = zoned(f"bench {TARGET} --workload 20x2x10-HOMOGENEOUS-FULL {NEAR} --json")
    audited = zoned(f"audit g.json --out out --master loop --target {TARGET} {NEAR}")

    assert [0, 0, 0, 0] == [ended.code for ended in (judged, frontier, timed, audited)]
    assert ["today", TARGET] == [point["target"] for point in frontier.document["assignors"]]
    assert {None} == {point["error"] for point in timed.document["points"]}


@pytest.mark.usefixtures("zoned")
def test_decorator_configures_targets() -> None:
    def failures(config: dict[str, str]) -> str:
        @parametrize_with_laws(
            [TARGET], like="roundrobin", laws=["nothing-left-out"], inputs=["clean"], examples=5, config=config
        )
        def test(assignor: object, check: Any) -> None:
            check(assignor)

        (mark,) = (mark for mark in test.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
        assignor, check = mark.args[1][0].values
        try:
            check(assignor)
        except pytest.fail.Exception as failed:
            return str(failed)
        return ""

    told = failures({"zone": "far"})
    assert f"assay check {TARGET} --like roundrobin {FAR} --case " in " ".join(told.split())
    assert "config={'zone': 'far'}" in told
    assert failures({"zone": "a"}) == ""


def test_decorator_refuses_settings_for_an_object() -> None:
    with pytest.raises(AssayError, match="needs a target as text"):
        parametrize_with_laws([lambda group: {}], like="fair", config={"zone": "a"})(lambda assignor, check: None)


def test_every_release_is_configured(releases_of: Releases, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A case brings its own settings."""
    releases_of("..x")
    stand_in, given = opening.open_target, []

    def remember(text: str, *, settings: Settings, **options: Any) -> Target:
        given.append(settings)
        return stand_in(text, settings=settings, **options)

    monkeypatch.setattr(opening, "open_target", remember)
    shell.write("c.json", {**LOST, "config": {"zone": "far"}})

    searched = shell(f"releases {RELEASES} {FAR} --json")
    shell(f"releases {RELEASES} --case c.json {NEAR}")
    shell(f"releases {RELEASES} --case c.json")

    assert f" {FAR} " in searched.document["command"]
    assert f"{FAR} {NEAR} {FAR}" == " ".join(word for key in dict.fromkeys(given) for word in key.words())
    assert [False, False, True] == [key.optional for key in dict.fromkeys(given)]


MUTE_TARGET = "python:mute:Mute"
WHY = "cannot express this group: the client knows no instance ids"
FEW = "--inputs static-members --groups 5"
STATIC = {**PAIR, "members": [{**member, "instance_id": member["id"]} for member in PAIR["members"]]}

MUTE = """
    from kafka_assay.assignors.interface import CannotBeAsked
    from kafka_assay.assignors.registry import reference_assignor

    class Mute:
        like = "range"

        def assign(self, group):
            if any(member.instance_id for member in group.members):
                raise CannotBeAsked("the client knows no instance ids")
            return reference_assignor("range").assign(group)
"""


@pytest.fixture
def mute(shell: Shell) -> Shell:
    """The shell, with an assignor that cannot express static members."""
    shell.write("mute.py", dedent(MUTE))
    shell.write("static.json", STATIC)
    return shell


def test_judge_shows_the_reason_and_judges_the_other_groups(mute: Shell) -> None:
    mute.write("g.jsonl", STATIC, PAIR)

    ended, alone = mute(f"judge g.jsonl {MUTE_TARGET}"), mute(f"judge static.json {MUTE_TARGET}")

    first, second = ended.documents
    assert (3, None, f"{MUTE_TARGET} on pair {WHY}.") == (ended.code, first["assignment"], first["sentences"][0])
    assert second["assignment"] is not None
    assert 3 == alone.code
    assert f"{MUTE_TARGET} on pair {WHY}." in alone.out
    assert "gave no answer" not in alone.out


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (f"{MUTE_TARGET} --inputs clean {FEW}", 0, f"static-members: 2 groups skipped, because it {WHY}."),
        (f"{MUTE_TARGET} {FEW}", 3, f"UNDECIDED: nothing was checked, because it {WHY.partition(' knows')[0]}"),
        (
            f"range --same-as {MUTE_TARGET} --inputs clean {FEW}",
            0,
            "same-plan (static-members): skipped for 2 groups, because it cannot express this group",
        ),
        (f"{MUTE_TARGET} --case static.json", 3, f"it {WHY}"),
    ],
)
def test_check_names_skipped_groups(command: str, code: int, told: str, mute: Shell) -> None:
    """It is kept if the other groups keep the laws."""
    ended = mute(f"check {command}")

    assert code == ended.code
    assert told in ended.text


def test_judge_prints_no_test_for_an_inexpressible_group(mute: Shell) -> None:
    """The test would always pass."""
    said = f"assay: --as-test: {MUTE_TARGET} on pair: no law was decided"
    assert said in mute(f"judge static.json {MUTE_TARGET} --as-test").refusal
