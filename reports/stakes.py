"""
Why each law matters: what its breach costs those who run the group.
"""

from __future__ import annotations

STAKES: dict[str, str] = {
    "returns-an-answer": "The leader throws instead of answering, so nobody in the group gets an assignment.",
    "answers-every-member": "A member without an entry gets no assignment at all; clients fail on it or wait.",
    "only-existing-partitions": "The member asks for a partition that is not there, and never gets a record.",
    "only-subscribed-topics": "The member refuses such an assignment and rejoins, so the group rebalances for ever.",
    "one-owner-each": "Two readers of one partition: records are processed twice, and offsets overwrite each other.",
    "nothing-left-out": "Nobody reads these partitions: their records wait, lag grows, and no error is shown.",
    "even-when-equal": "Some members carry more than others for no reason; the slowest one sets the group's pace.",
    "spread-within-topic": "One topic's work piles up on few members, although others that read it have room.",
    "locally-balanced": "A single hand-over would relieve the loaded member, and nothing stands in its way.",
    "optimally-balanced": "The loads are not the best possible: the same members could share the work more evenly.",
    "stable-group-moves-nothing": "Even a rebalance in which nothing changes stops partitions and empties caches.",
    "join-only-gives-to-joiner": "Adding a member stops partitions that the new member does not even get.",
    "leave-only-takes-from-leaver": "Each restart takes partitions from members that did not restart.",
    "no-worse-stickiness": "Seeing who owned what makes it worse: chance would keep more.",
    "needless-moves-when-equal": "Each needless move stops a partition, drops its caches and reads some records again.",
    "fewest-moves": "Each needless move stops a partition, drops its caches and reads some records again.",
    "newest-claim-wins": "A member that comes back with an old claim disturbs those that took over meanwhile.",
    "keeps-every-claim": "The strategy promises that no owner loses anything, and one did.",
    "evenest-around-claims": "What nobody owned was placed where it makes the loads less even than need be.",
}
"""Law id -> why it matters, one sentence."""
