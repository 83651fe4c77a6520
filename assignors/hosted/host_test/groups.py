"""The groups for tests of a host, as `assay-group/1`."""

from __future__ import annotations

from typing import Any

FORMAT = "assay-group/1"

ODD_MEMBERS = (
    'quote " backslash \\ slash / brace {',
    "tab \t line \n return \r null \x00 delete \x7f",
    "Ünïcödé, кириллица, 日本語, 😀, \u2028 and \ufeff",
    " blanks ",
    "null",
)
ODD_TOPICS = ("0", "a.b-c_d", "constructor", "true", "x" * 249)


def plain_group() -> dict[str, Any]:
    """Two members on one topic of four partitions. Any assignor that assigns something gives both of them some."""
    return group_document({"t0": 4}, [member_document("C0", ["t0"]), member_document("C1", ["t0"])])


def group_document(topics: dict[str, Any], members: list[dict[str, Any]]) -> dict[str, Any]:
    """A group of `topics` and `members`."""
    return {"format": FORMAT, "topics": topics, "members": members}


def member_document(name: str, subscription: list[str], **more: Any) -> dict[str, Any]:
    """A member; `more` has other keys of a member: `owned`, `generation` and so on."""
    return {"id": name, "subscription": subscription, **more}


def empty_group() -> dict[str, Any]:
    """A topic without members."""
    return group_document({"t0": 4}, [])


def odd_names_group() -> dict[str, Any]:
    """
    Names that JSON must escape, that are not ASCII, or that have a special meaning; Kafka allows all of them.

    All members subscribe to all topics, and there are partitions for each, because some clients reject less simple
    groups.
    """
    members = [
        member_document(name, list(ODD_TOPICS), instance_id=f"i {name}", rack=f"r {name}", client_id=name, host=name)
        for name in ODD_MEMBERS
    ]
    return group_document(dict.fromkeys(ODD_TOPICS, len(ODD_MEMBERS)), members)


def dirty_group() -> dict[str, Any]:
    """A valid question with every kind of wrong claim and subscription."""
    owned: list[dict[str, Any]] = [
        {"subscription": ["t0", "t1"], "owned": {"t0": [0, 1]}, "generation": 5},
        {"subscription": ["t0", "t1"], "owned": {"t0": [1, 2]}, "generation": 5},
        {"subscription": ["t1", "t1"], "owned": {"t0": [3], "t1": [0]}, "generation": 7},
        {"subscription": ["t0", "missing"], "owned": {"t0": [99, -1, 2_147_483_647], "gone": [0]}, "generation": 2},
        {"subscription": [], "owned": {"t1": [1]}},
        {"subscription": ["t0", "t1"], "owned": {"t0": []}, "generation": -1, "metadata_version": 0},
        {"subscription": ["t0"], "owned": {"t0": [0]}, "generation": 2_147_483_647, "instance_id": "same"},
        {"subscription": ["t0"], "generation": 1, "instance_id": "same", "rack": "nowhere", "metadata_version": 1},
    ]
    members = [member_document(f"C{place}", **one) for place, one in enumerate(owned)]
    return group_document({"t0": 4, "t1": {"partitions": 2, "replica_racks": [["ra", "rb"], []]}, "t2": 0}, members)


def long_question_group() -> dict[str, Any]:
    """A line of more than a megabyte that is easy to solve: 200 members with long instance ids."""
    members = [member_document(f"C{place}", ["t0"], instance_id=f"{place}-" + "x" * 6_000) for place in range(200)]
    return group_document({"t0": 400}, members)


def long_answer_group() -> dict[str, Any]:
    """An answer larger than any pipe that is easy to compute: 600 topics with the longest names."""
    topics = {f"t{place}-".ljust(249, "x"): 1 for place in range(600)}
    return group_document(dict(topics), [member_document(name, list(topics)) for name in ("C0", "C1")])


def group_with_claims() -> dict[str, Any]:
    """
    The plain group one rebalance later: both members own their partitions, and a third one joins in front of them.
    """
    had = [
        member_document("C0", ["t0"], owned={"t0": [0, 1]}, generation=8),
        member_document("C1", ["t0"], owned={"t0": [2, 3]}, generation=9),
    ]
    return group_document({"t0": 4}, [member_document("!", ["t0"]), *had])
