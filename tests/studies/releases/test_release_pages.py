from __future__ import annotations

import pytest

from studies.pages.release_pages import FOLDER, PublishedHistory, published_histories

HISTORIES = published_histories()


def test_every_record_has_a_page_and_a_picture() -> None:
    names = {one.name for one in HISTORIES}

    assert {"franz-go", "kafka-clients", "kafka-group-coordinator", "kafka-python", "librdkafka", "sarama"} == names
    for suffix, others in ((".png", set()), (".md", {"README.md"})):
        assert {f"{name}{suffix}" for name in names} | others == {path.name for path in FOLDER.glob(f"*{suffix}")}


@pytest.mark.parametrize("history", HISTORIES, ids=lambda one: one.name)
def test_history_is_complete_and_measured(history: PublishedHistory) -> None:
    """Every release that could be searched was measured in every pass, or failed on the timed group."""
    found = history.record.measurement

    assert found is not None
    assert not history.record.history.interrupted
    assert [one.release for one in history.record.searched] == list(found.releases)
    assert {0, found.passes} >= {
        len(passes) for one in found.releases.values() for passes in (*one.seconds.values(), one.memory_mib)
    }


@pytest.mark.parametrize("history", HISTORIES, ids=lambda one: one.name)
def test_replays_name_cases_of_the_folder(history: PublishedHistory) -> None:
    for command in history.record.replays.values():
        (case,) = (word for word in command.split() if word.startswith("docs/releases/cases/"))
        assert (FOLDER.parents[1] / case).is_file()
