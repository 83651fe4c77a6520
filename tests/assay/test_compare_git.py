"""Tests of `assay compare --git`: two revisions of one assignor, in checkouts that do not stay."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assay.cli import run
from assay.git_checkouts import PREFIX, check_out
from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun

pytestmark = pytest.mark.functional

EVEN = """
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor

class Mine(RoundRobinAssignor):
    like = "roundrobin"
    expected_failures = ()
"""
UNEVEN = (
    EVEN
    + """
    def assign(self, group):
        answer = super().assign(group)
        first, *others = sorted(answer)
        for other in others:
            for topic, ids in answer[other].items():
                if topic in group.members[0].subscription:
                    answer[first].setdefault(topic, []).extend(ids)
                    ids.clear()
        return answer
"""
)
SMALL = ["--inputs", "clean", "--groups", "12", "--jobs", "1"]


def git(*words: str) -> str:
    """Run git in the current folder, as somebody."""
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    return subprocess.run(["git", *who, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose last commit made the assignor worse. Nothing is timed, and shrinking is short."""
    monkeypatch.setattr("assay.verbs.compare_.timed_groups", lambda _: [])
    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.SHRINKING_SECONDS", 1.0)
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet", "--initial-branch", "main")
    (tmp_path / "src" / "shop").mkdir(parents=True)
    for name, text in (("before", EVEN), ("after", UNEVEN)):
        (tmp_path / "src" / "shop" / "mine.py").write_text(text)
        git("add", ".")
        git("commit", "--quiet", "--message", name)
    return tmp_path


def worktrees() -> list[str]:
    """The worktrees of the repository, without its own."""
    return [line for line in git("worktree", "list", "--porcelain").splitlines() if line.startswith("worktree ")][1:]


def test_revision_that_is_a_hash_is_named_briefly() -> None:
    whole = git("rev-parse", "main").strip()

    with check_out(f"main~1..{whole}") as (_, base, candidate):
        assert (f"main~1 {base.commit[:8]}", whole[:8]) == (base.version, candidate.version)


def test_regression_between_two_revisions_fails(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["compare", "--git", "main~1..main", "python:shop.mine:Mine", *SMALL, "--out", "out", "--json"])

    record = json.loads(capsys.readouterr().out)
    versions = record["base"]["version"], record["candidate"]["version"]
    cases = [line["case"] for line in record["lines"] if line["case"]]
    assert 1 == code
    assert (f"main~1 {git('rev-parse', 'main~1')[:8]}", f"main {git('rev-parse', 'main')[:8]}") == versions
    assert {"python:shop.mine:Mine"} == {case["target"] for case in cases}
    assert PREFIX not in json.dumps(record)
    hashes = git("rev-parse", "main~1", "main").split()
    assert record["command"].startswith(f"assay compare --git {'..'.join(hashes)} python:shop.mine:Mine --groups 12 ")
    assert [] == worktrees()


def test_revisions_with_the_same_assignor_do_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    """The current checkout is worse; only the named revisions count."""
    git("branch", "old", "main~1")

    run(["compare", "--git", "old..main~1", "python:shop.mine:Mine", *SMALL, "--json"])

    outcomes = {line["outcome"] for line in json.loads(capsys.readouterr().out)["lines"]}
    assert {"same", "not-comparable"} == outcomes


def test_folder_inside_the_repository(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "src" / "shop")

    code = run(["compare", "--git", "main~1..main", "python:mine:Mine", *SMALL, "--comment", "github"])

    assert 1 == code
    assert "file=src/shop/mine.py,line=4," in capsys.readouterr().out


def test_module_that_only_one_revision_has_is_an_error(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installed copy of the module must not answer for the other revision."""
    (repository / "src" / "new.py").write_text(EVEN)
    git("add", ".")
    git("commit", "--quiet", "--message", "new")
    elsewhere = repository.parent / "site"
    elsewhere.mkdir(exist_ok=True)
    (elsewhere / "new.py").write_text(EVEN)
    monkeypatch.syspath_prepend(elsewhere)

    code = run(["compare", "--git", "main~1..main", "python:new:Mine", *SMALL])

    commit = git("rev-parse", "main~1")[:8]
    assert 2 == code
    assert f"assay: python:new:Mine at main~1 {commit}: no module 'new' in this checkout\n" == capsys.readouterr().err
    assert [] == worktrees()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--git", "main", "python:a:B"], "--git main: expected BASE..CANDIDATE, such as main..HEAD"),
        (["--git", "..main", "python:a:B"], "--git ..main: expected BASE..CANDIDATE"),
        (["--git", "no..main", "python:a:B"], "--git no..main: 'no' is no revision of this repository"),
        (["--git", "main..main", "sticky"], "sticky: --git takes a python: target"),
        (["--git", "main..main", "sticky", "range"], "--git: expected one target"),
        (["python:a:B"], "the following arguments are required: CANDIDATE"),
    ],
)
def test_wrong_revisions_are_usage_errors(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["compare", *words])

    assert 2 == code
    assert says in capsys.readouterr().err
    assert [] == worktrees()


def test_folder_outside_a_repository_is_a_usage_error(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(repository))
    folder = repository / "src"
    (repository / ".git").rename(repository / "git")
    monkeypatch.chdir(folder)

    code = run(["compare", "--git", "main..main", "python:a:B"])

    assert 2 == code
    assert "not a git repository" in capsys.readouterr().err


def test_interrupt_removes_the_checkouts(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        assert 2 == len(worktrees())
        raise KeyboardInterrupt

    monkeypatch.setattr(ComparisonRun, "run", interrupted)

    code = run(["compare", "--git", "main~1..main", "python:shop.mine:Mine", *SMALL])

    assert 130 == code
    assert [] == worktrees()


def test_checkouts_of_a_killed_process_are_removed(repository: Path) -> None:
    """No process has the highest number."""
    left = repository.parent / f"{PREFIX}{2**22 - 1}-left" / "base"
    git("worktree", "add", "--detach", str(left), "main")

    run(["compare", "--git", "main~1..main", "python:shop.mine:Mine", *SMALL])

    assert [] == worktrees()
    assert not left.parent.exists()
