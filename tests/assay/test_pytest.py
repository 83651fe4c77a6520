"""
Tests of `assay.pytest`: somebody's own assignor in somebody's own pytest run.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import tests.assay.preloaded  # noqa: F401 - before a run inside this one can load it

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.functional

MINE = '''
"""
Assignors of somebody's own.
"""

from assignors.interface import ExpectedFailure
from assignors.registry import reference


def greedy(group):
    """Everything to the first subscriber."""
    answer = {member.id: {} for member in group.members}
    for topic in group.topics:
        for member in group.members:
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


def raising(group):
    raise LookupError("no idea")


class Fair:
    like = "fair"

    def assign(self, group):
        return reference("fair").assign(group)


class Greedy:
    like = "roundrobin"

    def __init__(self, size=1):
        self.size = size

    def assign(self, group):
        return greedy(group)


class Counting(Fair):
    """Answers one question, and spoils what it is asked afterwards."""

    asked = 0

    def assign(self, group):
        self.asked += 1
        return super().assign(group) if self.asked == 1 else {}


PAIR = (
    '{"format":"assay-group/1","topics":{"t":2},'
    '"members":[{"id":"a","subscription":["t"]},{"id":"b","subscription":["t"]}]}'
)


def declaring(kind):
    class Declaring(kind):
        like = "+even"
        expected_failures = (
            ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=PAIR),
        )

    return Declaring()
'''

TESTS = """
from assay.pytest import parametrize_with_laws
from mine import *


@parametrize_with_laws({given}, inputs=["clean"]{options})
def test_laws(assignor, check):
    check(assignor)
"""

MENDED = """
from assignors.registry import reference


def greedy(group):
    return reference("fair").assign(group)
