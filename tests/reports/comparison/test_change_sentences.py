from __future__ import annotations

from kafka_assay.reports.comparison.changes import headline, law_changes, reason_of_failure, summary_sentences
from kafka_assay.reports.views.comparison import comparison_comment
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, SAME_LINE, SECONDS_LINE, record

ELSEWHERE = {**BROKEN_LINE, "inputs": "racks", "outcome": "better", "base": 240, "candidate": 171, "case": None}
BROKEN_ELSEWHERE = {**ELSEWHERE, "groups": 505, "worse_groups": 10, "better_groups": 79}


def test_law_that_the_base_breaks_in_another_family_is_told_with_its_total() -> None:
    broken = record(lines=[BROKEN_LINE, BROKEN_ELSEWHERE])

    text = comparison_comment(broken)

    assert (
        "regressed: stable-group-moves-nothing newly broken in clean "
        "(3 of 400 groups; over all families 240 before, now 174 of 905)"
    ) == reason_of_failure(broken)
    assert "* Newly broken: stable-group-moves-nothing in clean (3 of 400 groups; over all families 240 before" in text
    assert (
        "| clean | 0 of 400 (all families: 240 of 905) | 3 of 400 (all families: 174 of 905) | "
        "+3 (all families: -66) | 3 / 0 | small |"
    ) in text


def test_effect_of_a_law_is_a_share_of_the_groups_of_all_families() -> None:
    rare = {**BROKEN_LINE, "candidate": 1, "groups": 5, "worse_groups": 1}
    kept = {**SAME_LINE, "measure": BROKEN_LINE["measure"], "inputs": "racks", "groups": 382}

    (change,) = law_changes(record(lines=[rare, kept]))

    assert "small" == change.effect
    assert ["Newly broken: stable-group-moves-nothing in clean (1 of 5 groups; over all families 1 of 387)."] == (
        summary_sentences(record(lines=[rare, kept]))
    )


def test_many_families_are_counted() -> None:
    lines = [{**BROKEN_LINE, "inputs": family} for family in ("clean", "racks", "large")]
    kept = {**SAME_LINE, "measure": BROKEN_LINE["measure"], "inputs": "mixed", "groups": 1}

    (of_all,), (of_some,) = summary_sentences(record(lines=lines)), summary_sentences(record(lines=[*lines, kept]))

    assert "stable-group-moves-nothing in all 3 families (9 of 1,200 groups)" in of_all
    assert "stable-group-moves-nothing in clean and 2 more families (9 of 1,200 groups; over all" in of_some


def test_newly_kept_law_was_broken_before() -> None:
    kept = {**BROKEN_LINE, "outcome": "newly-kept", "base": 3, "candidate": 0, "worse_groups": 0, "better_groups": 3}

    assert ["Newly kept: stable-group-moves-nothing in clean (before broken on 3 of 400 groups)."] == (
        summary_sentences(record(verdict="better", lines=[kept]))
    )


def test_row_within_the_tolerance_names_the_tolerance() -> None:
    within = {**MOVES_LINE, "outcome": "worse-within-tolerance", "tolerance": 0.05}

    text = comparison_comment(record(verdict="same", lines=[within]))

    assert "* Worse, not clearly beyond tolerance (0.05): moves per rebalance" in text
    assert "| − worse, not clearly beyond tolerance (0.05) |" in text


def test_tolerance_of_time_is_a_share() -> None:
    within = {**SECONDS_LINE, "outcome": "better-within-tolerance", "tolerance": 0.05}

    (sentence,) = summary_sentences(record(verdict="same", lines=[within]))

    assert sentence.startswith("Better, not clearly beyond tolerance (5 %): time of one call")


def test_measure_without_a_tolerance_is_not_judged() -> None:
    spread = {**MOVES_LINE, "measure": "topic_spread", "outcome": "worse-within-tolerance", "above_fewest": None}

    text = comparison_comment(record(verdict="same", lines=[spread]))

    assert "* Worse, not judged (no tolerance set): topic spread 0.250 before, now 0.560." in text
    assert "| − worse, not judged (no tolerance set) |" in text


def test_unstable_difference_has_its_reason() -> None:
    law = {**BROKEN_LINE, "outcome": "unstable", "reason": "the base does not repeat its answers"}
    time = {**SECONDS_LINE, "outcome": "unstable", "reason": "new processes do not show it again"}

    text = comparison_comment(record(verdict="same", lines=[law, time]))

    assert r"| \~ unstable: the base does not repeat its answers |" in text
    assert r"| \~ unstable: new processes do not show it again |" in text
    assert "0.71 (0.68 to 0.74), because new processes do not show it again." in text


def test_bound_that_is_not_zero_does_not_read_as_zero() -> None:
    small = {**MOVES_LINE, "outcome": "better", "base": 0.9014, "candidate": 0.9011, "interval": [-0.018, -0.0004]}

    text = comparison_comment(record(verdict="better", lines=[small]))

    assert "| -0.018 .. -0.0004 |" in text
    assert "moves per rebalance 0.9014 before, now 0.9011" in text


def test_groups_that_differ_in_both_directions_are_not_called_unchanged() -> None:
    mixed = record(verdict="same", lines=[{**MOVES_LINE, "outcome": "same", "worse_groups": 7, "better_groups": 7}])

    text = comparison_comment(mixed)

    assert "* Groups differ without a certain direction: moves per rebalance (7 worse, 7 better)." in text
    assert "no regression; groups differ, but in no certain direction" == headline(mixed)
    assert "as before" not in text


def test_unchanged_comparison_has_nothing_else() -> None:
    text = comparison_comment(record(verdict="same", lines=[SAME_LINE]))

    assert "<summary>Everything that was compared</summary>" in text


def test_accepted_law_that_the_base_keeps_is_newly_broken() -> None:
    accepted = {**BROKEN_LINE, "outcome": "accepted", "reason": "#12 (until 2.0)"}

    new, old = (
        comparison_comment(record(lines=[accepted])),
        comparison_comment(record(lines=[{**accepted, "base": 1}])),
    )

    assert "| − newly broken, accepted: #12 (until 2.0) |" in new
    assert "* Newly broken, accepted: stable-group-moves-nothing in clean (3 of 400 groups)." in new
    assert "| − worse, accepted: #12 (until 2.0) |" in old
