"""Real members of KIP-848 against a coordinator of ours, and the table of what they did."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from studies.output import ROOT
from tests.assignors.hosted.wire.programs import words_or_skip
from tests.support.wire.reconciliation import SETTLED, SITUATIONS, reconcile
from tests.support.wire.reconciling_clients import CLIENTS

LATE = "partitions that another member gives up late"


@pytest.mark.integration
@pytest.mark.parametrize("situation", [LATE, "FENCED_MEMBER_EPOCH"])
@pytest.mark.parametrize("name", ["librdkafka", "franz-go"])
def test_a_member_ends_with_its_part(name: str, situation: str, tmp_path: Path) -> None:
    client = CLIENTS[name]
    words = words_or_skip(name, lambda: client.program(tmp_path))

    assert SETTLED == asyncio.run(reconcile(words, client.settings, situation))


@pytest.mark.integration
def test_platformatic_repeats_its_heartbeat_after_it_was_removed(tmp_path: Path) -> None:
    client = CLIENTS["platformatic"]
    words = words_or_skip("platformatic", lambda: client.program(tmp_path))

    assert "goes on at epoch" in asyncio.run(reconcile(words, client.settings, "UNKNOWN_MEMBER_ID"))


def test_the_page_has_a_row_for_every_situation_and_a_column_for_every_client() -> None:
    table = (ROOT / "docs" / "wire" / "reconciliation.md").read_text("utf-8")

    assert [name for name in SITUATIONS if f"\n| {name} |" not in table] == []
    assert [one.name for one in CLIENTS.values() if f"{one.name} {one.release}" not in table] == []
