"""The runner: a life in, its rebalances out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kafka_assay.assignors.life import Life, restart_batches
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.classic_history import ClassicHistory
from kafka_assay.membership.consumer_history import ConsumerHistory
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance
from kafka_assay.membership.timeouts import Timeouts, pauses


def run(
    life: Life,
    ask: AskAssignor,
    *,
    timeouts: Timeouts | None = None,
    rounds: Callable[[], int] = lambda: 1,
    leads: Callable[[str | None], None] = lambda _: None,
) -> Iterator[HistoryRebalance]:
    """
    Run a life: for each rebalance, ask for the plan of the group that the leader's assignor sees.

    Members that name no `client` claim what they last had. They are listed in the life's order, which some real ids
    would have. `timeouts` hold for members whose timeouts the life does not say. `rounds` says how many rebalances of a
    classic group the last plan took: several, if a cooperative leader was asked until it settled. Before a classic
    group is asked about, `leads` hears who leads it. Raises `InvalidGroup` for a client that is unknown or does not
    speak the life's protocol.

    >>> from kafka_assay.assignors.life import Event, Life
    >>> from kafka_assay.assignors.model import group_of
    >>> life = Life(group=group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), events=(Event(leave=("a",)),))
    >>> for step in run(life, lambda group: {member.id: {"t": [0]} for member in group.members}):
    ...     print(step.generation, step.leader, [(member.id, member.owned) for member in step.group.members])
    1 a [('a', ()), ('b', ())]
    2 b [('b', (('t', (0,)),))]
    """
    timeouts = timeouts or Timeouts()
    history: ClassicHistory | ConsumerHistory
    if life.protocol is Protocol.CONSUMER:
        history = ConsumerHistory(life, ask, timeouts=timeouts)
    else:
        history = ClassicHistory(life, ask, timeouts=timeouts, rounds=rounds, leads=leads)
    yield from history.start()
    for number, (event, pause) in enumerate(zip(life.events, pauses(life), strict=True)):
        yield from history.take_place(event, number, pause)
        history.silent.pass_time(pause)
        for batch in restart_batches(event):
            yield from history.restart(batch, event, number)
