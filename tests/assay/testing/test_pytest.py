"""Tests of `assay.testing`: the tests that it makes for a user's assignors."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.assay.testing.own_runs import EVEN, make_project, run_tests

pytest_plugins = ["pytester"]


def test_every_law_has_a_named_test(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[Fair()]", "-v")

    outcomes = result.parseoutcomes()
    assert {"passed", "skipped"} >= outcomes.keys()
    assert outcomes["passed"] > 8
    result.stdout.fnmatch_lines(["*test_mine.py::test_laws[[]Fair:one-owner-each[]] PASSED*"])


def test_expected_failure_is_xfailed_with_its_reason(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[greedy]", "-rx", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *even-when-equal* by design"])


def test_expected_failure_that_is_now_kept_fails(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[Fair()]", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["even-when-equal is kept now, but * breaks: 'by design'. Remove it there*"])


@pytest.mark.parametrize(("kind", "outcome"), [("Greedy", "xfailed"), ("Fair", "failed")])
def test_failures_declared_by_the_assignor_are_expected(kind: str, outcome: str, pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, f"[declaring({kind})]", laws=["even-when-equal"])

    assert {outcome: 1} == result.parseoutcomes()


EXPECTED = "expected_failures"


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        ("[Fair()]", {EXPECTED: {"even-when-eqal": "why"}}, "test_laws: unknown law 'even-when-eqal'; did you mean"),
        (
            "[Fair()]",
            {EXPECTED: {"settles": "why"}},
            "test_laws: settles: no assignor here promises 'cooperative'; to check it anyway, add like='...,+",
        ),
        (
            "[Fair()]",
            {EXPECTED: {"even-when-equal": " "}},
            "test_laws: expected_failures: 'even-when-equal': ' ': expected the reason, in words",
        ),
        ("[Fair()]", {"like": "fiar"}, "test_laws: like: unknown reference assignor 'fiar'; did you mean 'fair'?"),
        ("[Fair()]", {"seconds": 0}, "test_laws: seconds=0: expected a number of seconds above 0"),
        ("[5]", {}, "'int' is an int: expected a class or factory"),
        ("[]", {}, "test_laws: no assignor was given"),
        ('["python:mine:Fair"]', {}, "python:mine:Fair: add like='...'"),
        ("Fair", {}, ": expected a list of assignors: [...]"),
        ('"range"', {}, ": expected a list of assignors: [...]"),
    ],
)
def test_usage_error_is_one_line_at_collection(
    pytester: pytest.Pytester, given: str, options: dict[str, object], said: str
) -> None:
    result = run_tests(pytester, given, **options)

    result.assert_outcomes(errors=1)
    assert said in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_targets_may_be_given_as_text(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, '["range", "python:mine:Fair"]', like="+even", laws=["one-owner-each"])

    result.assert_outcomes(passed=2)


def test_other_fixtures_and_test_classes_work(pytester: pytest.Pytester) -> None:
    make_project(pytester, "[Fair()]")
    pytester.makepyfile(
        test_mine=dedent("""
            from assay.testing import parametrize_with_laws
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
