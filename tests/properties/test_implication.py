from __future__ import annotations

from kafka_assay.properties.implication import IMPLICATIONS, WeakestBreak, implied_laws, weakest_first
from kafka_assay.properties.registry import LAW_BY_ID


def test_every_edge_joins_two_registered_laws_with_a_reason() -> None:
    for edge in IMPLICATIONS:
        assert edge.stronger in LAW_BY_ID
        assert edge.weaker in LAW_BY_ID
        assert len(edge.reason.split()) > 3


def test_every_law_implies_another_or_says_why_not() -> None:
    why_not = [law.implies for law in LAW_BY_ID.values() if isinstance(law.implies, str)]

    assert all(len(reason.split()) > 3 for reason in why_not)
    assert len(LAW_BY_ID) == len(why_not) + len({edge.stronger for edge in IMPLICATIONS})


def test_no_law_implies_itself() -> None:
    assert [] == [law for law in LAW_BY_ID if law in implied_laws(law)]


def test_implication_is_transitive() -> None:
    assert "even-when-equal" in implied_laws("optimally-balanced")


def test_weakest_broken_law_comes_first() -> None:
    broken = ["optimally-balanced", "even-when-equal", "locally-balanced"]

    assert [WeakestBreak("even-when-equal", ("locally-balanced", "optimally-balanced"))] == weakest_first(broken)


def test_unrelated_laws_are_listed_once_each() -> None:
    broken = ["fewest-moves", "stable-group-moves-nothing", "one-owner-each", "needless-moves-when-equal"]

    fallen = weakest_first(broken)

    assert ["one-owner-each", "stable-group-moves-nothing", "needless-moves-when-equal"] == [
        one.weakest for one in fallen
    ]
    assert sorted(broken) == sorted(law for one in fallen for law in (one.weakest, *one.stronger))
