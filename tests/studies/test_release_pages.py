from __future__ import annotations

import json
import re

import pytest

from kafka_assay.assignors.hosted.target_kinds import parse_target
from studies.pages.release_pages import CASES, FOLDER, published_histories

HISTORIES = published_histories()


def test_every_record_has_a_page_and_a_picture() -> None:
    names = set(HISTORIES)

    assert {"franz-go", "kafka-clients", "kafka-group-coordinator", "kafka-python", "librdkafka", "sarama"} == names
    for suffix, others in ((".png", set()), (".md", {"README.md"})):
        assert {f"{name}{suffix}" for name in names} | others == {path.name for path in FOLDER.glob(f"*{suffix}")}


@pytest.mark.parametrize("name", HISTORIES)
def test_history_is_complete_and_measured(name: str) -> None:
    """Every release that could be searched was measured in every pass, or failed on the timed group."""
    record = HISTORIES[name]
    found = record.measurement

    assert found is not None
    assert not record.history.interrupted
    assert [one.release for one in record.searched] == list(found.releases)
    assert {0, found.passes} >= {
        len(passes) for one in found.releases.values() for passes in (*one.seconds.values(), one.memory_mib)
    }


def test_replays_on_the_pages_name_the_lines_of_their_cases() -> None:
    """Each replay is of a release of the assignor that its case was found with."""
    lines = CASES.read_text("utf-8").splitlines()
    pages = [(FOLDER / f"{name}.md").read_text("utf-8") for name in HISTORIES]
    replays = [found for page in pages for found in re.findall(r"assay check (\S+) --case \S+cases.jsonl:(\d+)", page)]

    assert len(replays) > 50
    for target, line in replays:
        found = json.loads(lines[int(line) - 1])["target"]
        assert parse_target(found).at_release("1").text == parse_target(target).at_release("1").text
