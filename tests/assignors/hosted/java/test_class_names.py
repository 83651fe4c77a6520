"""Which class a name means."""

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
def test_a_name_means_one_class(wanted: str, found: str) -> None:
    """In full, or its last word; Kafka's own where others are called so, too."""
    assert found == full_name(wanted, CLASSES, "a target", list)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("StikyAssignor", "a target: no class there is called StikyAssignor; did you mean 'StickyAssignor'?"),
        ("com.acme.Mime", "a target: no class there is called com.acme.Mime; did you mean 'com.acme.Mine'?"),
        ("Xyz", "a target: no class there is called Xyz; its assignors are com.acme.Mine, com.acme.old.Mine"),
        ("StickyAssign", "a target: no class there is called StickyAssign; did you mean 'StickyAssignor'?"),
        ("Iner", "a target: no class there is called Iner; did you mean 'Inner'?"),
        (
            "Mine",
            "a target: 2 classes are called Mine: com.acme.Mine, com.acme.old.Mine; name one in full",
        ),
    ],
)
def test_a_name_that_means_none_or_several_is_refused(wanted: str, why: str) -> None:
    """With the nearest name, or with all that it could mean."""
    with pytest.raises(AssayError) as wrong:
        full_name(wanted, CLASSES, "a target", lambda: ASSIGNORS)

    assert why == str(wrong.value)


def test_an_assignor_is_meant_before_a_namesake_that_is_none() -> None:
    """Whichever comes first in the jar."""
    with pytest.raises(AssayError, match=f"did you mean '{CLIENT}RangeAssignor'"):
        full_name(CLIENT + "RangeAssignors", CLASSES, "a target", lambda: KAFKAS)


@pytest.mark.parametrize(
    ("assignors", "tip"),
    [
        (KAFKAS, "; its assignors are RangeAssignor, StickyAssignor"),
        ((*KAFKAS, "com.acme.Zoned"), "; its assignor is Zoned"),
        ([f"a.A{number}" for number in range(10)], "; its assignors are A0, A1, A2, A3, A4, A5, A6, A7 and 2 more"),
        ((), "; no class there implements Kafka's consumer assignor interfaces"),
    ],
)
def test_where_no_name_is_near_the_jars_own_assignors_are_named(assignors: Sequence[str], tip: str) -> None:
    """Kafka's stand beside them on the class path: they are named where there are no others."""
    with pytest.raises(AssayError) as wrong:
        full_name("Qqqqqqq", CLASSES, "a target", lambda: assignors)

    assert f"a target: no class there is called Qqqqqqq{tip}" == str(wrong.value)
