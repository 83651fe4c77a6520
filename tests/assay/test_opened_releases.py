from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from typing import cast

import pytest

from assay.opened_releases import CALL_TIMEOUT, open_release
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
from kafka_assay.assignors.settings import NO_SETTINGS
from tests.assignors.hosted.late import ENDLESS


class Range:
    """Each release is the same assignor."""

    def target_at(self, _: str) -> str:
        """The text of the target."""
        return ENDLESS


@pytest.mark.parametrize(("limit", "is_asked_again"), [(CALL_TIMEOUT, True), (0.5, False)])
def test_hang_is_asked_again_with_the_default_limit(limit: float, is_asked_again: bool) -> None:
    args = Namespace(like=None, call_timeout=limit)

    with closing(open_release(args, cast("ReleaseRange", Range()), "1", seed=0, settings=NO_SETTINGS)) as target:
        assert isinstance(target, HostTarget)
        assert is_asked_again is target.checks_hangs
