"""How grave it is for a group if an assignor breaks a law, in the words of the findings."""

from __future__ import annotations

from studies.findings.finding_pages import SEVERITIES

CRASH, BY_NOBODY, TWICE, ENDLESS, NEEDLESS, CURIOSITY = SEVERITIES

_GRAVE = {
    "returns-an-answer": CRASH,
    "answers-every-member": CRASH,
    "nothing-left-out": BY_NOBODY,
    "one-owner-each": TWICE,
    "no-double-ownership": TWICE,
    "only-subscribed-topics": ENDLESS,
    "settles": ENDLESS,
}
"""Law -> severity. A law that is not listed is about balance, moves or places: `NEEDLESS`."""

LAW_SEVERITIES = (CRASH, BY_NOBODY, TWICE, ENDLESS, NEEDLESS)
"""The severities that a law can have, the gravest first. Only a break can be a `CURIOSITY`, if a person says so."""


def severity_of(law: str) -> str:
    """
    The severity of a break of `law`: the worst effect that the law itself names.

    >>> severity_of("one-owner-each"), severity_of("locally-balanced")
    ('partition read twice', 'needless moves or imbalance')
    """
    return _GRAVE.get(law, NEEDLESS)
