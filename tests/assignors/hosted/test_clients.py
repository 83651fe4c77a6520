"""
Which release of a Python client is here, and whether it is the one that is meant.
"""

from __future__ import annotations

import pytest

from assignors.errors import AssayError
from assignors.hosted.clients import found_release, installed_release, is_installed
from assignors.hosted.target_name import ClientName

HERE = installed_release("aiokafka")


@pytest.mark.parametrize(("release", "expected"), [(None, True), (HERE, True), ("0.0.1", False)])
def test_no_release_in_particular_is_the_installed_one(release: str | None, expected: bool) -> None:
    """
    And so is that release itself.
    """
    assert expected == is_installed(ClientName("aiokafka", release, "range"))


def test_another_release_is_never_taken_for_the_installed_one() -> None:
    """
    A host that was asked for it would answer for something else.
    """
    with pytest.raises(AssayError, match=r"^aiokafka==0\.0\.1 is not installed here: \d"):
        found_release(ClientName("aiokafka", "0.0.1", "range"))


def test_a_client_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In one line.
    """
    monkeypatch.setattr("sys.path", [])

    with pytest.raises(AssayError, match=r"^aiokafka is not installed in this environment$"):
        installed_release("aiokafka")
