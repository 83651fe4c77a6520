from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.reports.audit.overview import first_paragraph
from kafka_assay.reports.render.blocks import Line, Link
from tests.reports.audits import answer, audit, audited_pair, broken

EVEN = {"loads": [2, 2], "optimal_moves": 0}
ASSIGNOR = "A setting, the assignor, decides which member reads what. "


def uneven(index: int, name: str, *shipped: str) -> tuple[AuditRow, ...]:
    """Return a group that these shipped assignors make even with one move."""
    return audited_pair(index, name, answer("today", squares=10), *(answer(one, moves=1) for one in shipped))


def even(index: int) -> tuple[AuditRow, ...]:
    """Return a group that is at the optimum today."""
    return audited_pair(index, f"even-{index}", answer("today"), **EVEN)


def text_of(line: Line) -> str:
    """Return the words of a line."""
    return "".join(str(getattr(piece, "text", piece)) for piece in line)


def test_paragraph_counts_the_groups_shows_the_worst_and_names_the_remedy() -> None:
    paragraph = first_paragraph(audit(uneven(0, "pay", "sticky"), even(1)), {0: "group-pay"})

    assert Link("pay", "group-pay") in paragraph
    assert (
        "1 of 2 consumer groups shares its work less evenly than possible. "
        "In pay, the busiest member (a running copy of the program) reads 3 of 4 partitions (parts of the data); "
        f"2 would be enough. {ASSIGNOR}"
        "An assignor that Kafka ships would make it as even as possible, and move 1 partition once."
    ) == text_of(paragraph)


def test_groups_that_no_shipped_assignor_fixes_are_not_promised() -> None:
    """`fair` is no assignor of Kafka."""
    some = first_paragraph(audit(uneven(0, "a", "sticky"), uneven(1, "b", "range"), uneven(2, "c", "fair")), {})
    none = first_paragraph(audit(uneven(0, "a", "fair")), {})

    assert text_of(some).startswith("All 3 consumer groups share their work less evenly than possible. In the worst")
    assert text_of(some).endswith("would make 2 of them as even as possible, and move 2 partitions once.")
    assert text_of(none).endswith(f"{ASSIGNOR}No assignor that Kafka ships would give it the best plan.")


def test_invalid_assignment_is_the_first_news() -> None:
    today = answer("today", unassigned=1, laws=(broken("nothing-left-out"),))

    paragraph = first_paragraph(audit(audited_pair(0, "pay", today, unassigned=1), even(1)), {})

    assert text_of(paragraph).startswith(
        "1 of 2 consumer groups has an invalid assignment: a partition (part of the data) has no reader, several, or a "
        "wrong one. It is pay. "
    )


def test_nothing_needs_action_if_all_groups_are_even() -> None:
    """A group without a verdict is not counted as even."""
    unknown = audited_pair(
        2, "x", answer("today", squares=10), optimal_loads=None, optimal_sum_of_squares=None, optimal_moves=None
    )

    assert "Nothing needs action: all 2 consumer groups share their work as evenly as possible." == text_of(
        first_paragraph(audit(even(0), even(1)), {})
    )
    assert "Nothing is known to need action: 1 of 2 consumer groups shares its work as evenly as possible." == text_of(
        first_paragraph(audit(even(0), unknown), {})
    )


def test_audit_without_a_group_to_judge_has_no_paragraph() -> None:
    empty = audited_pair(0, "x", answer("today", squares=0), members=0, loads=[], optimal_loads=[])

    assert () == first_paragraph(audit(empty), {})
