from __future__ import annotations

from kafka_assay.reports.wording.sentences import explain_facts
from tests.properties.laws.test_racks import BLIND, EVEN, verdict_with_racks
from tests.properties.verdicts import broken_facts


def test_loads_are_stated_with_and_without_racks() -> None:
    """Per topic for range, over all topics for sticky."""
    law = "racks-never-cost-balance"

    said = explain_facts(law, broken_facts(verdict_with_racks(BLIND, EVEN, name="range", law=law)))

    assert "Loads in t with racks: 0/2. With all racks hidden: 1/1." == said
    assert explain_facts(law, {"loads": [1, 3], "loads_without": [2, 2]}).startswith("Loads with racks: ")


def test_rack_matches_are_stated_with_and_without_racks() -> None:
    law = "rack-match-not-worse"

    said = explain_facts(law, broken_facts(verdict_with_racks(BLIND, EVEN, law=law)))

    assert (
        "3 partitions are on a rack of their replicas. With all racks hidden, the same assignor puts 4 there by chance."
    ) == said
    assert explain_facts(law, {"matches": 1, "blind_matches": 2}).startswith("1 partition is on a rack of its replicas")
