"""
What a cooperative assignor owes in its rounds: nobody gets what another still holds, and the rounds come to an end.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.change import has_unheard_claims
from kafka_assay.properties.measures.flaws import list_facts, moved_partitions
from kafka_assay.properties.measures.terms import holders
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict


@law(
    promise=Promise.COOPERATIVE,
    says="in each round: nothing is granted while another member validly holds it",
    source="KIP-429",
    matters="Two members read the partition until the old one notices: records are processed twice.",
    implies="rounds in which nothing is ever handed out keep it",
    every_round=True,
    rounds_only=True,
)
def no_double_ownership(trial: Trial) -> Verdict:
    """
    A partition changes hands in two rounds: its holder gives it up in the first, and the second hands it out.

    Only valid holders count: taking a partition at once from a member whose claim is stale is right (KAFKA-14639).
    """
    rounds = trial.rounds()
    for number, (question, answer) in enumerate(rounds, start=1):
        owners = valid_owners(trial.with_known_claims(question))
        granted = [
            {"topic": partition.topic, "partition": partition.partition, "holder": owners[partition], "to": others}
            for partition, members in holders(answer).items()
            if partition in owners and (others := [one for one in members if one != owners[partition]])
        ]
        facts = list_facts("granted", granted)
        if facts is not None:
            return Broken(facts | {"round": number})
    failure = trial.failure()
    if failure is not None and not isinstance(failure, NeverSettled):
        return Undecided(f"no answer in round {len(rounds) + 1}: {failure}", unanswered=not rounds)
    return Kept()


@law(
    promise=Promise.COOPERATIVE,
    says="reaches a fixed point within 2 x members + 2 rounds",
    source="KIP-429",
    matters="No plan outlasts the next rebalance, which stops partitions anew; at worst each calls the next.",
    implies="it says that the rounds end, and not where",
    unsettled=True,
    rounds_only=True,
    except_for=has_unheard_claims,
)
def settles(trial: Trial) -> Verdict:
    """
    The rounds end once an answer grants what everybody holds already.

    A rebalance that takes something away is followed by one that hands it out; with nothing to take, none follows. Here
    another is asked all the same, as if somebody else had caused it: an assignor that then takes something away has not
    settled. "At most two rounds", as ports of the Java class say, is no theorem: with unequal subscriptions three
    happen. The bound is generous.

    Cooperative members have spoken version 1 since there are any (KIP-429 brought both). A member of version 0 cannot
    say what it holds, so an assignor that answers by chance never settles, and the law is not asked there.
    """
    failure = trial.failure()
    if failure is None:
        return Kept()
    if not isinstance(failure, NeverSettled):
        return Undecided(f"no answer: {failure}", unanswered=True)
    rounds = trial.rounds()
    question, answer = rounds[-1]
    facts = list_facts("moved", list(moved_partitions(valid_owners(trial.with_known_claims(question)), answer)))
    return Broken({"rounds": len(rounds), **(facts or {"moved": [], "count": 0})})
