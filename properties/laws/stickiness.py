"""How many owned partitions an answer must keep: as many as by chance, and as many as balance allows."""

from __future__ import annotations

from collections import Counter

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import loads, stickiness
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.claims import (
    disputed_claims,
    has_double_claim,
    without_claims,
    without_some_claims,
)
from kafka_assay.properties.measures.facts import cheaper_facts, complete_answer, holders, sum_of_squares
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict


def is_equal_without_racks(group: Group) -> bool:
    """Whether subscriptions are equal and no racks can override stickiness."""
    return not do_racks_matter(group) and has_equal_subscriptions(group)


def _hide_claims(trial: Trial) -> Group:
    return trial.remember("no claims", lambda: without_claims(trial.group, trial.group.member_ids()))


@law(
    promise=Promise.STICKY,
    says="with claims, it keeps at least as many partitions with their owners as with all claims hidden",
    source="KIP-54, motivation",
    effect=Effect(NEEDLESS, "The assignor keeps fewer partitions than it would by chance."),
    implies="an assignor that ignores claims keeps it, and breaks the other stickiness laws",
    defined=is_equal_without_racks,
    asks=True,
    questions=lambda trial: [_hide_claims(trial)] if trial.owners else [],
    also=Promise.OPTIMAL,
)
def no_worse_stickiness(trial: Trial) -> Verdict:
    """
    An assignor that sees claims keeps at least as many partitions as it keeps by chance without them.

    A blind answer with worse balance does not count: it kept more at the price of balance. The law is weaker than
    KIP-54, which requires as much as possible. Kafka's own rule breaks even this in about 2 of 1,000 small groups with
    unequal subscriptions. The law therefore applies to equal subscriptions, and to assignors that promise the optimum.

    The owner of a disputed partition (`disputed_claims`) is the assignor's policy. A disputed partition that stays with
    one of its claimants counts as kept, so the law holds under any such policy.
    """
    if not trial.owners:
        return Kept()
    group = trial.group
    seen_kept = trial.stickiness.kept
    blind = trial.settled_answer(_hide_claims(trial), why="the same group without any claims")
    blind_kept = stickiness(trial.owners, blind).kept
    seen_squares = sum_of_squares(trial.loads.values())
    blind_squares = sum_of_squares(loads(group, blind).values())
    if blind_squares > seen_squares or seen_kept + _count_disputed_kept(trial) >= blind_kept:
        return Kept()
    return Broken(
        {
            "kept": seen_kept,
            "blind_kept": blind_kept,
            "sum_of_squares": seen_squares,
            "blind_sum_of_squares": blind_squares,
        }
    )


@law(
    promise=Promise.STICKY,
    says="with equal subscriptions and no disputed claim: no more moves than the optimum needs",
    source="KIP-54; KAFKA-9987",
    effect=Effect(NEEDLESS, "Each needless move stops a partition, drops its caches and reads some records again."),
    implies=(
        "it comes close to the laws on a join and a leave, but it bounds the number of moves only: if the answer that "
        "is fed back is uneven, members that stay may still exchange partitions"
    ),
    defined=lambda group: is_equal_without_racks(group) and not has_double_claim(group),
)
def needless_moves_when_equal(trial: Trial) -> Verdict:
    """
    With equal subscriptions there is a closed form for the fewest moves at the best balance.

    With P partitions, N members and P = qN + r, member m can keep min(owned, q), and r of the members that owned more
    can keep one more. In a best plan that many stay and the others move. KAFKA-9987 is Kafka's own path for equal
    subscriptions.
    """
    most = most_kept_when_even(trial)
    moves, optimal_moves = trial.stickiness.moved, len(trial.owners) - most
    if moves <= optimal_moves:
        return Kept()
    plan = None
    if trial.flaw is None:
        plan = cheaper_plan(trial.with_known_claims(trial.group), complete_answer(trial.group, trial.answer))
    return Broken({"moves": moves, "optimal_moves": optimal_moves, **cheaper_facts(plan, trial.loads, trial.owners)})


@law(
    promise=Promise.OPTIMAL,
    says="no plan with the same best loads moves fewer partitions",
    source="KIP-54, fair yet sticky, made exact",
    effect=Effect(NEEDLESS, "Each needless move stops a partition, drops its caches and reads some records again."),
    implies={
        "needless-moves-when-equal": (
            "the law's bound is the optimum's number of moves, in closed form for equal subscriptions"
        ),
        "no-worse-stickiness": (
            "the answer without claims is one of the plans, so with the same loads it cannot keep more"
        ),
        "stable-group-moves-nothing": (
            "with its own optimal answer as claims, no move at all is a plan with the same loads"
        ),
        "optimally-balanced": "it is decided only if the loads are the best possible",
        "join-only-gives-to-joiner": ("only the new member's share must move; moves between the others are extra"),
        "leave-only-takes-from-leaver": (
            "loads that were even are at most a share of the smaller group, so no member must give anything up"
        ),
        "newest-claim-wins": (
            "a claim with a newer rival makes no valid owner, so the optimum and its moves are the same without it"
        ),
    },
    decides=("needless-moves-when-equal", "optimally-balanced"),
)
def fewest_moves(trial: Trial) -> Verdict:
    """
    The proof: no cheaper exchange exists, because the residual graph has no negative cycle.

    The law is undecided if the loads are not the best possible: `optimally-balanced` reports that, and fewer moves with
    worse loads prove nothing.

    The owner of a disputed partition (`disputed_claims`) is the assignor's policy. A disputed partition that stays with
    one of its claimants counts as that claimant's, so the law holds under any such policy.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    answer = complete_answer(trial.group, trial.answer)
    if improving_chain(trial.group, answer) is not None:
        return Undecided("the answer breaks optimally-balanced, so the moves cannot be compared")
    plan = cheaper_plan(_decide_disputes(answer, trial.with_known_claims(trial.group)), answer)
    return Kept() if plan is None else Broken(cheaper_facts(plan, trial.loads, trial.owners))


def _count_disputed_kept(trial: Trial) -> int:
    disputed = disputed_claims(trial.with_known_claims(trial.group))
    if not disputed:
        return 0
    now = holders(trial.answer)
    return sum(not claimants.isdisjoint(now.get(claim, ())) for claim, claimants in disputed.items())


def _decide_disputes(answer: Assignment, group: Group) -> Group:
    """`group`, where a disputed partition keeps only the claim of its owner in the `answer`."""
    now = holders(answer)
    gone: dict[str, set[TopicPartition]] = {}
    for claim, claimants in disputed_claims(group).items():
        if claimants.intersection(now.get(claim, ())):
            for loser in claimants.difference(now[claim]):
                gone.setdefault(loser, set()).add(claim)
    members = (without_some_claims(member, gone.get(member.id, set())) for member in group.members)
    return group.with_members(tuple(members)) if gone else group


def most_kept_when_even(trial: Trial) -> int:
    """With equal subscriptions: the most partitions that can stay with their valid owners at the best balance."""
    owned = Counter(trial.owners.values())
    floor, extras = divmod(count_assignable(trial.group), len(trial.group.members))
    kept = sum(min(count, floor) for count in owned.values())
    return kept + min(extras, sum(1 for count in owned.values() if count > floor))
