"""Replays of cases are run; other commands are parsed by the verb's own parser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

import pytest

from assay import cli
from assay.exit_codes import ExitCode
from kafka_assay.assignors.hosted.targets.release_range import parse_release_range
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from studies.findings.finding_pages import FINDINGS, findings
from studies.findings.museum_page import PAGE
from studies.findings.page_commands import block_commands, page_commands
from studies.findings.withdrawn_findings import WITHDRAWN, WithdrawnFinding
from studies.newest_releases import IMPLEMENTATION_OF
from studies.output import ROOT

MISSING = ("not on the PATH", "offline", "needs Java", "kafka-assay[spark]")
TRIES = 5
"""Tries for clients with random answers, which may keep the law at the first try."""

COMMANDS = list(
    dict.fromkeys(words for page in sorted(FINDINGS.glob("*.md")) for words in page_commands(page.read_text("utf-8")))
)
REPLAYS = [words for words in COMMANDS if words[1] == "check" and "--case" in words]
OTHERS = [words for words in COMMANDS if words not in REPLAYS]
OTHER_PAGES = [*ROOT.glob("*.md"), *(page for page in (ROOT / "docs").rglob("*.md") if page.parent != FINDINGS)]
ELSEWHERE = list(
    dict.fromkeys(
        words for page in sorted(set(OTHER_PAGES) - {PAGE}) for words in block_commands(page.read_text("utf-8"))
    )
)
MUSEUM = list(dict.fromkeys(page_commands(PAGE.read_text("utf-8"))))


def _group(words: tuple[str, ...]) -> str:
    return IMPLEMENTATION_OF.get(words[2], words[2])


def _skip_if_missing(said: str) -> None:
    if any(one in said for one in MISSING):
        pytest.skip(said.strip())


@pytest.mark.parametrize(
    "words",
    [pytest.param(words, id=" ".join(words[2:]), marks=pytest.mark.xdist_group(_group(words))) for words in REPLAYS],
)
def test_replay_breaks_its_law(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Skipped by name where the target is not available."""
    monkeypatch.chdir(ROOT)
    is_its_own = Path(words[-1]).stem.rpartition("-")[0] == _group(words)

    for _ in range(TRIES if is_its_own else 1):
        code = cli.run(words[1:])
        if code != ExitCode.KEPT:
            break

    _skip_if_missing(said := capsys.readouterr().err)
    assert code in ({ExitCode.BROKEN} if is_its_own else {ExitCode.KEPT, ExitCode.BROKEN}), said


@pytest.mark.parametrize("withdrawn", WITHDRAWN, ids=lambda one: one.id)
def test_withdrawn_case_raises_no_alarm(
    withdrawn: WithdrawnFinding, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    code = cli.run(["check", withdrawn.target, "--case", str(withdrawn.case_file)])

    _skip_if_missing(said := capsys.readouterr().err)
    assert ExitCode.KEPT == code, said


@pytest.mark.parametrize("words", [*OTHERS, *MUSEUM], ids=" ".join)
def test_command_on_a_finding_page_is_valid(words: tuple[str, ...]) -> None:
    """Its options, target and files exist."""
    args = _parse(words)

    assert (parse_release_range if ".." in args.target else parse_target)(args.target)
    assert [] == [word for word in words if word.endswith(".json") and not (ROOT / word).is_file()]


@pytest.mark.parametrize("words", ELSEWHERE, ids=" ".join)
def test_command_on_another_page_is_valid(words: tuple[str, ...]) -> None:
    """Its verb and options exist; the files belong to the reader."""
    assert _parse(words)


def _parse(words: tuple[str, ...]) -> Namespace:
    parser = ArgumentParser(exit_on_error=False, allow_abbrev=False)
    import_module(f"assay.verbs.{words[1].replace('-', '_')}_").COMMAND.add_options(parser)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seed", type=int)
    return parser.parse_args(words[2:])


def test_every_finding_has_a_replay_that_is_run() -> None:
    assert {tuple(one.replay_words) for one in findings()} <= set(REPLAYS)
