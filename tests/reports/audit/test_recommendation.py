from __future__ import annotations

from kafka_assay.assignors.registry import SHIPPED, reference_names
from kafka_assay.reports.audit.overview import SETTINGS, first_sentences, overview_pictures, recommend
from tests.reports.audit.test_overview import text_of
from tests.reports.audits import answer, audit, audited_pair, tally_all

TIED = [answer(name, moves=1) for name in ("cooperative-sticky", "constrained-2phase", "optimal", "sticky")]
GROUP = audited_pair(0, "g", answer("today", squares=10), *TIED, answer("range", squares=10), answer("lag", moves=0))


def test_all_tied_shipped_assignors_are_recommended() -> None:
    """An assignor that no client ships is not, even if it is better."""
    sentence, best = recommend(tally_all(audit(GROUP)))

    assert (
        "Best assignors that Kafka ships: cooperative-sticky and sticky would each reach the optimum in 1 of 1 group. "
        "Each would make 1 move. The optimal plan also makes 1 move."
    ) == sentence
    assert ["cooperative-sticky", "sticky"] == [one.target for one in best]


def test_moves_of_several_groups_are_totals() -> None:
    """Equal totals say "also"; other ones do not."""
    answers = (answer("today", squares=10), answer("sticky", moves=1), answer("range", squares=10))
    equal, _ = recommend(tally_all(audit(audited_pair(0, "g", *answers), audited_pair(1, "h", *answers))))
    more = (answer("today"), answer("sticky", moves=3))
    other, _ = recommend(tally_all(audit(audited_pair(0, "g", *answers), audited_pair(1, "h", *more))))

    assert equal.endswith(
        "It would make 2 moves in total over the 2 groups. "
        "The optimal plans also make 2 moves in total, and bring all 2 groups to the optimum."
    )
    assert other.endswith(
        "It would make 4 moves in total over the 2 groups. "
        "The optimal plans make 2 moves in total, and bring all 2 groups to the optimum."
    )


def test_settings_can_be_pasted() -> None:
    """Assignors of the broker need the new protocol."""
    found = audit(audited_pair(0, "g", answer("today"), answer("sticky", moves=1), answer("server-uniform", moves=1)))

    lines = [text_of(line) for line in first_sentences(tally_all(found), found.rebalancing(), {})]

    assert "Setting for server-uniform: group.protocol=consumer and group.remote.assignor=uniform" in lines
    assert (
        "Setting for sticky: partition.assignment.strategy=org.apache.kafka.clients.consumer.StickyAssignor"
    ) in lines


def test_figure_title_names_the_recommended_assignors() -> None:
    grades, _ = overview_pictures(tally_all(audit(GROUP))).pictures

    assert "with cooperative-sticky and sticky, 1 of 1 would be" in repr(grades.drawing)


def test_no_recommendation_if_no_shipped_assignor_reaches_the_optimum() -> None:
    assert ("", []) == recommend(tally_all(audit(audited_pair(0, "g", answer("today"), answer("lag", moves=0)))))


def test_each_shipped_assignor_has_a_setting() -> None:
    assert set(SHIPPED) == SETTINGS.keys()
    assert set(SHIPPED) <= set(reference_names())
