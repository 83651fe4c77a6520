"""Tests of `kafka_assay.reports.wording.racks`."""

from __future__ import annotations

from kafka_assay.reports.wording.sentences import explain_facts
from tests.properties.laws.test_racks import BLIND, EVEN, shows
from tests.properties.verdicts import broken


def test_loads_are_told_with_racks_and_without() -> None:
    """Of a topic where range is asked, over all of them where sticky is."""
    law = "racks-never-cost-balance"

    said = explain_facts(law, broken(shows(BLIND, EVEN, name="range", law=law)))

    assert "Loads in t with racks: 0/2. With all racks hidden: 1/1." == said
    assert explain_facts(law, {"loads": [1, 3], "loads_without": [2, 2]}).startswith("Loads with racks: ")


def test_matches_are_told_with_racks_and_without() -> None:
    """How many partitions are near a replica, and how many chance puts there."""
    law = "rack-match-not-worse"

    said = explain_facts(law, broken(shows(BLIND, EVEN, law=law)))

    assert (
        "3 partitions are on a rack of their replicas. With all racks hidden, the same assignor puts 4 there by chance."
    ) == said
    assert explain_facts(law, {"matches": 1, "blind_matches": 2}).startswith("1 partition is on a rack of its replicas")
