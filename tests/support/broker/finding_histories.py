"""The findings that are replayed on a real broker: a history for each, and how its fault is recognised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.support.broker import hang_histories as hang
from tests.support.broker import java_histories as java
from tests.support.broker import javascript_histories as javascript
from tests.support.broker import librdkafka_histories as librdkafka
from tests.support.broker import python_histories as python
from tests.support.broker import sarama_histories as sarama
from tests.support.broker.java_histories import JAVA
from tests.support.broker.javascript_histories import KAFKA_NODE, KAFKAJS, PLATFORMATIC
from tests.support.broker.librdkafka_histories import LIBRDKAFKA
from tests.support.broker.python_histories import AIOKAFKA, KAFKA_PYTHON
from tests.support.broker.sarama_histories import SARAMA
from tests.support.broker.stage import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingHistory:
    """
    The history of a finding: `run` leads a new group there and returns what was seen, with `fault` in it.

    It is repeated up to `tries` times, because the fault of some clients depends on the random ids of members.
    """

    finding: str
    clients: tuple[str, ...]
    run: Callable[[Stage], str]
    fault: str
    tries: int = 3

    @property
    def says(self) -> str:
        """What happens in it."""
        return (self.run.__doc__ or "").strip().splitlines()[0].partition(": ")[2]


HISTORIES = {
    history.finding: history
    for history in (
        FindingHistory(
            finding="aiokafka-1", clients=(AIOKAFKA,), run=hang.hang_aiokafka, fault="_perform_reassignments"
        ),
        FindingHistory(
            finding="aiokafka-5",
            clients=(AIOKAFKA, JAVA),
            run=python.return_with_other_topics,
            fault="Received an assignment for unsubscribed topic",
        ),
        FindingHistory(
            finding="kafka-clients-1",
            clients=(JAVA,),
            run=java.shrink_topic,
            fault="IllegalStateException: No more unfilled consumers",
            tries=10,
        ),
        FindingHistory(finding="kafka-clients-2", clients=(JAVA,), run=hang.hang_java, fault="performReassignments"),
        FindingHistory(
            finding="kafka-clients-3", clients=(JAVA,), run=java.lose_and_change_topics, fault="NullPointerException"
        ),
        FindingHistory(
            finding="kafka-clients-4", clients=(JAVA,), run=java.match_no_topic, fault="nobody reads t0-0", tries=10
        ),
        FindingHistory(
            finding="kafka-clients-7", clients=(JAVA,), run=java.introduce_racks, fault="generation 8 with 6 members"
        ),
        FindingHistory(
            finding="kafka-node-1", clients=(KAFKA_NODE,), run=javascript.start_before_topic, fault="TypeError"
        ),
        FindingHistory(finding="kafka-python-1", clients=(KAFKA_PYTHON,), run=python.skip_member, fault="KeyError"),
        FindingHistory(
            finding="kafka-python-7", clients=(KAFKA_PYTHON,), run=python.lose_and_change_topics, fault="KeyError"
        ),
        FindingHistory(
            finding="kafkajs-1", clients=(KAFKAJS,), run=javascript.leave_out_topic, fault="nobody reads t1-0"
        ),
        FindingHistory(
            finding="kafkajs-2", clients=(KAFKAJS,), run=javascript.give_away_partition, fault="nobody reads t0-1"
        ),
        FindingHistory(
            finding="librdkafka-1",
            clients=(LIBRDKAFKA, KAFKA_PYTHON),
            run=librdkafka.join_without_rack,
            fault="SIGSEGV",
        ),
        FindingHistory(
            finding="librdkafka-2",
            clients=(LIBRDKAFKA,),
            run=librdkafka.join_on_one_rack,
            fault="generation 12 with 2 members",
        ),
        FindingHistory(finding="librdkafka-3", clients=(LIBRDKAFKA,), run=librdkafka.split_service, fault="SIGSEGV"),
        FindingHistory(
            finding="librdkafka-7",
            clients=(LIBRDKAFKA, JAVA),
            run=librdkafka.leave_out_member,
            fault="IllegalStateException: There are insufficient bytes",
        ),
        FindingHistory(
            finding="librdkafka-10",
            clients=(LIBRDKAFKA,),
            run=librdkafka.join_static_members,
            fault="C0 has t0-0",
            tries=20,
        ),
        FindingHistory(
            finding="platformatic-2",
            clients=(PLATFORMATIC,),
            run=javascript.leave_out_topic_cooperatively,
            fault="nobody reads t1-0",
        ),
        FindingHistory(
            finding="platformatic-3",
            clients=(PLATFORMATIC,),
            run=javascript.give_away_only_partition,
            fault="nobody reads t0-0",
            tries=10,
        ),
        FindingHistory(
            finding="platformatic-5",
            clients=(PLATFORMATIC, JAVA),
            run=javascript.subscribe_to_missing_topic,
            fault="Unknown topic gone",
        ),
        FindingHistory(
            finding="sarama-1", clients=(SARAMA,), run=sarama.lose_and_change_topics, fault="nobody reads t0-0"
        ),
        FindingHistory(
            finding="sarama-5", clients=(SARAMA,), run=hang.hang_sarama, fault="performReassignments", tries=15
        ),
    )
}
"""Finding -> its history."""
