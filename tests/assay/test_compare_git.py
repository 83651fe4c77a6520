"""
Tests of `assay compare --git`: two revisions of one assignor, in checkouts that do not stay. And of the line of the
source that the comparison names.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.sources import PREFIX, check_out, defining_line, find_source
from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun
from tests.assay.shell import Shell
from tests.assay.shop import BETTER, WORSE, Repository

SMALL = "--inputs clean --groups 12 --jobs 1"
COMPARE = f"compare --git main~1..main python:shop.mine:Mine {SMALL}"


@pytest.fixture(autouse=True)
def repository(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The working directory: the last commit made the assignor worse. Nothing is timed, and shrinking is short."""
    monkeypatch.setattr("assay.verbs.compare_.timed_groups", lambda _: [])
    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.SHRINKING_SECONDS", 1.0)
    return Repository(shell.folder, "mine", WORSE)


def worktrees(repository: Repository) -> list[str]:
    """The worktrees of the repository, without its own."""
    lines = repository.git("worktree", "list", "--porcelain").splitlines()
    return [line for line in lines if line.startswith("worktree ")][1:]


def test_revision_that_is_a_hash_is_named_briefly(repository: Repository) -> None:
    (whole,) = repository.hashes("main")

    with check_out(f"main~1..{whole}") as (_, base, candidate):
        assert (f"main~1 {base.commit[:8]}", whole[:8]) == (base.version, candidate.version)


@pytest.mark.parametrize(("candidate", "says"), [("main", "uncommitted work is not compared"), ("main~1", "")])
def test_uncommitted_work_is_named_and_can_be_compared_by_its_hash(
    candidate: str, says: str, repository: Repository, shell: Shell
) -> None:
    (repository.folder / "src" / "shop" / "mine.py").write_text(BETTER)

    with check_out(f"main~1..{candidate}"):
        said = shell.capsys.readouterr().err
    stashed = repository.git("stash", "create").strip()
    with check_out(f"main~1..{stashed}") as (_, base, stash):
        files = [(side.folder / "src" / "shop" / "mine.py").read_text() for side in (base, stash)]

    assert says in said
    assert bool(says) == bool(said)
    assert [BETTER, BETTER] == files
    assert "" == shell.capsys.readouterr().err


def test_regression_between_two_revisions_fails(repository: Repository, shell: Shell) -> None:
    ended = shell(COMPARE, "--out", "out", "--json")

    record, hashes = ended.document, repository.hashes("main~1", "main")
    cases = [line["case"] for line in record["lines"] if line["case"]]
    assert 1 == ended.code
    assert [f"main~1 {hashes[0][:8]}", f"main {hashes[1][:8]}"] == [
        record[side]["version"] for side in ("base", "candidate")
    ]
    assert {"python:shop.mine:Mine"} == {case["target"] for case in cases}
    assert PREFIX not in json.dumps(record)
    assert record["command"].startswith(f"assay compare --git {'..'.join(hashes)} python:shop.mine:Mine --groups 12 ")
    assert [] == worktrees(repository)


def test_revisions_with_the_same_assignor_do_not_differ(repository: Repository, shell: Shell) -> None:
    """The current checkout is worse; only the named revisions count."""
    repository.git("branch", "old", "main~1")

    lines = shell(f"compare --git old..main~1 python:shop.mine:Mine {SMALL} --json").document["lines"]

    assert {"same", "not-comparable"} == {line["outcome"] for line in lines}


def test_folder_inside_the_repository(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shell.folder / "src" / "shop")

    ended = shell(f"compare --git main~1..main python:mine:Mine {SMALL} --comment github")

    assert 1 == ended.code
    assert "file=src/shop/mine.py,line=4," in ended.out


def test_module_that_only_one_revision_has_is_an_error(
    repository: Repository, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installed copy of the module must not answer for the other revision."""
    repository.commit("src/new.py", BETTER, "new")
    shell.write("../site/new.py", BETTER)
    monkeypatch.syspath_prepend(shell.folder.parent / "site")

    ended = shell(f"compare --git main~1..main python:new:Mine {SMALL}")

    (commit,) = repository.hashes("main~1")
    said = f"assay: python:new:Mine at main~1 {commit[:8]}: no module 'new' in this checkout\n"
    assert said == ended.refusal
    assert [] == worktrees(repository)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--git main python:a:B", "--git main: expected BASE..CANDIDATE, such as main..HEAD"),
        ("--git ..main python:a:B", "--git ..main: expected BASE..CANDIDATE"),
        ("--git no..main python:a:B", "--git no..main: 'no' is no revision of this repository"),
        ("--git main..main sticky", "sticky: --git takes a python: target"),
        ("--git main..main sticky range", "--git: expected one target"),
    ],
)
def test_wrong_revisions_are_usage_errors(words: str, says: str, repository: Repository, shell: Shell) -> None:
    assert says in shell(f"compare {words}").refusal
    assert [] == worktrees(repository)


def test_folder_outside_a_repository_is_a_usage_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(shell.folder))
    (shell.folder / ".git").rename(shell.folder / "git")
    monkeypatch.chdir(shell.folder / "src")

    assert "not a git repository" in shell("compare --git main..main python:a:B").refusal


def test_interrupt_removes_the_checkouts(repository: Repository, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        assert 2 == len(worktrees(repository))
        raise KeyboardInterrupt

    monkeypatch.setattr(ComparisonRun, "run", interrupted)

    assert 130 == shell(COMPARE).code
    assert [] == worktrees(repository)


def test_checkouts_of_a_killed_process_are_removed(repository: Repository, shell: Shell) -> None:
    """No process has the highest number."""
    left = shell.folder.parent / f"{PREFIX}{2**22 - 1}-left" / "base"
    repository.git("worktree", "add", "--detach", str(left), "main")

    shell(COMPARE)

    assert [] == worktrees(repository)
    assert not left.parent.exists()


SOURCE = b"""import shop

@shop.register
class Mine:
    class Inner:
        pass

    def assign(self, group):
        return {}

try:
    from fast import Fast as Quick
except ImportError:
    class Quick(Mine): ...

one, MADE = 1, Mine()
named: Mine = Mine()
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Mine", 4),
        ("Mine.Inner", 5),
        ("Mine.missing", 4),
        ("Quick", 14),
        ("MADE", 16),
        ("MADE.assign", 16),
        ("named", 17),
        ("shop", 1),
        ("Nothing", 1),
    ],
)
def test_line_is_that_of_the_last_definition(name: str, line: int) -> None:
    assert line == defining_line(SOURCE, name.split("."))


@pytest.mark.parametrize(
    ("source", "line"), [(b"class Mine(", 1), (b"\0", 1), (b"\xff", 1), (b'x = "\\d"\nclass Mine: ...\n', 2)]
)
def test_source_that_is_no_python_has_line_one_and_no_warning_is_shown(source: bytes, line: int) -> None:
    assert line == defining_line(source, ["Mine"])


@pytest.mark.parametrize("path", ["shop.py", "shop/__init__.py", "src/shop.py", "src/shop/__init__.py"])
def test_file_is_relative_to_the_root(path: str, tmp_path: Path) -> None:
    file = tmp_path / "service" / path
    file.parent.mkdir(parents=True)
    file.write_bytes(SOURCE)

    assert (f"service/{path}", 4) == find_source("python:shop:Mine", tmp_path / "service", tmp_path)


@pytest.mark.parametrize("target", ["python:elsewhere:Mine", "sticky", "jar:shop.py:Mine"])
def test_other_targets_have_no_source_here(target: str, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_bytes(SOURCE)

    assert find_source(target, tmp_path, tmp_path) is None
