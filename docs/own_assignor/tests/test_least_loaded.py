"""The laws that `LeastLoaded` is held to: those of every assignor, and those that `fair` promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from least_loaded import LeastLoaded

from assay.testing import parametrize_with_laws

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN = {
    "locally-balanced": "it deals topic after topic and never goes back, so unequal subscriptions may end uneven",
}


@parametrize_with_laws([LeastLoaded()], expected_failures=KNOWN, inputs=["clean", "missing-topics"], examples=30)
def test_it_keeps_its_promises(assignor: LeastLoaded, check: Callable[[LeastLoaded], None]) -> None:
    """One test for each law."""
    check(assignor)
