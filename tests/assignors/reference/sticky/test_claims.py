"""Claims: what is read, and who holds what is claimed more than once."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.numbering import number_partitions
from kafka_assay.assignors.reference.sticky.claims import Claim, outdated_owners, resolve_by_newest, sticky_claims


def claim(generation: int, *numbers: int) -> Claim:
    """A claim in short."""
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
def test_the_newest_claim_holds(held: list[list[int]], disputed: set[int], claims: list[Claim]) -> None:
    """A newer generation takes over, an older one is ignored, two equal ones void each other for good."""
    assert (held, disputed) == resolve_by_newest(claims)


def test_a_third_equal_claim_does_not_revive_the_partition() -> None:
    """Each equal claimant is remembered in turn, and none of them holds."""
    resolution = resolve_by_newest([claim(3, 0), claim(3, 0), claim(3, 0), claim(2, 0)])

    assert [[], [], [], []] == resolution.held


def test_previous_owners_are_of_the_newest_outdated_generation() -> None:
    """KIP-341: of the claims older than the newest generation, the newest; of equals, the first."""
    claims = [claim(1, 0, 1), claim(2, 0), claim(2, 0, 2), claim(3, 2)]

    assert {0: 1, 1: 0, 2: 2} == outdated_owners(claims, order=range(4))
    assert {0: 2, 1: 0, 2: 2} == outdated_owners(claims, order=[3, 2, 1, 0])


def test_a_newer_member_without_claims_makes_the_others_outdated() -> None:
    """The newest generation counts even if its member owned nothing."""
    assert {0: 0} == outdated_owners([claim(1, 0), claim(2)], order=range(2))


def test_without_generations_nobody_is_outdated() -> None:
    """Unknown generations are all -1."""
    assert {} == outdated_owners([claim(-1, 0), claim(-1, 1)], order=range(2))


def test_claims_of_old_metadata_carry_their_generation() -> None:
    """Sticky's user data has both at every metadata version."""
    member = Member(id="a", subscription=("t",), owned=(("t", (1,)),), generation=7, metadata_version=0)
    group = Group(topics=(Topic(name="t", partitions=2),), members=(member,))

    claims = sticky_claims(group.members, number_partitions(group.partition_counts(), ["t"]))

    assert [claim(7, 1)] == claims


def test_a_topic_claimed_in_two_lists_is_one_claim() -> None:
    """Lists of one topic add up, and a partition named twice counts once."""
    member = Member(id="a", subscription=("t",), owned=(("t", (2, 0)), ("t", (0, 1))))

    claims = sticky_claims([member], number_partitions({"t": 3}, ["t"]))

    assert [claim(-1, 2, 0, 1)] == claims
