from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.jars import full_name

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

LIKELY = ("AbstractStickyAssignor", "ConsumerPartitionAssignor", "RangeAssignor", "StickyAssignor")


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
    assert found == full_name(wanted, CLASSES, "a target")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("StikyAssignor", "a target: the jars have no class StikyAssignor; did you mean 'StickyAssignor'?"),
        ("com.acme.Mime", "a target: the jars have no class com.acme.Mime; did you mean 'com.acme.Mine'?"),
        (
            "Xyz",
            f"a target: the jars have no class Xyz; it has {', '.join(LIKELY)}",
        ),
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
        full_name(wanted, CLASSES, "a target")

    assert why == str(wrong.value)


def test_assignor_wins_over_another_class_of_nearly_the_same_name() -> None:
    """By convention its name says that it is one."""
    classes = (CLIENT + "RangeAssignorTest", CLIENT + "RangeAssignor")

    with pytest.raises(AssayError, match=f"did you mean '{CLIENT}RangeAssignor'"):
        full_name(CLIENT + "RangeAssignorTes", classes, "a target")
