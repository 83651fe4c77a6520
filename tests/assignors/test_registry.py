"""References are found by name, and those that are random by design get their seed."""

from __future__ import annotations

import pytest

from kafka_assay.assignors import registry
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.opening import TargetText, open_target
from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.reference.range.range import RangeAssignor
from kafka_assay.assignors.reference.shuffled_roundrobin import ShuffledRoundRobinAssignor
from kafka_assay.assignors.registry import assignor_factory, reference_assignor, reference_names
from tests.assignors.reference.answers import question

GROUP = question({"t": 6}, "a b c d e f")


@pytest.mark.parametrize("name", reference_names())
def test_a_reference_is_an_assignor_of_that_name(name: str) -> None:
    """The entry point leads to a class whose objects are assignors, called as the entry point says."""
    found = reference_assignor(name)

    assert isinstance(found, Assignor)
    assert name == found.name


def test_the_seed_goes_to_who_takes_one() -> None:
    """`shuffled-roundrobin` draws from it; `range` has no use for it, and is made all the same."""
    assert ShuffledRoundRobinAssignor(seed=5).assign(GROUP) == reference_assignor("shuffled-roundrobin", 5).assign(
        GROUP
    )
    assert reference_assignor("shuffled-roundrobin", 5).assign(GROUP) != reference_assignor(
        "shuffled-roundrobin"
    ).assign(GROUP)
    assert isinstance(reference_assignor("range", 5), RangeAssignor)


def test_a_maker_makes_a_new_one_each_time() -> None:
    """`reference` always gives the same object; who wants a fresh one asks the maker."""
    make = assignor_factory("range")

    assert make() is not make()
    assert reference_assignor("range") is reference_assignor("range")


def test_an_unknown_name_is_met_with_the_nearest() -> None:
    """One line, with what was probably meant."""
    with pytest.raises(AssayError, match="no assignor is called 'stiky'; did you mean 'sticky'"):
        assignor_factory("stiky")


def test_a_class_that_hides_its_arguments_is_made_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's class in C may tell nothing of itself."""

    class Entry:
        """An entry point to a built-in that has no signature."""

        @staticmethod
        def load() -> object:
            """What the entry point leads to."""
            return dict

    monkeypatch.setattr(registry, "_entry_points", lambda: {"secretive": Entry})

    made: object = assignor_factory("secretive")()
    assert {} == made


def test_the_seed_of_a_target_reaches_the_reference() -> None:
    """Opened here, or from the text that a worker gets."""
    expected = ShuffledRoundRobinAssignor(seed=5).assign(GROUP)

    assert expected == open_target("shuffled-roundrobin", seed=5).assign(GROUP)
    assert expected == TargetText(text="shuffled-roundrobin", seed=5).open().assign(GROUP)
