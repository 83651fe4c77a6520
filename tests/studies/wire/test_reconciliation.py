"""Real members of KIP-848 against the coordinator of the study, and the table of what they did."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from studies.wire.reconciliation import SETTLED, SITUATIONS, reconcile
from studies.wire.reconciliation_on_wire import BEGIN, CLIENTS, END, PAGE, is_surprising, table_lines
from tests.assignors.hosted.wire.programs import words_or_skip

LATE = "partitions that another member gives up late"


@pytest.mark.functional
@pytest.mark.parametrize("situation", [LATE, "FENCED_MEMBER_EPOCH"])
@pytest.mark.parametrize("name", ["librdkafka", "franz-go"])
def test_a_member_ends_with_its_part(name: str, situation: str, tmp_path: Path) -> None:
    client = CLIENTS[name]
    words = words_or_skip(name, lambda: client.program(tmp_path))

    assert SETTLED == asyncio.run(reconcile(words, client.settings, situation))


@pytest.mark.functional
def test_platformatic_repeats_its_heartbeat_after_it_was_removed(tmp_path: Path) -> None:
    client = CLIENTS["platformatic"]
    words = words_or_skip("platformatic", lambda: client.program(tmp_path))

    assert "goes on at epoch" in asyncio.run(reconcile(words, client.settings, "UNKNOWN_MEMBER_ID"))


def test_only_what_is_not_known_of_a_client_is_surprising() -> None:
    client, error = CLIENTS["platformatic"], "UNKNOWN_MEMBER_ID"

    assert not is_surprising(client, error, Counter({SETTLED: 1, "goes on at epoch": 4}))
    assert is_surprising(client, "lost partitions", Counter({"goes on at epoch": 1}))
    assert is_surprising(client, error, Counter({SETTLED: 4, "sent no heartbeat": 1}))


def test_the_table_says_what_was_not_run_and_why() -> None:
    client = CLIENTS["platformatic"]

    lines = table_lines({("platformatic", "a topic grows"): Counter({SETTLED: 2, "owns nothing": 1})}, [client])

    assert len(SITUATIONS) + 2 == sum(line.count("\n") + 1 for line in lines)
    assert any("| a topic grows | has its part: 2; owns nothing: 1 |" in line for line in lines)
    assert any("(`consume` only adds topics)" in line for line in lines)


def test_the_page_has_a_row_for_every_situation_and_a_column_for_every_client() -> None:
    table = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]

    assert [name for name in SITUATIONS if f"\n| {name} |" not in table] == []
    assert [one.name for one in CLIENTS.values() if f"{one.name} {one.release}" not in table] == []
