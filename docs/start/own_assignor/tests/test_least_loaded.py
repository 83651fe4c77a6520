"""Check `LeastLoaded` against the laws for every assignor, and those of the promises of `fair`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from least_loaded import LeastLoaded

from assay.testing import parametrize_with_laws

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN = {
    "locally-balanced": "it assigns one topic after another and never revises, so unequal subscriptions can end uneven",
}


@parametrize_with_laws([LeastLoaded()], expected_failures=KNOWN, inputs=["clean", "missing-topics"], examples=30)
def test_it_keeps_its_promises(assignor: LeastLoaded, check: Callable[[LeastLoaded], None]) -> None:
    """One test for each law."""
    check(assignor)
