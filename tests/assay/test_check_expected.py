"""Tests of `assay check --expected`: what is listed does not fail, a stale entry does."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from tests.assay.shell import Shell

GREEDY = "check python:mine:greedy --like +even --inputs clean --groups 6 --jobs 1 --path-seconds 0 --expected e.toml"
UNEVEN = "even-when-equal"


def entry(law: str = UNEVEN, **more: object) -> str:
    """An entry of the file."""
    words = {"law": law, "reason": "#12"} | more
    return "[[expected]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in words.items())


@pytest.mark.parametrize(
    ("text", "verdict", "stale"),
    [
        (entry(), "kept", None),
        (entry(inputs="clean", until="2099-01-31"), "kept", None),
        (entry(inputs=["racks", "clean"], until="3.1"), "kept", None),
        (entry().replace("reason", "until = 2099-01-31\nreason"), "kept", None),
        (entry() + entry("settles", inputs="racks"), "broken", "settles (racks) is expected to break, but python:mine"),
        (entry() + entry("one-owner-each"), "broken", "one-owner-each is expected to break, but all 6 groups keep it"),
        (entry(inputs="racks"), "broken", None),
        (entry(until="2020-01-31"), "broken", f"{UNEVEN} is expected to break until 2020-01-31, and today is "),
        (entry(until="3.0"), "broken", f"{UNEVEN} is expected to break until 3.0, and the version is 3.0"),
        ("", "broken", None),
    ],
)
def test_listed_break_does_not_fail_and_stale_entry_does(
    text: str, verdict: str, stale: str | None, shell: Shell
) -> None:
    """The version is that of the project, because the module has none."""
    shell.write("e.toml", text)
    shell.write("pyproject.toml", '[project]\nversion = "3.0"\n')

    ended = shell(GREEDY, "--json")

    record = ended.document
    assert ({"kept": 0, "broken": 1}[verdict], verdict) == (ended.code, record["verdict"])
    assert ([] if stale is None else [stale]) == [one[: len(stale or "")] for one in record["stale"]]
    assert " --expected e.toml " in f"{record['command']} "


def test_text_report_and_junit_show_expected_and_stale_entries(shell: Shell) -> None:
    shell.write("e.toml", entry() + entry("one-owner-each"))

    ended = shell(f"{GREEDY} --out out")
    shell("report out")

    stale = (
        "one-owner-each is expected to break, but all 6 groups keep it (95 %: fewer than 1 in 3 break it): remove the "
        "entry, or save a case that breaks it"
    )
    suite = ET.fromstring(shell.text_of("out/junit.xml"))[0]
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    skipped = {case.get("name"): one.get("message") for case in suite for one in case.findall("skipped")}
    assert "✗ python:mine:greedy: BROKEN: no law of 7, but 1 expected failure is stale" == ended.lines[0]
    assert f"✗ STALE {stale}" in ended.text
    assert f"EXPECTED  {UNEVEN} (clean): #12" in ended.lines
    assert ([stale], {UNEVEN: "expected: #12"}) == (failed, skipped)
    assert stale in shell.text_of("out/index.html")


def test_entry_is_surely_stale_if_its_saved_case_keeps_the_law_and_never_by_too_few_groups(shell: Shell) -> None:
    shell.write("e.toml", entry() + entry("one-owner-each") + entry("one-owner-each", inputs="racks"))
    searched = shell(GREEDY.replace("--groups 6", "--groups 4"), "--json")
    few = searched.document
    (case,) = (shell.folder / ".assay" / "cases").iterdir()
    case.write_text(case.read_text(encoding="utf-8").replace(UNEVEN, "one-owner-each"), encoding="utf-8")

    (stale,) = shell(GREEDY, "--json").document["stale"]

    assert ("kept", []) == (few["verdict"], few["stale"])
    assert "--expected: one-owner-each: nothing is said of it, because 4 groups keep the law, and none" in searched.err
    assert 1 == searched.err.count("nothing is said")
    assert stale.endswith(f"all 6 groups keep it, and so does the case .assay/cases/{case.name}: remove the entry")


def test_one_case_is_expected_and_makes_no_entry_stale(shell: Shell) -> None:
    shell.write("e.toml", entry(inputs="clean") + entry("one-owner-each"))

    broken = shell("check python:mine:greedy --like +even --case clean:3 --json")
    expected = shell("check python:mine:greedy --like +even --case clean:3 --expected e.toml --json")

    assert (1, 0) == (broken.code, expected.code)
    assert [("#12", "broken")] == [(one["expected"], one["verdict"]) for one in expected.document["cells"][-1:]]


def test_version_that_is_never_reached_is_named(shell: Shell) -> None:
    shell.write("e.toml", entry(until="3.0") + entry("settles", inputs="racks", until="2099-01-31"))

    (line,) = shell("check python:mine:greedy --like +even --case clean:3 --expected e.toml").err.splitlines()

    said = f"--expected: {UNEVEN}: until 3.0 is never reached: python:mine:greedy has the version 'source "
    assert line.startswith(said)


def test_expected_break_does_not_end_a_search_that_ends_at_the_first_break(shell: Shell) -> None:
    shell.write("e.toml", entry())

    assert "" == shell(GREEDY, "--fail-fast").err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read: "),
        ("[[expected", "cannot be read: "),
        ("[[expect]]", "unknown key 'expect'; did you mean 'expected'?: expected expected"),
        ("expected = 3", "expected: 3: expected tables under [[expected]]"),
        ("expected = [3]", "[[expected]] 1: 3: expected a table with law and reason"),
        (entry() + entry("even-when-equals"), "[[expected]] 2: unknown law 'even-when-equals'; did you mean"),
        (entry(reason=" "), "[[expected]] 1: reason: ' ': expected text"),
        (entry(input="clean"), "[[expected]] 1: unknown key 'input'; did you mean 'inputs'?: expected law, inputs, "),
        (entry(inputs="stale"), "[[expected]] 1: unknown input family 'stale'; did you mean 'stale-claims'?"),
        (entry(inputs=3), "[[expected]] 1: inputs: 3: expected an input family, or a list of them"),
        (entry(until="soon"), "[[expected]] 1: until: 'soon': expected a version such as "),
        (entry(until=2), "[[expected]] 1: until: 2: expected a version such as "),
    ],
)
def test_wrong_or_missing_file_gets_one_line(text: str | None, says: str, shell: Shell) -> None:
    if text is not None:
        shell.write("e.toml", text)

    assert shell(GREEDY).refusal.startswith(f"assay: --expected e.toml: {says}")
