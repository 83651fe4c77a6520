from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.registry import SHIPPED, reference_names
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.reports.audit.overview import (
    SETTINGS,
    first_paragraph,
    first_sentences,
    grades_picture,
    group_headline,
    recommend,
)
from kafka_assay.reports.audit.records import Audit
from kafka_assay.reports.render.blocks import Link, words_of
from tests.reports.audits import answer, audit, audited_pair, broken, tally_all

UNKNOWN = {"optimal_loads": None, "optimal_sum_of_squares": None, "optimal_moves": None}
EMPTY = audited_pair(
    2, "empty", answer("today", squares=0), members=0, loads=[], optimal_loads=[], optimal_sum_of_squares=0
)
ASSIGNOR = "A setting, the assignor, decides which member reads what. "
TIED = [answer(name, moves=1) for name in ("cooperative-sticky", "constrained-2phase", "optimal", "sticky")]
GROUP = audited_pair(0, "g", answer("today", squares=10), *TIED, answer("range", squares=10), answer("lag", moves=0))


def uneven(index: int, name: str, *assignors: str) -> tuple[AuditRow, ...]:
    """Return a group that these assignors make even with one move."""
    return audited_pair(index, name, answer("today", squares=10), *(answer(one, moves=1) for one in assignors))


def today_of(**columns: Any) -> tuple[AuditRow, ...]:
    """Return a group without answers, with these columns."""
    return audited_pair(0, "g", answer("today"), **columns)


def even(index: int) -> tuple[AuditRow, ...]:
    """Return a group that is at the optimum today."""
    return audited_pair(index, f"even-{index}", answer("today"), loads=[2, 2], optimal_moves=0)


def sentences(*groups: tuple[AuditRow, ...]) -> list[str]:
    """Return the first sentences about these groups."""
    found: Audit = audit(*groups)
    return [words_of(line) for line in first_sentences(found.summary, {})]


def paragraph(*groups: tuple[AuditRow, ...]) -> str:
    """Return the first paragraph about these groups."""
    return words_of(first_paragraph(audit(*groups), {}))


def test_paragraph_counts_the_groups_shows_the_worst_and_names_the_remedy() -> None:
    found = first_paragraph(audit(uneven(0, "pay", "sticky"), even(1)), {0: "group-pay"})

    assert Link("pay", "group-pay") in found
    assert (
        "Consumer groups that share their work less evenly than possible: 1 of 2. "
        "The worst one: pay; the busiest member (a running copy of the program) reads 3 of 4 partitions (parts of the "
        f"data), and 2 would be enough. {ASSIGNOR}"
        "Groups that an assignor of Kafka's makes as even as possible: 1 of 1. That moves at least 1 partition once."
    ) == words_of(found)


def test_paragraph_promises_only_groups_that_a_shipped_assignor_fixes() -> None:
    """`fair` is no assignor of Kafka."""
    some = paragraph(uneven(0, "a", "sticky"), uneven(1, "b", "range"), uneven(2, "c", "fair"))

    assert some.startswith("Consumer groups that share their work less evenly than possible: 3 of 3. The worst one: a;")
    assert some.endswith("makes as even as possible: 2 of 3. That moves at least 2 partitions once.")
    assert paragraph(uneven(0, "a", "fair")).endswith(f"{ASSIGNOR}No assignor that Kafka ships gives the best plan.")


def test_paragraph_begins_with_an_invalid_assignment() -> None:
    today = answer("today", unassigned=1, laws=(broken("nothing-left-out"),))

    assert paragraph(audited_pair(0, "pay", today, unassigned=1), even(1)).startswith(
        "Consumer groups with an invalid assignment (a partition, a part of the data, has no reader, several, or a "
        "wrong one): 1 of 2. The worst one: pay. "
    )


def test_paragraph_says_if_nothing_needs_action() -> None:
    """A group without a verdict is not counted as even. Without a group to judge there is no paragraph."""
    unknown = audited_pair(2, "x", answer("today", squares=10), **UNKNOWN)

    said = "Consumer groups that share their work as evenly as possible:"
    assert f"Nothing needs action. {said} 2 of 2." == paragraph(even(0), even(1))
    assert f"Nothing is known to need action. {said} 1 of 2." == paragraph(even(0), unknown)
    assert "" == paragraph(EMPTY)


