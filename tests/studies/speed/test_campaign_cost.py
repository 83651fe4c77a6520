from __future__ import annotations

from studies.speed.campaign_cost import CampaignCost, chosen_targets, table


def test_table_says_what_a_billion_pairs_cost() -> None:
    """Core hours count all cores."""
    one = CampaignCost("local[1]", 1_000, 1, 10.0, 20.0, 200_000, 150.0, 700.0)
    two = CampaignCost("local[2]", 1_000, 2, 5.0, 15.0, 200_000, 150.0, 700.0)

    lines = table([one, two]).splitlines()

    assert [
        "| local[1] | 1,000 | 10 | 20 | 100 | 200 | 150 + 700 | 2,778 | 0.20 |",
        "| local[2] | 1,000 | 5 | 15 | 200 | 200 | 150 + 700 | 2,778 | 0.20 |",
    ] == lines[2:]


def test_all_targets_are_the_references_and_the_newest_clients() -> None:
    references = chosen_targets("references")

    assert set(references) < set(chosen_targets("all"))
    assert any(target.startswith("librdkafka==") for target in chosen_targets("all"))
