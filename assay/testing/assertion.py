"""The assertion in a regression test that `assay` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def assert_keeps(
    law: str,
    group: dict[str, Any],
    *,
    target: str | None = None,
    answer: dict[str, Any] | None = None,
    like: str | None = None,
    one_object: bool = False,
    seed: int = 0,
    config: Mapping[str, str] | None = None,
    member_config: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """
    Raise `AssertionError` if `target`, or the given `answer`, breaks `law` on `group`, or cannot be judged.

    `group` is a group or a life in its file format, `answer` maps member id -> topic -> partition ids. `like` names the
    assignor whose promises apply. In a life, `one_object` of the target answers all rebalances, or a new object each.
    Randomness in the target uses `seed`. `config` (setting -> value) and `member_config` (member -> settings) reach its
    `configure()`, as `--setting` does.

    >>> group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
    >>> assert_keeps("nothing-left-out", group, answer={"a": {"t": [0]}})
    >>> assert_keeps("nothing-left-out", group, answer={"a": {}})
    Traceback (most recent call last):
    AssertionError: t-0 has no owner, although its topic has subscribers.
    """
    __tracebackhide__ = True
    from kafka_assay.reports.check.regression import what_breaks

    breach = what_breaks(
        law,
        group,
        target=target,
        answer=answer,
        like=like,
        one_object=one_object,
        seed=seed,
        config=config,
        member_config=member_config,
    )
    if breach:
        raise AssertionError(breach)
