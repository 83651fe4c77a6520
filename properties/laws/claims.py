"""Which claim counts, and what follows if every valid claim is kept."""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, TopicPartition
from kafka_assay.assignors.ownership import loads, stickiness
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.stickiness import is_equal_without_racks
from kafka_assay.properties.measures.claims import disputed_claims, with_carried_claims, without_some_claims
from kafka_assay.properties.measures.facts import chain_facts, complete_answer, list_facts
from kafka_assay.properties.measures.flaws import moved_partitions
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict


def is_equal_and_undisputed(group: Group) -> bool:
    """
    Whether subscriptions are equal, racks do not matter, and no claim is disputed, even without members of version 0.
    """
    return is_equal_without_racks(group) and not any(
        disputed_claims(readable) for readable in (group, with_carried_claims(group))
    )


WITHOUT_OLDER = "the same group without its outdated claims (outdated: another member's claim is newer)"


def groups_without_older_claims(trial: Trial) -> list[Group]:
    """The group without claims that have a newer rival, if there are any."""
    without, removed = _remove_older_claims(trial)
    return [without] if removed else []


def _remove_older_claims(trial: Trial) -> tuple[Group, list[Facts]]:
    return trial.remember("no older claims", lambda: _without_older_claims(trial))


@law(
    promise=Promise.CLAIMS,
    says="with equal subscriptions: an old claim on a partition that has a newer claim changes neither loads nor moves",
    source="KIP-341; KAFKA-14639",
    effect=Effect(NEEDLESS, "A member that returns with an old claim disturbs the present owners."),
    implies="an assignor that ignores claims keeps it, and breaks the other stickiness laws",
    defined=is_equal_and_undisputed,
    asks=True,
    questions=groups_without_older_claims,
)
def newest_claim_wins(trial: Trial) -> Verdict:
    """
    Without the older claims on a partition that is claimed at a newer generation, loads and moves are the same.

    KIP-341 put generations into the user data, and KAFKA-14639 made today's rule. The law does not test who gets the
    partition: for balance it may go to the older claimant, and by KIP-341's preferred owner it should. The law is not
    defined if the newest claims tie: then the owner is the assignor's policy, and loads and moves follow from it. (With
    equal subscriptions no member alone has given up a topic, so no other claims are disputed here.)
    """
    without, removed = _remove_older_claims(trial)
    if not removed:
        return Kept()
    before = sorted(trial.loads.values()), trial.stickiness.moved
    answer = trial.settled_answer(without, why=WITHOUT_OLDER)
    after = sorted(loads(trial.group, answer).values()), stickiness(trial.owners, answer).moved
    if before == after:
        return Kept()
    return Broken(
        {
            "loads": before[0],
            "loads_without": after[0],
            "moves": before[1],
            "moves_without": after[1],
            "rounds": len(trial.rounds()),
            **(list_facts("removed", removed) or {}),
        }
    )


@law(
    promise=Promise.ALL_KEPT,
    says="every partition with a valid owner stays with it",
    source="KIP-54, rejected alternatives: sticky yet fair",
    effect=Effect(NEEDLESS, "The strategy promises that no owner loses a partition, and one did."),
    implies={
        "needless-moves-when-equal": "an assignor that moves nothing moves no more than the optimum",
        "no-worse-stickiness": "an assignor that keeps everything keeps no less than any other",
        "stable-group-moves-nothing": "its own answer, as the claims, covers every partition",
        "join-only-gives-to-joiner": "old members keep everything, so no one else gets it",
        "leave-only-takes-from-leaver": "remaining members keep everything",
    },
    decides=("needless-moves-when-equal", "no-worse-stickiness"),
)
def keeps_every_claim(trial: Trial) -> Verdict:
    """Balance is no excuse for a move: KIP-54 calls this strategy sticky yet fair."""
    facts = list_facts("moved", list(moved_partitions(trial.owners, trial.answer)))
    return Kept() if facts is None else Broken({**facts, "claims": len(trial.owners)})


@law(
    promise=Promise.ALL_KEPT,
    says="no answer that leaves every claim in place has more even loads",
    source="KIP-54, rejected alternatives: sticky yet fair",
    effect=Effect(
        NEEDLESS, "Partitions without an owner went to members that make the loads less even than necessary."
    ),
    implies={
        "newest-claim-wins": (
            "without older claims the valid owners are the same; all keep theirs, and the best loads beside them "
            "are unique"
        ),
        "keeps-every-claim": "it is decided only if no claimed partition moved",
    },
    decides=("keeps-every-claim",),
)
def evenest_around_claims(trial: Trial) -> Verdict:
    """
    Partitions without a valid owner go where they make the loads most even.

    The proof is that of `optimally-balanced`, with hand-overs of partitions without a valid owner only.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    moves = trial.stickiness.moved
    if moves:
        return Undecided(
            f"the answer breaks keeps-every-claim ({moves} moved), and only answers that move nothing can be compared"
        )
    answer = complete_answer(trial.group, trial.answer)
    chain = improving_chain(trial.with_known_claims(trial.group), answer, only_unowned=True)
    return Kept() if chain is None else Broken(chain_facts(chain, trial.loads))


def _without_older_claims(trial: Trial) -> tuple[Group, list[Facts]]:
    """The group without claims that have a newer rival, and these claims."""
    readable = trial.with_known_claims(trial.group)
    newest: dict[TopicPartition, int] = {}
    for member in readable.members:
        generation = member.claimed_generation()
        for claim in member.claims():
            newest[claim] = max(newest.get(claim, generation), generation)
    removed: list[Facts] = []
    members = []
    for member in trial.group.members:
        generation = member.claimed_generation()
        older = {claim for claim in member.claims() if newest.get(claim, generation) > generation}
        removed += [{"member": member.id, **claim._asdict()} for claim in sorted(older)]
        members.append(without_some_claims(member, older))
    return trial.group.with_members(tuple(members)), removed
