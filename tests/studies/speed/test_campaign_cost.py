from __future__ import annotations

import os
import subprocess
import sys

from studies.speed.campaign_cost import CampaignCost, chosen_targets, table
from studies.speed.processors import only_processors

PROCESSORS = "import os; print(len(os.sched_getaffinity(0)))"


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


def test_processes_started_meanwhile_share_one_processor() -> None:
    ours = os.sched_getaffinity(0)

    with only_processors(1):
        found = subprocess.run([sys.executable, "-c", PROCESSORS], capture_output=True, text=True, check=True)

    assert found.stdout == "1\n"
    assert os.sched_getaffinity(0) == ours
