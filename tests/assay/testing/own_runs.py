"""A user's assignors, and pytest runs over them."""

from __future__ import annotations

import re

import pytest

import tests.assay.preloaded  # noqa: F401 - before a run inside a test can load it
from tests.assay.shell import MODULE

MINE = (
    MODULE
    + """
from assay.testing import ExpectedFailure
from kafka_assay.assignors.registry import reference_assignor


def raising(group):
    raise LookupError("no idea")


def nobody(group):
    return {member.id: {} for member in group.members}


class Fair:
    like = "fair"

    def assign(self, group):
        return reference_assignor("fair").assign(group)


class Greedy:
    like = "roundrobin"

    def __init__(self, size=1):
        self.size = size

    def assign(self, group):
        return greedy(group)


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
"""
)

TESTS = """
from assay.testing import parametrize_with_laws
from mine import *


@parametrize_with_laws({given}, inputs=["clean"]{options})
def test_laws(assignor, check):
    check(assignor)
"""


def make_project(pytester: pytest.Pytester, given: str, **options: object) -> pytest.Pytester:
    """A folder with a user's assignors and the tests of those `given`."""
    pytester.makeini("[pytest]\naddopts = -p no:cacheprovider\n")
    pytester.makepyfile(mine=MINE)
    told = "".join(f", {name}={value!r}" for name, value in ({"examples": 20} | options).items())
    pytester.makepyfile(test_mine=TESTS.format(given=given, options=told))
    return pytester


def run_tests(pytester: pytest.Pytester, given: str, *arguments: str, **options: object) -> pytest.RunResult:
    """The output of pytest for the tests of the assignors that are `given`."""
    return make_project(pytester, given, **options).runpytest_inprocess(*arguments)


def line_after(result: pytest.RunResult, word: str) -> str:
    """The rest of the line that begins with `word`."""
    found = re.search(rf"^ *{re.escape(word)} +(.*)$", result.stdout.str(), flags=re.MULTILINE)
    assert found is not None, result.stdout.str()
    return found[1]


EVEN = {"like": "+even", "laws": ["even-when-equal"]}
