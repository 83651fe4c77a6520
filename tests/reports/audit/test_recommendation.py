from __future__ import annotations

from kafka_assay.assignors.registry import reference_names
from kafka_assay.pipeline.audit.tally import SHIPPED
from kafka_assay.reports.audit.overview import first_sentences, overview_pictures
from kafka_assay.reports.audit.recommendation import SETTINGS, recommend
from kafka_assay.reports.audit.tally import tally_all
from tests.reports.audit.test_overview import text_of
from tests.reports.audits import answer, audit, audited_pair

TIED = [answer(name, moves=1) for name in ("cooperative-sticky", "constrained-2phase", "optimal", "sticky")]
GROUP = audited_pair(0, "g", answer("today", squares=10), *TIED, answer("range", squares=10), answer("lag", moves=0))


def test_all_tied_shipped_assignors_are_recommended() -> None:
    """An assignor that no client ships is not, even if it is better."""
    sentence, best = recommend(tally_all(audit(GROUP)))

    assert (
        "Best assignors that Kafka ships: cooperative-sticky and sticky would each reach the optimum in 1 of 1 group. "
        "Each would make 1 move. The optimal plan brings this group to the optimum with 1 move."
    ) == sentence
    assert ["cooperative-sticky", "sticky"] == [one.target for one in best]


def test_settings_can_be_pasted() -> None:
    """Assignors of the broker need the new protocol."""
    found = audit(audited_pair(0, "g", answer("today"), answer("sticky", moves=1), answer("server-uniform", moves=1)))

    lines = [text_of(line) for line in first_sentences(found, tally_all(found), {})]

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