"""


def made(pytester: pytest.Pytester, given: str, **options: object) -> pytest.Pytester:
    """
    A folder with somebody's assignors and the tests of those `given`.
    """
    pytester.makeini("[pytest]\naddopts = -p no:cacheprovider\n")
    pytester.makepyfile(mine=MINE)
    told = "".join(f", {name}={value!r}" for name, value in ({"examples": 20} | options).items())
    pytester.makepyfile(test_mine=TESTS.format(given=given, options=told))
    return pytester


def ran(pytester: pytest.Pytester, given: str, *arguments: str, **options: object) -> pytest.RunResult:
    """
    What pytest says of the tests of the assignors that are `given`.
    """
    return made(pytester, given, **options).runpytest_inprocess(*arguments)


def told(result: pytest.RunResult, word: str) -> str:
    """
    The rest of the line that begins with `word`.
    """
    found = re.search(rf"^ *{re.escape(word)} +(.*)$", result.stdout.str(), flags=re.MULTILINE)
    assert found is not None, result.stdout.str()
    return found[1]


EVEN = {"like": "+even", "laws": ["even-when-equal"]}


def test_every_law_has_a_test_with_a_name(pytester: pytest.Pytester) -> None:
    """
    Assignor and law stand in the id; what is kept passes, or was never met.
    """
    result = ran(pytester, "[Fair()]", "-v")

    outcomes = result.parseoutcomes()
    assert {"passed", "skipped"} >= outcomes.keys()
    assert outcomes["passed"] > 8
    result.stdout.fnmatch_lines(["*test_mine.py::test_laws[[]Fair:one-owner-each[]] PASSED*"])


def test_a_broken_law_shows_the_group_the_proof_and_the_commands(pytester: pytest.Pytester) -> None:
    """
    The smallest group, what happened, why it matters, the source, the commands, and no traceback of ours.
    """
    result = ran(pytester, "[greedy]", **EVEN)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*BROKEN  even-when-equal (clean)   2 members, 2 partitions",
            "  topics *",
            "  members *",
            "  answer *",
            "  What happened: *",
            "  Why it matters: *",
            "  Source: *",
            "  Replay:  assay check python:mine:greedy --like +even --case *.json",
            "  Test:    assay explain *.json python:mine:greedy --like +even --as-test",
            "  Again:   pytest 'test_mine.py::test_laws[[]greedy:even-when-equal[]]'",
        ]
    )
    assert "law_check.py" not in result.stdout.str()


def test_the_commands_work_as_they_stand(pytester: pytest.Pytester) -> None:
    """
    Pasted into a shell, the one repeats the case, and the other prints the very test, which fails.
    """
    result = ran(pytester, "[greedy]", **EVEN)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}

    replayed, explained = (
        subprocess.run(
            told(result, word), shell=True, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        for word in ("Replay:", "Test:")
    )
    again = pytester.runpytest_inprocess(*shlex.split(told(result, "Again:"))[1:])

    assert (1, 1) == (replayed.returncode, explained.returncode)
    assert "BROKEN  even-when-equal" in replayed.stdout
    assert "target='python:mine:greedy'" in explained.stdout
    again.assert_outcomes(failed=1)


def test_the_pasted_test_fails_until_the_assignor_is_mended(pytester: pytest.Pytester) -> None:
    """
    What is printed is a test file; it names the target, and passes once the target keeps the law.
    """
    result = ran(pytester, "[greedy]", **EVEN)
    _, _, text = result.stdout.str().partition("ready to paste: it fails while the law is broken.\n")
    (pytester.path / "test_pasted.py").write_text(text[: text.index("\n==") if "\n==" in text else None])

    broken = pytester.runpytest_inprocess("test_pasted.py")
    (pytester.path / "mine.py").write_text(MENDED)
    mended = pytester.runpytest_inprocess("test_pasted.py")

    broken.assert_outcomes(failed=1)
    mended.assert_outcomes(passed=1)


def test_an_expected_failure_is_one(pytester: pytest.Pytester) -> None:
    """
    With its reason, and not red.
    """
    result = ran(pytester, "[greedy]", "-rx", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *even-when-equal* by design"])


def test_an_expected_failure_that_is_kept_now_fails(pytester: pytest.Pytester) -> None:
    """
    Who mends a fault has to take the declaration back.
    """
    result = ran(pytester, "[Fair()]", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["even-when-equal is kept now, although * breaks: 'by design'. Take it out there*"])


def test_expected_failures_can_be_looked_at(pytester: pytest.Pytester) -> None:
    """
    `--runxfail` shows them as any other failure.
    """
    result = ran(pytester, "[greedy]", "--runxfail", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*BROKEN  even-when-equal*"])


@pytest.mark.parametrize(("kind", "outcome"), [("Greedy", "xfailed"), ("Fair", "failed")])
def test_what_an_assignor_declares_itself_counts_too(kind: str, outcome: str, pytester: pytest.Pytester) -> None:
    """
    As long as the declared group still breaks the law.
    """
    result = ran(pytester, f"[declaring({kind})]", laws=["even-when-equal"])

    assert {outcome: 1} == result.parseoutcomes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"expected_failures": {"even-when-eqal": "why"}}, "no law is called 'even-when-eqal'; did you mean 'even-"),
        ({"expected_failures": {"settles": "why"}}, "settles: no assignor here promises 'cooperative'; like='...,+"),
        (
            {"expected_failures": {"even-when-equal": " "}},
            "expected_failures: 'even-when-equal': ' ': expected the reason, in words",
        ),
        ({"laws": ["one-owner"]}, "no law is called 'one-owner'; did you mean 'one-owner-each'?"),
        ({"like": "fiar"}, "like: no reference assignor is called 'fiar'; did you mean 'fair'?"),
        ({"seconds": 0}, "seconds=0: expected a number of seconds above 0"),
    ],
)
def test_a_wrong_question_is_one_line(pytester: pytest.Pytester, options: dict[str, object], said: str) -> None:
    """
    Found when tests are collected, and told without a traceback.
    """
    result = ran(pytester, "[Fair()]", **options)

    result.assert_outcomes(errors=1)
    assert f"test_laws: {said}" in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_what_is_no_assignor_is_one_line(pytester: pytest.Pytester) -> None:
    """
    A number has no `assign`; no assignor at all tests nothing.
    """
    number, nothing = ran(pytester, "[5]"), ran(pytester, "[]")

    number.stdout.fnmatch_lines(["*'int' is an int: expected a class or factory*"])
    nothing.stdout.fnmatch_lines(["*test_laws: no assignor was given"])


def test_what_has_no_name_is_replayed_by_its_test(pytester: pytest.Pytester) -> None:
    """
    No command line can make an object with arguments: the answer stands in the pasted test instead.
    """
    result = ran(pytester, "[Greedy(size=2)]", laws=["even-when-equal"])

    assert "pytest 'test_mine.py::test_laws[Greedy:even-when-equal]'" == told(result, "Replay:")
    result.stdout.fnmatch_lines(["*Held under a name in a module (MINE = Mine(3)) it gets*"])
    result.stdout.fnmatch_lines(["*ready to paste: it fails until another answer is put there.", "ANSWER = *"])


def test_an_object_is_fresh_at_each_question(pytester: pytest.Pytester) -> None:
    """
    What one group left in it is not there at the next, and the one that was given is never spoilt.
    """
    result = ran(pytester, "[Counting()]", laws=["nothing-left-out", "even-when-equal"])

    result.assert_outcomes(passed=2)


def test_who_never_answers_fails_once(pytester: pytest.Pytester) -> None:
    """
    The other laws are undecided, which is no pass.
    """
    result = ran(pytester, "[raising]", "-rs", laws=["returns-an-answer", "one-owner-each"])

    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*What happened: It gave no answer: LookupError*", "SKIPPED *see returns-an-answer"])


def test_without_time_nothing_passes(pytester: pytest.Pytester) -> None:
    """
    A law that was not asked is not kept.
    """
    result = ran(pytester, "[Fair()]", seconds=1e-9, laws=["one-owner-each"])

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*time was up before a group was put to it*", "*Undecided is no pass: more time*"])


def test_cases_are_kept_where_they_are_wanted_and_tried_first(pytester: pytest.Pytester) -> None:
    """
    The first run finds it; a second that draws one group alone needs no luck.
    """
    options = {**EVEN, "cases": "known"}
    ran(pytester, "[greedy]", **options)
    (case,) = (pytester.path / "known").iterdir()

    again, without = (
        ran(pytester, "[greedy]", **(options | {"examples": 1, "cases": cases})) for cases in ("known", None)
    )

    assert told(again, "Replay:").endswith(f"--case known/{case.name}")
    without.assert_outcomes(passed=1)


def test_targets_as_text_are_assignors_too(pytester: pytest.Pytester) -> None:
    """
    As on the command line; what they promise must be known before they are started.
    """
    kept = ran(pytester, '["range", "python:mine:Fair"]', like="+even", laws=["one-owner-each"])
    unknown = ran(pytester, '["python:mine:Fair"]')

    kept.assert_outcomes(passed=2)
    unknown.stdout.fnmatch_lines(["*python:mine:Fair: expected like='...' beside it*"])


def test_other_fixtures_and_classes_are_left_alone(pytester: pytest.Pytester) -> None:
    """
    A test may take what it likes beside its assignor, and be a method.
    """
    made(pytester, "[Fair()]")
    pytester.makepyfile(
        test_mine=dedent("""
            from assay.pytest import parametrize_with_laws
            from mine import Fair

            class TestMine:
                @parametrize_with_laws([Fair, Fair()], laws=["one-owner-each"], inputs=["clean"], examples=5)
                def test_laws(self, tmp_path, check, request, assignor):
                    assert request.node.name.startswith("test_laws[Fair") and tmp_path.exists()
                    check(assignor)
        """)
    )

    result = pytester.runpytest_inprocess("-v")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*test_laws[[]Fair:one-owner-each[]]*", "*test_laws[[]Fair-2:one-owner-each[]]*"])


def test_importing_it_costs_next_to_nothing() -> None:
    """
    Nothing heavy is loaded before a test runs.
    """
    heavy = ["hypothesis", "numpy", "ortools", "matplotlib", "rich", "pyspark", "pandas", "scipy", "properties.check"]
    ask = f"import sys, assay.pytest; print([one for one in {heavy} if one in sys.modules])"

    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)

    assert "[]\n" == said.stdout
