"""The GitHub action and the GitLab job of `docs/start/ci.md`, run in a scratch repository with an own assignor."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.assay.shell import ROOT
from tests.assay.shop import UNCHANGED, WORSE, Repository

pytestmark = pytest.mark.xdist_group("ci")

OPTIONS = "--inputs clean --groups 12 --jobs 1 --tolerance seconds=99"
PROGRAM = """#!/bin/sh
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in *--jq*) printf '%s' "$OLD_COMMENT" ;; esac
"""


class Scratch(Repository):
    """A repository with two commits, and a `PATH` with a `gh` and a `curl` that only write down their calls."""

    def __init__(self, folder: Path, now: str) -> None:
        (folder / "repository").mkdir()
        super().__init__(folder / "repository", "assignors", now)
        self.calls = folder / "calls"
        self.summary = folder / "summary.md"
        programs = folder / "bin"
        programs.mkdir()
        for name, text in (
            ("gh", PROGRAM),
            ("curl", PROGRAM),
            ("assay", f'#!/bin/sh\nexec "{sys.executable}" -m assay "$@"\n'),
        ):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "CALLS": str(self.calls),
            "OLD_COMMENT": "",
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_REPOSITORY": "me/shop",
            "GITHUB_RUN_ID": "99",
            "ARTIFACT": "assay-compare",
            "OUT": str(folder / "out"),
        }

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run `script` as a CI does: in bash, ending at the first failure."""
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script],
            cwd=self.folder,
            env={**self.environment, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self) -> str:
        """The calls of `gh` and `curl`."""
        return self.calls.read_text() if self.calls.exists() else ""


