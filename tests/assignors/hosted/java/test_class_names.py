from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.class_names import full_name

CLIENT = "org.apache.kafka.clients.consumer."
CLASSES = (
    CLIENT + "RangeAssignor",
    CLIENT + "internals.RangeAssignor",
    CLIENT + "internals.AbstractStickyAssignor",
    CLIENT + "ConsumerPartitionAssignor",
    CLIENT + "RangeAssignor$AssignorState",
    CLIENT + "StickyAssignor",
    "com.acme.Mine",
    "com.acme.old.Mine",
    "com.acme.Outer$Inner",
)
ASSIGNORS = (CLIENT + "RangeAssignor", CLIENT + "StickyAssignor", "com.acme.Mine", "com.acme.old.Mine")
KAFKAS = ASSIGNORS[:2]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("StickyAssignor", CLIENT + "StickyAssignor"),
        ("com.acme.Mine", "com.acme.Mine"),
        ("RangeAssignor", CLIENT + "RangeAssignor"),
        ("Inner", "com.acme.Outer$Inner"),
        ("com.acme.Outer$Inner", "com.acme.Outer$Inner"),
    ],
)
def test_name_selects_one_class(wanted: str, found: str) -> None:
    """A full name or its last word; Kafka's own class wins over a class of the same name."""
    assert found == full_name(wanted, CLASSES, "a target", list)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("StikyAssignor", "a target: the jars have no class StikyAssignor; did you mean 'StickyAssignor'?"),
        ("com.acme.Mime", "a target: the jars have no class com.acme.Mime; did you mean 'com.acme.Mine'?"),
        ("Xyz", "a target: the jars have no class Xyz; its assignors are com.acme.Mine, com.acme.old.Mine"),
        ("StickyAssign", "a target: the jars have no class StickyAssign; did you mean 'StickyAssignor'?"),
        ("Iner", "a target: the jars have no class Iner; did you mean 'Inner'?"),
        (
            "Mine",
            "a target: 2 classes have the name Mine: com.acme.Mine, com.acme.old.Mine; give the full name of one",
        ),
    ],
)
def test_unknown_or_ambiguous_name_is_rejected(wanted: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        full_name(wanted, CLASSES, "a target", lambda: ASSIGNORS)

    assert why == str(wrong.value)


def test_assignor_wins_over_another_class_of_the_same_name() -> None:
    with pytest.raises(AssayError, match=f"did you mean '{CLIENT}RangeAssignor'"):
        full_name(CLIENT + "RangeAssignors", CLASSES, "a target", lambda: KAFKAS)


@pytest.mark.parametrize(
    ("assignors", "tip"),
    [
        (KAFKAS, "; its assignors are RangeAssignor, StickyAssignor"),
        ((*KAFKAS, "com.acme.Zoned"), "; its assignor is Zoned"),
        ([f"a.A{number}" for number in range(10)], "; its assignors are A0, A1, A2, A3, A4, A5, A6, A7 and 2 more"),
        ((), "; no class in them implements Kafka's assignor interfaces"),
    ],
)
def test_unknown_name_lists_the_jars_own_assignors(assignors: Sequence[str], tip: str) -> None:
    """Kafka's assignors are listed only if there are no others."""
    with pytest.raises(AssayError) as wrong:
        full_name("Qqqqqqq", CLASSES, "a target", lambda: assignors)

    assert f"a target: the jars have no class Qqqqqqq{tip}" == str(wrong.value)
