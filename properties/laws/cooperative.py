"""
What a cooperative assignor owes in its rounds: nobody gets what another still holds, and the rounds come to an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.interface import Promise
from assignors.ownership import valid_owners
from properties.flaws import listed, moved
from properties.law import Law
from properties.laws.change import cooperative_and_not_heard
from properties.terms import holders
from properties.trial import NeverSettled
from properties.verdict import Broken, Kept, Undecided, Verdict

if TYPE_CHECKING:
    from properties.trial import Trial


def no_double_ownership(trial: Trial) -> Verdict:
    """
    In no round is a partition granted to one member while another validly holds it: first it is given up, then it is
    handed out.

    Source: KIP-429, incremental cooperative rebalancing: a partition changes hands in two rounds, revoked in the first.
    Valid holders only: taking a partition at once from a member whose claim is stale is right (KAFKA-14639).
    """
    rounds = trial.rounds()
    for number, (question, answer) in enumerate(rounds, start=1):
        owners = valid_owners(trial.heard(question))
        granted = [
            {"topic": partition.topic, "partition": partition.partition, "holder": owners[partition], "to": others}
            for partition, members in holders(answer).items()
            if partition in owners and (others := [one for one in members if one != owners[partition]])
        ]
        facts = listed("granted", granted)
        if facts is not None:
            return Broken(facts | {"round": number})
    failure = trial.failure()
    if failure is not None and not isinstance(failure, NeverSettled):
        return Undecided(f"no answer in round {len(rounds) + 1}: {failure}", unanswered=not rounds)
    return Kept()


def settles(trial: Trial) -> Verdict:
    """
    The rounds end: after at most two for each member and two more, an answer grants what everybody holds already.

    Source: KIP-429: a rebalance that takes something away is followed by one that hands it out; with nothing to take,
    none follows. Here another is asked all the same, as one that somebody else brings about: who then takes something
    away has not settled. "At most two rounds", as ports of the Java class say, is no theorem: with unequal
    subscriptions three happen. The bound is generous. Cooperative members have spoken version 1 since there are any
    (KIP-429 brought both); one of version 0 cannot say what it holds, so who answers by chance never rests, and is
    asked nothing there.
    """
    failure = trial.failure()
    if failure is None:
        return Kept()
    if not isinstance(failure, NeverSettled):
        return Undecided(f"no answer: {failure}", unanswered=True)
    rounds = trial.rounds()
    question, answer = rounds[-1]
    facts = listed("moved", list(moved(valid_owners(trial.heard(question)), answer)))
    return Broken({"rounds": len(rounds), **(facts or {"moved": [], "count": 0})})


LAWS = (
    Law(
        id="no-double-ownership",
        kind="cooperative",
        promise=Promise.COOPERATIVE,
        says="in each round: nothing is granted while another member validly holds it",
        source="KIP-429",
        matters="Two members read the partition until the old one notices: records are processed twice.",
        implies="rounds in which nothing is ever handed out keep it",
        judge=no_double_ownership,
        every_round=True,
        rounds_only=True,
    ),
    Law(
        id="settles",
        kind="cooperative",
        promise=Promise.COOPERATIVE,
        says="reaches a fixed point within 2 x members + 2 rounds",
        source="KIP-429",
        matters="No plan outlasts the next rebalance, which stops partitions anew; at worst each calls the next.",
        implies="it says that the rounds end, and not where",
        judge=settles,
        unsettled=True,
        rounds_only=True,
        except_for=cooperative_and_not_heard,
    ),
)