@pytest.mark.parametrize(
    ("group", "ending"),
    [
        (uneven(0, "pay", "sticky"), "pay: 2 members, 4 partitions. Loads 3/1; best 2/2 (1 move)."),
        (even(1), "even-1: 2 members, 4 partitions. Loads 2/2: the best possible."),
        (EMPTY, "empty: 0 members, 4 partitions. The group has no members."),
        (today_of(loads=[*range(1, 21)]), "Loads 20/19/18/17/16/15/.../6/5/4/3/2/1; best 2/2 (1 move)."),
        (today_of(loads=[*[1] * 1000, 9]), "Loads 9/1x1000; best 2/2 (1 move)."),
        (
            today_of(laws=(broken("nothing-left-out"),), unassigned=1, loads=[1, 2]),
            "Loads 2/1 (1 partition without an owner); best 2/2 (1 move). Broken: nothing-left-out.",
        ),
        (
            audited_pair(0, "g", answer("today", squares=16), loads=[0, 0, 4], optimal_loads=[0, 2, 2]),
            "Loads 4/0/0; best 2/2/0 (1 move). 1 idle member could work.",
        ),
        (today_of(**UNKNOWN), "Loads 3/1; best unknown."),
        (
            today_of(state="Reconciling", loads=[0, 4]),
            "Loads 4/0 during a rebalance (Reconciling). They are about to change.",
        ),
    ],
)
def test_headline_states_loads_optimum_and_moves(group: tuple[AuditRow, ...], ending: str) -> None:
    assert words_of(group_headline(group[0], {})).endswith(ending)


def test_no_worst_group_is_named_if_there_is_none() -> None:
    assert ["The only group is at the proven optimum today."] == sentences(even(1))
    assert ["There is no group to judge. 1 group has no members."] == sentences(EMPTY)


def test_one_shipped_assignor_is_recommended_and_the_tied_ones_named() -> None:
    """An assignor that no client ships is not, even if it is better."""
    sentence, best = recommend(tally_all(audit(GROUP)))

    assert (
        "Best of the assignors that Kafka ships: cooperative-sticky, as even as possible in 1 of 1 group, "
        "with 1 move over 1 group (optimal plans: 1). Equal in loads and moves: sticky, with which all members stop "
        "in each rebalance."
    ) == sentence
    assert ["cooperative-sticky", "sticky"] == [one.target for one in best]
    assert ("", []) == recommend(tally_all(audit(audited_pair(0, "g", answer("today"), answer("lag", moves=0)))))


def test_loads_decide_before_moves_as_in_the_advice() -> None:
    """Range moves nothing where all is well, and leaves the uneven group as it is."""
    bad = audited_pair(0, "g", answer("today", squares=10), answer("range", squares=10), answer("sticky", moves=3))
    calm = answer("today"), answer("range"), answer("sticky", moves=2)
    groups = bad, *(audited_pair(place, f"h{place}", *calm, optimal_moves=0) for place in (1, 2))

    said, best = recommend(tally_all(audit(*groups)))

    assert ["sticky"] == [one.target for one in best]
    assert "as even as possible in 3 of 3 groups, with 7 moves over 3 groups (optimal plans: 1)." in said
    assert said.endswith(" Next: range, as even as possible in 2 of 3 groups, with 0 moves over 3 groups.")


def test_settings_can_be_pasted() -> None:
    """Assignors of the broker need the new protocol."""
    lines = sentences(audited_pair(0, "g", answer("today"), *(answer(one, moves=1) for one in SHIPPED)))

    assert [
        (
            "Setting of a Java consumer for cooperative-sticky: "
            "partition.assignment.strategy=org.apache.kafka.clients.consumer.CooperativeStickyAssignor"
        )
    ] == [line for line in lines if line.startswith("Setting")]
    assert (
        "A running group may need two restarts or a stop for it: docs/start/switch.md. "
        "From another classic assignor, more moves: nobody tells it what the members own."
    ) in lines
    assert set(SHIPPED) == SETTINGS.keys()
    assert set(SHIPPED) <= set(reference_names())


def test_title_of_the_grades_counts_the_groups_and_names_the_recommended_assignors() -> None:
    grades = grades_picture(tally_all(audit(GROUP, even(1))))

    assert grades.drawing.title.startswith("1 of 2 groups as even as possible today; with cooperative-sticky, 1 of 1")


def test_assignor_that_was_asked_about_fewer_groups_has_a_shorter_bar() -> None:
    grades = grades_picture(tally_all(audit(uneven(0, "a", "sticky", "counts"), uneven(1, "b", "sticky"))))

    assert "A shorter bar: the assignor cannot be asked about all groups." in grades.reading
