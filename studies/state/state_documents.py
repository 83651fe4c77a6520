"""The JSON document of an implementation: `assay-state/1`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from studies.state.implementation_state import ImplementationState

FORMAT = "assay-state/1"


def state_document(state: ImplementationState) -> dict[str, Any]:
    """The document of `state`."""
    return {
        "format": FORMAT,
        "implementation": state.implementation,
        "release": state.release,
        "badge": asdict(state.badge),
        "severities": [asdict(one) for one in state.severities],
        "only_here": state.only_here,
        "assignors": [asdict(one) for one in state.assignors],
    }