def action_steps() -> dict[str, str]:
    """The steps of the action, by their names."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    return {name.partition("\n")[0]: name for name in text.split("    - name: ")[1:]}


def script_of(step: str) -> str:
    """The script of a step of the action."""
    return textwrap.dedent(action_steps()[step].partition("      run: |\n")[2])


class ActionRun(NamedTuple):
    """What the action did: the exit code, the output of the step that compares, and that of the last step."""

    code: int
    compared: str
    result: str


def run_action(scratch: Scratch, old_comment: str = "") -> ActionRun:
    """Run the steps of the action."""
    sides = {"TARGET": "python:shop.assignors:Mine", "REVISIONS": "HEAD^1..HEAD", "BASE": "", "CANDIDATE": ""}
    compared = scratch.run(script_of("Compare"), **sides, ARGUMENTS=OPTIONS)
    assert 0 == compared.returncode, compared.stderr
    code = Path(scratch.environment["GITHUB_OUTPUT"]).read_text().strip().removeprefix("code=")
    commented = scratch.run(script_of("Comment"), CODE=code, NUMBER="7", OLD_COMMENT=old_comment)
    assert 0 == commented.returncode, commented.stderr
    result = scratch.run(script_of("Result"), CODE=code)
    return ActionRun(result.returncode, compared.stdout, result.stdout)


def test_action_has_these_steps_and_always_uploads_the_folder_that_it_writes() -> None:
    """The tests below run all but the first and the one that uploads."""
    steps = action_steps()

    folder = re.search(r"OUT: (.*)", steps["Compare"])
    assert steps["Check"].count(f"OUT: {folder and folder[1]}\n") == 1
    assert ["Install assay", "Check", "Compare", "Upload", "Comment", "Result"] == list(steps)
    assert folder is not None
    assert f"        path: {folder[1]}\n" in steps["Upload"]
    assert "      if: always()\n      uses: actions/upload-artifact@v4\n" in steps["Upload"]


def test_action_comments_on_a_change_that_makes_it_worse(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path, WORSE)

    done = run_action(scratch)

    comment = (tmp_path / "out" / "comment.md").read_text(encoding="utf-8")
    assert 1 == done.code
    assert f"api repos/me/shop/issues/7/comments --field body=@{tmp_path}/out/comment.md" in scratch.called()
    assert comment.startswith("<!-- assay compare -->\n## `python:shop.assignors:Mine (HEAD^1 ")
    assert "even-when-equal" in comment
    assert "REGRESSED" in scratch.summary.read_text(encoding="utf-8")
    assert re.fullmatch(r"regressed: .*even-when-equal newly broken in .*\(.*\n", done.result)
    assert "::error file=src/shop/assignors.py,line=4,title=assay compare%3A even-when-equal::" in done.compared


@pytest.mark.integration
def test_commands_of_the_comment_work_where_the_artifact_was_downloaded(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path, WORSE)
    run_action(scratch)
    comment = (tmp_path / "out" / "comment.md").read_text(encoding="utf-8")

    shutil.copytree(tmp_path / "out", scratch.folder / "assay-compare")
    shutil.rmtree(tmp_path / "out")
    scratch.git("commit", "--quiet", "--allow-empty", "--message", "later")
    *cases, whole = re.findall(r"^Repeat: `(.*)`$", comment, flags=re.MULTILINE)

    get = "gh run download 99 --repo me/shop --name assay-compare --dir assay-compare"
    assert f"Get the cases: `{get}`\n" in comment
    assert 1 == scratch.run(cases[0], PYTHONPATH=f"{ROOT}:{scratch.folder / 'src'}").returncode
    assert f"--git {'..'.join(scratch.hashes('HEAD~2', 'HEAD~1'))} " in whole
    assert "assay compare" == " ".join(shlex.split(whole)[:2])


@pytest.mark.integration
@pytest.mark.parametrize(
    ("now", "old_comment", "code", "called"),
    [
        (WORSE, "42", 1, "--method PATCH repos/me/shop/issues/comments/42 "),
        (UNCHANGED, "42", 0, "--method DELETE repos/me/shop/issues/comments/42"),
        (UNCHANGED, "", 0, None),
    ],
    ids=["updates", "deletes", "silent"],
)
def test_action_keeps_one_comment_while_a_change_makes_it_worse(
    now: str, old_comment: str, code: int, called: str | None, tmp_path: Path
) -> None:
    scratch = Scratch(tmp_path, now)

    done = run_action(scratch, old_comment)

    assert (code, bool(code)) == (done.code, bool(done.result))
    assert called in scratch.called() if called else not re.search("--field|--method", scratch.called())


@pytest.mark.parametrize(
    ("check", "code", "result", "says"),
    [
        ("", 0, 0, ""),
        ("", 1, 1, "regressed: a and b\n"),
        ("", 2, 2, "assay compare ended with exit code 2: the log of the step Compare says why\n"),
        ("", 3, 0, "::warning title=assay compare::nothing is worse, but something could not be compared\n"),
        ("mine", 0, 0, ""),
        ("mine", 1, 1, "✗ mine: BROKEN\n"),
        ("mine", 130, 130, "assay check ended with exit code 130: the log of the step Check says why\n"),
        ("mine", 3, 0, "::warning title=assay check::nothing is broken, but something is undecided\n"),
    ],
)
def test_action_says_why_it_fails(tmp_path: Path, check: str, code: int, result: int, says: str) -> None:
    """A line break in the reason cannot start a command of the workflow."""
    scratch = Scratch(tmp_path, UNCHANGED)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "compare.json").write_text(json.dumps({"why": "regressed: a\nand b"}))
    (tmp_path / "out" / "check.txt").write_text("✗ mine: BROKEN\n  version\n")

    done = scratch.run(script_of("Result"), CODE=str(code), CHECK=check)

    assert (result, says) == (done.returncode, done.stdout)


LISTED = '[[expected]]\nlaw = "{law}"\nreason = "issue 12"\n'
CHECKED = "--like +even --inputs clean --groups 12 --jobs 1"


@pytest.mark.integration
@pytest.mark.parametrize(("law", "code"), [("even-when-equal", 0), ("settles", 1)])
def test_action_and_job_check_with_a_file_of_expected_breaks(tmp_path: Path, law: str, code: int) -> None:
    scratch = Scratch(tmp_path, WORSE)
    (scratch.folder / "assay-expected.toml").write_text(
        LISTED.format(law="only-subscribed-topics") + LISTED.format(law=law)
    )
    target, listed = "python:shop.assignors:Mine", "assay-expected.toml"

    script = script_of("Check").partition("    - name")[0]
    checked = scratch.run(script, CHECK=target, EXPECTED=listed, ARGUMENTS=CHECKED, PYTHONPATH=f"{ROOT}:src")
    job = gitlab_script("assay-check", "report").replace("--like sticky", CHECKED)

    assert 0 == checked.returncode, checked.stderr
    assert f"code={code}\n" == Path(scratch.environment["GITHUB_OUTPUT"]).read_text()
    summary = scratch.summary.read_text(encoding="utf-8")
    assert f"{target}: {'BROKEN' if code else 'KEPT'}: " in summary
    cases = {path.name for path in (tmp_path / "out" / "cases").iterdir()}
    assert cases >= set(re.findall(r"--case assay-compare/cases/(\S+)", summary))
    assert cases
    assert code == scratch.run(job, PYTHONPATH=f"{ROOT}:src").returncode
    assert (scratch.folder / "assay" / "junit.xml").is_file()


def gitlab_script(job: str, extra: str) -> str:
    """The script of a job, without the line that installs."""
    page = (ROOT / "docs" / "start" / "ci.md").read_text(encoding="utf-8")
    found = re.search(rf"^{job}:\n(?:  .*\n)*?  script:\n((?:    .*\n)+)", page, flags=re.MULTILINE)
    assert found is not None
    lines = re.sub(r"    - (?:>-\n      )?", "\n", found[1]).replace("\n      ", " ").strip().splitlines()
    assert lines[0].startswith("python -m pip install --quiet . ")
    assert f'"kafka-assay[{extra}] @ ' in lines[0]
    script = "\n".join(line for line in lines[1:] if line)
    assert "--like sticky" in script
    return script


def run_job(scratch: Scratch, token: str = "secret") -> int:
    """Run the GitLab job on a merge request. Returns its exit code."""
    return scratch.run(
        gitlab_script("assay-compare", "solvers").replace("--like sticky", OPTIONS),
        CI_MERGE_REQUEST_DIFF_BASE_SHA=scratch.hashes("HEAD^")[0],
        ASSAY_TOKEN=token,
        CI_API_V4_URL="https://gitlab.example.org/api/v4",
        CI_PROJECT_ID="3",
        CI_MERGE_REQUEST_IID="7",
    ).returncode


def quality_issues(scratch: Scratch) -> list[dict[str, object]]:
    """The issues for GitLab's widget of code quality."""
    issues: list[dict[str, object]] = json.loads((scratch.folder / "gl-code-quality-report.json").read_text("utf-8"))
    return issues


@pytest.mark.integration
def test_job_comments_on_a_change_that_makes_it_worse(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path, WORSE)

    code = run_job(scratch)

    issues = quality_issues(scratch)
    address = "https://gitlab.example.org/api/v4/projects/3/merge_requests/7/notes"
    place = {"path": "src/shop/assignors.py", "lines": {"begin": 4}}
    assert 1 == code
    assert f"body@assay/compare.md {address}" in scratch.called()
    assert "even-when-equal" in {issue["check_name"] for issue in issues}
    assert all(issue["location"] == place for issue in issues)
    assert (scratch.folder / "assay" / "junit.xml").is_file()


@pytest.mark.integration
@pytest.mark.parametrize(("now", "token", "code"), [(WORSE, "", 1), (UNCHANGED, "secret", 0)])
def test_job_is_silent_without_a_token_and_on_a_change_that_does_not_make_it_worse(
    now: str, token: str, code: int, tmp_path: Path
) -> None:
    scratch = Scratch(tmp_path, now)

    assert (code, "") == (run_job(scratch, token), scratch.called())
    assert bool(code) == bool(quality_issues(scratch))
