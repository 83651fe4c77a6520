from __future__ import annotations

from pathlib import Path

from studies.alarms.alarm_page import read_documented_alarms
from studies.campaigns.finished_campaign import published_campaign
from studies.campaigns.known_kinds import ExaminedKind, examine_kinds, place_links, read_known, unseen_findings
from tests.studies.campaigns.written_campaign import write_campaign


def examined(tmp_path: Path, listed: str) -> dict[tuple[str, str], ExaminedKind]:
    """The kinds of the release by law and family, examined with this list."""
    release = published_campaign([write_campaign(tmp_path / "one")]).releases[0]
    kinds = examine_kinds(release, read_documented_alarms(listed))
    return {(one.law, one.family): one for one in kinds}


def test_kind_is_new_if_no_line_has_its_target_and_law(tmp_path: Path) -> None:
    """A line about another assignor, or another law, says nothing about it."""
    lines = "kafka-python==*:range one-owner-each * kafka-python-1\nkafka-python==* settles * kafka-python-1\n"

    kinds = examined(tmp_path, lines)

    assert {True} == {one.is_new for one in kinds.values()}


def test_kind_in_another_family_is_named_but_not_here(tmp_path: Path) -> None:
    kinds = examined(tmp_path, "kafka-python==*:roundrobin one-owner-each racks kafka-python-1\n")

    there, here = kinds["one-owner-each", "racks"], kinds["one-owner-each", "clean"]
    assert [(False, False), (False, True)] == [(one.is_new, one.is_new_family) for one in (there, here)]
    assert ("kafka-python-1",) == here.places


def test_another_failure_than_the_named_one_is_new(tmp_path: Path) -> None:
    kinds = examined(tmp_path, "kafka-python==* returns-an-answer(KeyError) * kafka-python-1\n")

    assert not kinds["returns-an-answer (KeyError)", "clean"].is_new
    assert kinds["returns-an-answer (hang)", "clean"].is_new


def test_withdrawn_finding_names_nothing(tmp_path: Path) -> None:
    kinds = examined(tmp_path, "kafka-python==* one-owner-each * kafka-go-1\n")

    one = kinds["one-owner-each", "clean"]
    assert (True, ("kafka-go-1",)) == (one.is_new, one.withdrawn)


def test_findings_that_occur_are_not_unseen(tmp_path: Path) -> None:
    kinds = examined(tmp_path, "kafka-python==* one-owner-each * kafka-python-1\n")

    unseen = unseen_findings(kinds.values())

    assert "kafka-python-1" not in unseen
    assert "kafka-python-2" in unseen


def test_known_kinds_are_those_of_the_published_list() -> None:
    assert {"kafkajs-1", "sarama-4"} <= {one.where for one in read_known()}


def test_place_without_a_finding_links_to_the_list() -> None:
    links = place_links(["sarama-1", "no finding: documented", "no finding: another reason"])

    assert "[sarama-1](results/findings/sarama.md), [no finding](results/findings/listed.txt)" == links
