from __future__ import annotations

from itertools import product

from kafka_assay.assignors.reference.claims import Resolution
from kafka_assay.assignors.reference.equal_path import share_evenly
from kafka_assay.assignors.reference.partitions import number_partitions
from kafka_assay.assignors.reference.sticky import StickyAssignor
from tests.assignors.reference.answers import answer, question


def test_extra_goes_first_to_a_member_that_kept_its_share() -> None:
    """t:7 over A (owned 0), B (2) and C (1): B gets the third."""
    group = question({"t": 7}, "A B C", answer(B="t-0 t-1", C="t-2"))

    given = StickyAssignor().assign(group)

    assert answer(A="t-3 t-5", B="t-0 t-1 t-6", C="t-2 t-4") == given


def test_partitions_are_assigned_one_by_one_by_topic_and_id() -> None:
    """Not in blocks and not by id first, as KAFKA-12464 prints it."""
    given = StickyAssignor().assign(question({"t0": 3, "t1": 3}, "A B"))

    assert answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2") == given


def test_excess_claims_keep_the_lowest_ids() -> None:
    """Claims are cut by (partition id, topic), not by topic."""
    group = question({"a": 2, "b": 2}, "A B", answer(A="a-0 a-1 b-0 b-1"))

    given = StickyAssignor().assign(group)

    assert answer(A="a-0 b-0", B="a-1 b-1") == given


def test_overloaded_members_keep_extras_in_member_order() -> None:
    """Seven partitions, two members own three and four: the first member keeps the extra."""
    owned = answer(Z="t-0 t-1 t-2 t-3", A="t-4 t-5 t-6")

    given = StickyAssignor().assign(question({"t": 7}, "Z A B", owned))

    assert answer(Z="t-0 t-1 t-2", A="t-4 t-5", B="t-3 t-6") == given


def test_revoked_partitions_are_recorded_with_their_owner() -> None:
    """A cooperative assignor needs this."""
    numbering = number_partitions({"t": 4}, ["t"])

    sharing = share_evenly(numbering, Resolution(held=[[0, 1, 2, 3], []], disputed=set()), by_id=[0, 1])

    assert {2: 0, 3: 0} == sharing.cut


def test_every_pattern_is_assigned_evenly_and_keeps_most() -> None:
    """All claims of up to four members on up to six partitions."""
    for members, count in product(range(1, 5), range(7)):
        least, extras = divmod(count, members)
        for sizes in product(range(count + 1), repeat=members):
            if sum(sizes) > count:
                continue
            starts = [sum(sizes[:place]) for place in range(members)]
            held = [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]

            shares = share_evenly(number_partitions({"t": count}, ["t"]), Resolution(held, set()), range(members)).had

            kept = sum(len(set(mine) & set(share)) for mine, share in zip(held, shares, strict=True))
            assert list(range(count)) == sorted(number for share in shares for number in share)
            assert max(map(len, shares)) - min(map(len, shares)) <= 1
            assert sum(min(size, least) for size in sizes) + min(extras, sum(size > least for size in sizes)) == kept


def test_kip341_returning_member_takes_nothing_from_the_owners() -> None:
    """A comes back with an older claim on 0 and 3; B and C own and keep them."""
    group = question(
        {"t": 6},
        "A B C",
        answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5"),
        generations={"B": 2, "C": 2},
    )

    given = StickyAssignor().assign(group)

    assert answer(A="t-4 t-5", B="t-0 t-1", C="t-2 t-3") == given
