from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.claims import Claim, outdated_owners, resolve_by_newest, sticky_claims
from kafka_assay.assignors.reference.partitions import number_partitions


def claim(generation: int, *numbers: int) -> Claim:
    return Claim(numbers=list(numbers), generation=generation)


@pytest.mark.parametrize(
    ("held", "disputed", "claims"),
    [
        ([[0]], set(), [claim(-1, 0)]),
        ([[0], [1]], set(), [claim(1, 0), claim(1, 1)]),
        ([[], []], {0}, [claim(1, 0), claim(1, 0)]),
        ([[], [0]], set(), [claim(1, 0), claim(2, 0)]),
        ([[0], []], set(), [claim(2, 0), claim(1, 0)]),
        ([[1], [0]], set(), [claim(1, 0, 1), claim(2, 0)]),
        ([[], [], [0]], {0}, [claim(1, 0), claim(1, 0), claim(2, 0)]),
        ([[0], [], []], set(), [claim(2, 0), claim(1, 0), claim(1, 0)]),
        ([[], [0], []], set(), [claim(1, 0), claim(2, 0), claim(1, 0)]),
        ([[], [], []], {0}, [claim(1, 0), claim(1, 0), claim(1, 0)]),
    ],
)
def test_newest_claim_wins(held: list[list[int]], disputed: set[int], claims: list[Claim]) -> None:
    """Two claims of one generation void each other for good."""
    assert (held, disputed) == resolve_by_newest(claims)


def test_third_equal_claim_does_not_restore_an_owner() -> None:
    resolution = resolve_by_newest([claim(3, 0), claim(3, 0), claim(3, 0), claim(2, 0)])

    assert [[], [], [], []] == resolution.held


def test_previous_owner_has_the_newest_outdated_generation() -> None:
    """KIP-341; the first of equal claims."""
    claims = [claim(1, 0, 1), claim(2, 0), claim(2, 0, 2), claim(3, 2)]

    assert {0: 1, 1: 0, 2: 2} == outdated_owners(claims, order=range(4))
    assert {0: 2, 1: 0, 2: 2} == outdated_owners(claims, order=[3, 2, 1, 0])


def test_newer_member_without_claims_outdates_the_others() -> None:
    assert {0: 0} == outdated_owners([claim(1, 0), claim(2)], order=range(2))


def test_without_generations_no_claim_is_outdated() -> None:
    """Unknown generations are all -1."""
    assert {} == outdated_owners([claim(-1, 0), claim(-1, 1)], order=range(2))


def test_claims_in_old_metadata_have_a_generation() -> None:
    """Sticky's user data has both at every metadata version."""
    member = Member(id="a", subscription=("t",), owned=(("t", (1,)),), generation=7, metadata_version=0)
    group = Group(topics=(Topic(name="t", partitions=2),), members=(member,))

    claims = sticky_claims(group.members, number_partitions(group.partition_counts(), ["t"]))

    assert [claim(7, 1)] == claims


def test_two_lists_of_one_topic_are_one_claim() -> None:
    """A partition that is named twice counts once."""
    member = Member(id="a", subscription=("t",), owned=(("t", (2, 0)), ("t", (0, 1))))

    claims = sticky_claims([member], number_partitions({"t": 3}, ["t"]))

    assert [claim(-1, 2, 0, 1)] == claims
