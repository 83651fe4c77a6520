"""
The rounds of a cooperative assignor: no member gets what another still owns, and the rounds end.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.effect import ENDLESS, TWICE, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.change import has_unheard_claims
from kafka_assay.properties.measures.facts import holders, list_facts
from kafka_assay.properties.measures.flaws import moved_partitions
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict


@law(
    promise=Promise.COOPERATIVE,
    says="in no round is a partition granted while another member validly owns it",
    source="KIP-429",
    effect=Effect(TWICE, "Two members read the partition until the old owner notices; records are processed twice."),
    implies="an assignor that never assigns anything keeps it",
    every_round=True,
    rounds_only=True,
)
def no_double_ownership(trial: Trial) -> Verdict:
    """
    A partition moves in two rounds: its owner gives it up in the first, and the second assigns it.

    Only valid owners count. Taking a partition at once from a member with a stale claim is right (KAFKA-14639).
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
    failure = trial.failure
    if failure is not None and not isinstance(failure, NeverSettled):
        return Undecided(f"no answer in round {len(rounds) + 1}: {failure}", unanswered=not rounds)
    return Kept()


@law(
    promise=Promise.COOPERATIVE,
    says="called again with its own answers, it stops changing them within 2 x members + 2 rounds",
    source="KIP-429",
    effect=Effect(
        ENDLESS, "Each rebalance changes the assignment again and stops partitions; at worst, rebalances never end."
    ),
    implies="it says that the rounds end, not how good the last one is",
    unsettled=True,
    rounds_only=True,
    except_for=has_unheard_claims,
)
def settles(trial: Trial) -> Verdict:
    """
    The rounds end if an answer grants exactly what all members own already.

    A rebalance that takes a partition away is followed by one that assigns it; otherwise none follows. Here one more
    follows all the same, as if another event had caused it. An assignor that then takes something away has not settled.
    Ports of the Java class say "at most two rounds"; with unequal subscriptions three happen. The bound is generous.

    Cooperative members have always sent version 1 or newer (KIP-429 brought both). A member of version 0 cannot say
    what it owns, so an assignor that answers by chance never settles. The law does not apply there.
    """
    failure = trial.failure
    if failure is None:
        return Kept()
    if not isinstance(failure, NeverSettled):
        return Undecided(f"no answer: {failure}", unanswered=True)
    rounds = trial.rounds()
    question, answer = rounds[-1]
    facts = list_facts("moved", list(moved_partitions(valid_owners(trial.with_known_claims(question)), answer)))
    return Broken({"rounds": len(rounds), **(facts or {"moved": [], "count": 0})})
