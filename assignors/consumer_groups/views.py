"""What a text says about each group, whatever printed it: its members, its offsets, its state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.assignors.leader_logs.log_facts import LogFact, MatchedLine, client_of
from kafka_assay.assignors.model import Member


class OffsetsRow(NamedTuple):
    """A row of the offsets view. `topic` is None where an older release shows a member that owns nothing."""

    topic: str | None
    partition: int
    committed: int | None
    end: int | None
    member: str | None
    host: str | None
    client_id: str | None
    instance_id: str | None = None
    shows_owner: bool = True
    """Whether the source would name an owner here, if there were one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """
    A row of the members view: the member with what it owns; its epoch is its generation.

    `names_topics` is false where the format does not name the topics. `partitions` is the number shown, if any,
    `target_epoch` the epoch of KIP-848's target assignment. `shows_subscription` says whether the member's subscription
    was shown.
    """

    member: Member
    partitions: int | None
    names_topics: bool = True
    target_epoch: int | None = None
    shows_subscription: bool = False


@dataclass(slots=True, kw_only=True)
class Views:
    """
    What is known of the group called `name`; None where a view is missing. `remarks` lists contradictions.

    `warned` says whether the tool remarked that the group is rebalancing, `group_type` the type that the source names
    (`Classic`, `Consumer`, `Share`, ...) or `Connect`, `partition_counts` the sizes of the topics that the source
    knows. `source` is what sentences about the group call its source, `claims_tip` what to do where it does not show
    what members own.
    `is_unnamed`: nothing in the source names the group. `refused`: why the source holds no consumer group here.
    """

    name: str
    members: list[MemberRow] | None = None
    offsets: list[OffsetsRow] | None = None
    strategy: str | None = None
    state: str | None = None
    member_count: int | None = None
    warned: bool = False
    group_type: str | None = None
    partition_counts: dict[str, int] = field(default_factory=dict)
    source: str = "the text"
    claims_tip: str = "add the offsets view (--describe alone)"
    remarks: list[str] = field(default_factory=list)
    is_unnamed: bool = False
    refused: str | None = None
    logs: list[list[MatchedLine]] = field(default_factory=list)
    """The lines about groups of each log."""
    facts: list[LogFact] = field(default_factory=list)
    """What the logs say about the group."""

    def remark(self, sentence: str) -> None:
        """Keep a sentence, once."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def put_offsets(self, rows: list[OffsetsRow]) -> None:
        """Replace the offsets, and say so where they differ."""
        if self.offsets not in (None, rows):
            self.remark("the offsets were given more than once; the last ones are used")
        self.offsets = rows

    def hides_owners(self) -> bool:
        """Whether there are offsets, but none that would name an owner."""
        return bool(self.offsets) and not any(row.shows_owner for row in self.offsets or [])

    def names(self) -> set[str]:
        """The ids of all members and of their clients."""
        by_members = [name for row in self.members or [] for name in (row.member.id, row.member.client_id)]
        by_offsets = [name for row in self.offsets or [] for name in (row.member, row.client_id)]
        in_logs = [name for fact in self.facts for name in (fact.member, *(fact.plan or ())) if name is not None]
        return {name for name in by_members + by_offsets if name is not None} | {*in_logs, *map(client_of, in_logs)}

    def topics(self) -> set[str]:
        """The topics that the source names."""
        owned = {topic for row in self.members or [] for topic, _ in row.member.owned}
        owned |= {topic for fact in self.facts for share in (fact.plan or {}).values() for topic, _ in share}
        subscribed = {topic for row in self.members or [] for topic in row.member.subscription}
        committed = {row.topic for row in self.offsets or [] if row.topic is not None}
        return owned | subscribed | committed | set(self.partition_counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """
    The content of a file, and what `--group` names (it may be the name of a group that the text does not name).

    `file` is the file's name without its ending; empty for stdin. `path` is what the user called it.
    """

    text: str
    group_names: tuple[str, ...] = ()
    file: str = ""
    path: str = ""
