"""
Assignors that support equal subscriptions only, and the groups that are therefore skipped.

Some algorithms count members without looking at subscriptions. They define no answer for other groups, so such a group
is skipped and no law is judged.
"""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.terms import has_equal_subscriptions


def may_ask(promises: frozenset[Promise], group: Group) -> bool:
    """
    Whether an assignor with these `promises` may be asked about `group`.

    Every assignor may be asked about a group without members: the answer is empty.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    >>> may_ask(frozenset(), group), may_ask(frozenset({Promise.EQUAL_ONLY}), group)
    (True, False)
    """
    return Promise.EQUAL_ONLY not in promises or not group.members or has_equal_subscriptions(group)


def refuse_unequal(target: Target, example: Example) -> None:
    """
    Raise `AssayError` if `target` may not be asked about `example`. For commands about one group or life.
    """
    group = example.life.group if isinstance(example, LifeRun) else example
    if not may_ask(target.promises, group):
        raise AssayError(f"{target.name} supports equal subscriptions only, but {what_differs(group)}")


def what_differs(group: Group) -> str:
    """
    A clause that names the first member whose subscription differs from the others.

    >>> from kafka_assay.assignors.model import group_of
    >>> what_differs(group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))
    "'b' subscribes to other topics than 'a'"
    """
    first = group.members[0]
    for member in group.members:
        if not member.subscription:
            return f"{member.id!r} subscribes to nothing"
        if len(set(member.subscription)) < len(member.subscription):
            return f"{member.id!r} names a topic twice"
        if set(member.subscription) != set(first.subscription):
            return f"{member.id!r} subscribes to other topics than {first.id!r}"
    raise ValueError("the subscriptions are equal")
