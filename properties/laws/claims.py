"""Whose claim counts, and what follows where every valid claim is honoured."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, TopicPartition
from kafka_assay.assignors.ownership import loads, stickiness
from kafka_assay.oracle.certificate.certificate import improving_chain
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.stickiness import is_equal_without_racks
from kafka_assay.properties.measures.facts import chain_facts, complete_answer
from kafka_assay.properties.measures.flaws import list_facts, moved_partitions
from kafka_assay.properties.measures.terms import disputed_claims, with_carried_claims, without_some_claims
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict


def is_equal_and_undisputed(group: Group) -> bool:
    """
    Equal subscriptions, no racks that matter, and no disputed claim, whether members of version 0 are heard or not.
    """
    return is_equal_without_racks(group) and not any(
        disputed_claims(heard) for heard in (group, with_carried_claims(group))
    )


@law(
    promise=Promise.CLAIMS,
    says="with equal subscriptions: claims that a newer one contests change neither loads nor moves",
    source="KIP-341; KAFKA-14639",
    matters="A member that comes back with an old claim disturbs those that took over meanwhile.",
    implies="an assignor that hears no claims keeps it, and no other law of stickiness",
    defined=is_equal_and_undisputed,
    asks=True,
)
def newest_claim_wins(trial: Trial) -> Verdict:
    """
    Without the older claims on a partition that is claimed at a newer generation, loads and moves are the same.

    KIP-341 put generations into the user data, and KAFKA-14639 made today's rule. Who ends up with the partition is no
    test: balance may hand it to the older claimant, as KIP-341's preferred owner even should. The law is not defined
    where the newest claims tie: whom the assignor takes for the owner is its policy, chance even, and loads and moves
    follow from that. (With equal subscriptions nobody alone has given up a topic, so no other claims are disputed
    here.)
    """
    without, removed = _without_older_claims(trial)
    if not removed:
        return Kept()
    before = sorted(trial.loads.values()), stickiness(trial.owners, trial.answer).moved
    answer = trial.settled_answer(without, why="claims removed that a newer one contests")
    after = sorted(loads(trial.group, answer).values()), stickiness(trial.owners, answer).moved
    if before == after:
        return Kept()
    return Broken(
        {
            "loads": before[0],
            "loads_without": after[0],
            "moves": before[1],
            "moves_without": after[1],
            **(list_facts("removed", removed) or {}),
        }
    )


@law(
    promise=Promise.ALL_KEPT,
    says="every partition with a valid owner stays with it",
    source="KIP-54, rejected alternatives: sticky yet fair",
    matters="The strategy promises that no owner loses anything, and one did.",
    implies={
        "needless-moves-when-equal": "who moves nothing moves no more than the optimum",
        "no-worse-stickiness": "who keeps everything keeps no less than anybody",
        "stable-group-moves-nothing": "its own answer, fed back, is a claim on everything",
        "join-only-gives-to-joiner": "who was there keeps everything, so nobody gains it",
        "leave-only-takes-from-leaver": "who stays keeps everything",
    },
)
def keeps_every_claim(trial: Trial) -> Verdict:
    """Balance is no excuse for a move: KIP-54 calls this strategy sticky yet fair."""
    facts = list_facts("moved", list(moved_partitions(trial.owners, trial.answer)))
    return Kept() if facts is None else Broken({**facts, "claims": len(trial.owners)})


@law(
    promise=Promise.ALL_KEPT,
    says="no answer that leaves every claim in place has more even loads",
    source="KIP-54, rejected alternatives: sticky yet fair",
    matters="What nobody owned was placed where it makes the loads less even than need be.",
    implies={
        "newest-claim-wins": (
            "without older claims the owners are the same: all keep theirs, and the evenest loads around them "
            "are unique"
        ),
        "keeps-every-claim": "it is decided only where no claim was moved",
    },
)
def evenest_around_claims(trial: Trial) -> Verdict:
    """
    What nobody owned goes where it makes the loads most even.

    The proof is that of `optimally-balanced`, with hand-overs only of partitions that nobody validly claims.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    moves = stickiness(trial.owners, trial.answer).moved
    if moves:
        return Undecided(f"the answer moves {moves} of the claims, and only answers that move none can be compared")
    answer = complete_answer(trial.group, trial.answer)
    chain = improving_chain(trial.with_known_claims(trial.group), answer, only_unowned=True)
    return Kept() if chain is None else Broken(chain_facts(chain, trial.loads))


def _without_older_claims(trial: Trial) -> tuple[Group, list[Facts]]:
    heard = trial.with_known_claims(trial.group)
    newest: dict[TopicPartition, int] = {}
    for member in heard.members:
        generation = member.claimed_generation()
        for claim in member.claims():
            newest[claim] = max(newest.get(claim, generation), generation)
    removed: list[Facts] = []
    members = []
    for member in trial.group.members:
        generation = member.claimed_generation()
        older = {claim for claim in member.claims() if newest.get(claim, generation) > generation}
        removed += [
            {"member": member.id, "topic": claim.topic, "partition": claim.partition} for claim in sorted(older)
        ]
        members.append(without_some_claims(member, older))
    return replace(trial.group, members=tuple(members)), removed
