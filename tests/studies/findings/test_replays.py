"""The commands of the findings that replay a case on a newest release."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import pytest

from assay import cli
from assay.command import ExitCode
from studies.findings.finding_pages import MUSEUM, FindingRow, finding_rows
from studies.output import ROOT
from tests.assignors.hosted.real_hosts import words_or_skip
from tests.pages.page_commands import PageCommand, markdown_pages, read_page_commands
from tests.pages.page_runs import claim_about
from tests.support.newest_releases import IMPLEMENTATION_OF
from tests.support.wire.recipes import plain, platformatic_program, rust_program

PAGES = [page for page in markdown_pages() if page.startswith("docs/results/findings/")]
REPLAYS = list(
    {
        command.words: command
        for page in PAGES
        for command in read_page_commands(page)
        if command.verb == "check" and "--case" in command.words
    }.values()
)
MISSING = ("not on the PATH", "offline", "needs Java", "kafka-assay[", "no javac")
"""Words of a message about a tool or a network that is missing."""
RANDOM_TRIES = 15
"""sarama's answers differ from run to run: its case and its history rarely break in the same way at once."""
NEVER_ANSWERED = {command.words for command in read_page_commands("docs/results/findings/sticky-hang.md")}
"""Replays of a finding that no answer ever comes: they wait for it several times, so not long."""
EVERY_DAY = "kafka-python=="
"""The client whose findings `tox` replays. `tox run -e integration` replays all others."""
SHOWN = "Path to this group: shown"
ROWS = {one: row for one, row in finding_rows().items() if not one.startswith(MUSEUM)}
WITHDRAWN = {one: row for one, row in ROWS.items() if row.finding.kind == "withdrawn"}
FAULTS = [row for row in ROWS.values() if row.finding.is_fault and row.client.cases]
SHOWN_REPLAYS = {tuple(row.replay_words) for row in FAULTS if row.client.path.status == "shown"}


RUST = "rust-consumers/debug/kacrab-consumer"
PROGRAMS = {
    "node docs/wire/platformatic/consumer.mjs": platformatic_program,
    RUST: plain(rust_program, "kacrab", "0.4.0"),
}
"""Words that start a recipe -> the function that returns the words of the installed one."""


def with_built_program(arguments: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """Replace the words that start a recipe by those of a built one. Skip the test where its tools are missing."""
    return tuple(_with_built_program(word, folder) if word.startswith("wire:") else word for word in arguments)


def _with_built_program(target: str, folder: Path) -> str:
    for words, program in PROGRAMS.items():
        if words in target:
            return target.replace(words, shlex.join(words_or_skip(words, partial(program, folder))))
    return target


def _skip_if_missing(said: str) -> None:
    if any(one in said for one in MISSING):
        pytest.skip(said.strip())


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            one,
            id=" ".join(one.words[2:]),
            marks=[
                pytest.mark.xdist_group(IMPLEMENTATION_OF.get(one.words[2], one.words[2])),
                *([pytest.mark.rust] if RUST in one.words[2] else []),
                *([] if one.words[2].startswith(EVERY_DAY) else [pytest.mark.integration]),
            ],
        )
        for one in REPLAYS
    ],
)
def test_replay_has_the_outcome_that_its_page_says(
    command: PageCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Skipped by name where the target is not available. A client with random answers may keep the law at first."""
    monkeypatch.chdir(ROOT)
    claim = claim_about(command)
    claim = claim._replace(prints=(SHOWN,)) if command.words in SHOWN_REPLAYS else claim
    arguments = with_built_program(command.arguments, tmp_path)
    if not arguments[1].startswith("wire:"):
        arguments = (*arguments, "--call-timeout", "4" if command.words in NEVER_ANSWERED else "10")
    said = ""

    for _ in range(RANDOM_TRIES):
        code = cli.run(arguments)
        printed = capsys.readouterr()
        said += printed.err
        objection = claim.objection(code, printed.out)
        if objection is None:
            break

    _skip_if_missing(said)
    assert objection is None, said


@pytest.mark.integration
@pytest.mark.parametrize("withdrawn", WITHDRAWN.values(), ids=WITHDRAWN)
def test_withdrawn_case_raises_no_alarm(
    withdrawn: FindingRow, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    code = cli.run(["check", withdrawn.client.target, "--case", str(withdrawn.case_file)])

    _skip_if_missing(said := capsys.readouterr().err)
    assert ExitCode.KEPT == code, said


def test_every_finding_has_a_replay_that_is_run() -> None:
    assert {tuple(row.replay_words) for row in FAULTS} <= {one.words for one in REPLAYS}
