"""
The laws in your own pytest, and the types for your assignor. Import nothing else of ours: the rest may change.

    from assay.testing import parametrize_with_laws

    @parametrize_with_laws([MyAssignor()], like="sticky")
    def test_my_assignor(assignor, check):
        check(assignor)

Importing this costs next to nothing: the search is loaded when a test runs.
"""

from __future__ import annotations

from assay.testing.assertion import assert_keeps
from assay.testing.parametrize import parametrize_with_laws
from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Group, Member, Topic

__all__ = ["ExpectedFailure", "Group", "Member", "Promise", "Topic", "assert_keeps", "parametrize_with_laws"]
