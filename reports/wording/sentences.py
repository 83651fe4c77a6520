"""
Facts -> sentences: what happened, and why it matters.

There is one function for each law. It gets only the facts of a broken verdict, so that a stored record can be explained
on another machine, years later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from kafka_assay.properties.effect import COORDINATOR, client_of
from kafka_assay.properties.registry import LAW_BY_ID, weakest_first
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording import answer_laws, change_laws
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, shorten_members
from kafka_assay.reports.wording.words import quantity

EXPLAINED: Mapping[str, Callable[[Facts], str]] = {
    law: vars(module)[name]
    for module in (answer_laws, change_laws)
    for law in LAW_BY_ID
    if (name := f"_{law.replace('-', '_')}") in vars(module)
}
"""Law id -> the function of its name, which turns the facts of a broken verdict into sentences."""

STAKES_BY_FACTS: Mapping[str, Callable[[Facts], str | None]] = {
    "returns-an-answer": answer_laws.without_an_answer,
    "one-owner-each": answer_laws.with_one_owner,
}
"""Law id -> why this kind of breach matters, for laws whose breaches differ; None: use the law's own text."""


def explain_facts(law_id: str, facts: Facts, names: ShortNames = FULL_IDS, rebalance: int = 1) -> str:
    """
    What happened, in sentences; the reason if the law is undecided; nothing if it is kept. Members have short `names`.

    `rebalance` is the number of the rebalance in a life; the first one is not named. A failure in the first round needs
    no round.

    >>> explain_facts("nothing-left-out", {"partitions": [{"topic": "t0", "partition": 1}], "count": 1})
    't0-1 has no owner, although its topic has subscribers.'
    """
    if not facts:
        return ""
    if facts.keys() == {"reason"}:
        return f"Undecided: {facts['reason']}."
    sentences = EXPLAINED[law_id](shorten_members(facts, names))
    if "round" not in facts or (facts["round"] == 1 and "error" in facts):
        return sentences
    return f"In round {facts['round']}{f' of rebalance {rebalance}' if rebalance > 1 else ''}: {sentences}"


def why_it_matters(law_id: str, facts: Facts, target: str = "") -> str:
    """
    Why a law that is broken with these `facts` matters to operators of the group, whose members run the `target`.

    >>> why_it_matters("only-subscribed-topics", {}, "kafkajs@2.2.4")
    'The member ignores a topic that it does not subscribe to, so nobody reads the partition.'
    """
    law, client = LAW_BY_ID[law_id], client_of(target)
    if law_id in STAKES_BY_FACTS and client != COORDINATOR:
        stakes = STAKES_BY_FACTS[law_id](facts)
        if stakes is not None:
            return stakes
    return law.effect_on(client).text


def broken_clause(broken: Collection[str], laws: int) -> str:
    """The number of `broken` laws, of so many, and the first of them; or the only one."""
    first = weakest_first(broken)[0].weakest
    several = f"{len(broken)} of {quantity(laws, 'law')}, the most basic is " if len(broken) > 1 else ""
    return f"BROKEN: {several}{first}"
