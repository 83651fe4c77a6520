"""The commands on the pages: quick ones are run, the others must be valid."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from assay import cli
from kafka_assay.assignors.hosted.target_kinds import parse_release_range, parse_target
from studies.__main__ import STUDIES, main
from studies.output import ROOT
from tests.pages.page_commands import PageCommand, expand_words, markdown_pages, page_commands
from tests.pages.page_files import page_environment, write_page_files
from tests.pages.page_runs import PageClaim, claim_about, page_runs

QUICK = {
    page: commands for page in markdown_pages() if (commands := [command for command, runs in page_runs(page) if runs])
}
EVERY_DAY = ("README.md", "docs/hosts/README.md")
"""Pages whose commands `tox` runs. `tox run -e integration` runs those of all others."""
OTHERS = list(
    {
        command.words: command
        for page in markdown_pages()
        for command, runs in page_runs(page)
        if not runs and command.verb != "cp"
    }.values()
)
TEXT = {page: (ROOT / page).read_text(encoding="utf-8") for page in markdown_pages()}
BISECTED = re.compile(r"(: )?(last )?(broken|kept) [^;`]*; \d+ of \d+ releases? asked")
"""Stands behind `assay releases --case`: `: last kept in 2.2.21, first broken in 2.3.0; 7 of 50 releases asked.`"""
_NAMED = re.compile(r"`assay ([a-z][a-z-]*)(?: [a-z]+)?((?: --?[^`\n]*)?)`")


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=() if page in EVERY_DAY else pytest.mark.integration) for page in QUICK]
)
def test_quick_commands_of_a_page_do_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In page order and in one folder, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "captures").symlink_to(ROOT / "captures")
    for name, value in page_environment(page, tmp_path).items():
        monkeypatch.setenv(name, value)
    write_page_files(page, QUICK[page], tmp_path)

    for command in QUICK[page]:
        code = _run(command, tmp_path)

        printed = capfd.readouterr()
        if command.into is not None:
            Path(command.into).write_text(printed.out, encoding="utf-8")
        assert claim_about(command).objection(code, printed.out) is None, f"{command.text}\n{printed}"


def _run(command: PageCommand, folder: Path) -> int:
    if command.is_study:
        return main(command.arguments)
    words = expand_words(command.words, folder)
    if command.is_assay:
        return cli.run(words[1:])
    start = [sys.executable, "-m"] if command.verb == "pytest" else []
    return subprocess.run([*start, *words], cwd=folder, check=False).returncode


@pytest.mark.parametrize("command", OTHERS, ids=lambda command: command.text)
def test_other_command_is_valid(command: PageCommand) -> None:
    """Its verb or study, options, target and files exist. A bisection has its result."""
    if command.verb == "releases" and "--case" in command.words:
        assert command.shown or BISECTED.match(command.rest)
    if command.is_study:
        assert _study_parser(command.verb).parse_args(command.arguments[1:])
        return
    _, args = cli.parse_command(command.arguments)
    target = getattr(args, "target", None)
    if isinstance(target, str):
        assert (parse_release_range if ".." in target else parse_target)(target)
    assert [] == [word for word in command.words if word.startswith("docs/") and not _is_there(word)]


def _is_there(word: str) -> bool:
    """Whether a file of the checkout exists, or the line of it in `FILE.jsonl:LINE`."""
    file, _, line = word.partition(".jsonl:")
    if not line:
        return (ROOT / word).is_file()
    path = ROOT / f"{file}.jsonl"
    return path.is_file() and int(line) <= len(path.read_text("utf-8").splitlines())


@cache
def _study_parser(study: str) -> ArgumentParser:
    parser = ArgumentParser(exit_on_error=False)
    import_module(STUDIES[study]).options(parser)
    return parser


@pytest.mark.parametrize("page", [page for page, text in TEXT.items() if _NAMED.search(text)])
def test_named_verbs_and_options_exist(page: str) -> None:
    """In sentences, such as `assay optimum --frontier`."""
    named = [(found[1], word) for found in _NAMED.finditer(TEXT[page]) for word in ["", *found[2].split()]]

    unknown = [verb for verb, _ in named if verb not in cli.VERBS]
    assert [] == unknown
    assert [] == [(verb, word) for verb, word in named if word[:2] == "--" and word not in _options(verb)]


@cache
def _options(verb: str) -> frozenset[str]:
    parsers = [cli.verb_parser(verb, action) for action in cli.commands_of(verb)]
    return frozenset(option for parser in parsers for option in parser._option_string_actions)


def test_named_tox_environments_exist() -> None:
    known = set(re.findall(r"^\[testenv:([a-z-]+)\]", (ROOT / "tox.ini").read_text("utf-8"), flags=re.MULTILINE))
    known |= {"tests"}

    named = {
        name
        for text in TEXT.values()
        for found in re.findall(r"tox run -e ([a-z,-]+)", text)
        for name in found.split(",")
    }
    assert set() == named - known


PIPES = {
    found[1]: found[2]
    for text in TEXT.values()
    for found in re.finditer(r"^\$ (echo .* \| assay host serve \| .*)\n(.*)$", text, flags=re.MULTILINE)
}


@pytest.mark.parametrize("line", PIPES)
def test_pipe_into_the_host_of_references_prints_the_shown_answer(line: str) -> None:
    """The time in its answer differs."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    done = subprocess.run(
        ["sh", "-c", line], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )

    assert re.sub(r"\d+}$", "", PIPES[line]) == re.sub(r"\d+}$", "", done.stdout.strip())


PAGE = """
Do this:

```
$ assay audit captures --out out && assay report out   # a comment
12 groups
$ assay list laws > laws.txt
```

    assay host cache verify

Try `assay list inputs`, or `assay releases --case`; `assay check TARGET` is a form.
"""


def test_commands_have_output_comment_and_file() -> None:
    found = page_commands(PAGE)

    assert [
        ("assay audit captures --out out", "", "", None),
        ("assay report out", "12 groups\n", "a comment", None),
        ("assay list laws > laws.txt", "", "", "laws.txt"),
        ("assay host cache verify", "", "", None),
        ("assay list inputs", "", ", or `assay releases --case`; `assay check TARGET` is a form.", None),
    ] == [(one.text, one.shown and one.shown + "\n", one.rest, one.into) for one in found]


def test_output_of_a_command_is_its_claim() -> None:
    command = PageCommand(words=("assay", "check", "x"), shown="✗ BROKEN  one\n  found after 0.2 s\n  Why: two")

    claim = claim_about(command)

    assert PageClaim((1,), ("✗ broken one", "why: two")) == claim
    assert claim.objection(1, "✗ BROKEN one\nfound after 7.1 s\nWhy: three") == "does not print 'why: two'"
    assert claim.objection(0, "") == "exit code 0, not 1"


@pytest.mark.parametrize(
    ("name", "target", "codes"),
    [
        ("kafka-python-1", "kafka-python==3.0.12:roundrobin", (1,)),
        ("sticky-hang-sarama-cooperative", "go:github.com/IBM/sarama@v1.61.1:cooperative-sticky", (1,)),
        ("kafka-python-1", "aiokafka==0.14.0:roundrobin", (0, 1)),
        ("kafka-python-6", "kafka-python==3.0.12:sticky", (0, 1)),
    ],
    ids=["fault", "other case of a fault", "other client", "policy"],
)
def test_only_a_fault_must_break_its_law(name: str, target: str, codes: tuple[int, ...]) -> None:
    words = ("assay", "check", target, "--case", f"docs/results/findings/cases/{name}.json")

    assert PageClaim(codes) == claim_about(PageCommand(words=words))
