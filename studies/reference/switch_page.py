"""`docs/start/switch.md`: how a running group changes its client or assignor (`membership/rollout.py`)."""

from __future__ import annotations

from kafka_assay.membership.client_families import STRATEGIES
from kafka_assay.membership.rollout import ROLLOUTS, WORDS, Rollout, Switch
from studies.output import table_head, table_row

_PAGE = """\
# Can I switch without an outage?

Some groups change their assignor, their protocol or their client while they run. Others have to stop first. It \
depends on the client. `assay whatif` says it for your group, beside what each switch moves:

```
assay whatif captures/g-java-range.json cooperative-sticky server-uniform
```

`Switch to cooperative-sticky (18 moves, 25 stopped): two rolling restarts`: the first rebalance with the new \
assignor moves 18 partitions and stops all 25. The restarts come on top: under an eager assignor, each restart of a \
dynamic member stops all partitions twice; otherwise it stops what the member reads. `--json` has `rollout` (`none`, \
`rolling`, `two-rolling`, `stop` or `online`), `rollout_how` and `rollout_source` for each target, and \
`rollout_client` where the members have to be of another client afterwards. \
`--rolling 1` prices the restarts, in `whatif` and on the clock of `replay` ([lives](../understand/lives.md)).

Which client the members run is read from their ids, if these begin with the client's default, and from \
`RoundRobinAssigner`, a name that only kafkajs has. Otherwise the client of the target is assumed, or kafka-clients.

## What decides

* **Names.** All members of a classic group need one strategy name in common. The coordinator refuses a member that \
does not have it (`INCONSISTENT_GROUP_PROTOCOL`). So a switch needs members that list both names for a while, or a \
stop. If all members list several names, they vote: each for the first name of its list.
* **Eager and cooperative.** A member that lists both kinds stays eager, so the list has to change twice. librdkafka \
and kafka-python refuse such a list.
* **Owners.** Between classic assignors, the new one does not learn what the members own, sticky or not: an eager \
member gives up everything before it joins, and sticky assignors read user data that only they write \
(`ConsumerCoordinator.onJoinPrepare`, `StickyAssignor.subscriptionUserData`, 4.4.0; tried with members of Java, sarama \
and kafka-python). So its first answer is one to a new group. The coordinator of KIP-848 knows the owners.
* **KIP-848.** The coordinator takes members of both protocols into one group. The first member with \
`group.protocol=consumer` changes the group to KIP-848, and the group is classic again when the last one leaves. No \
name is needed. But it refuses a classic group whose leader writes user data into the assignments, and the new member \
stops with a fatal error (*the group id does not exist*). Leaders of librdkafka write it with cooperative-sticky, from \
their second rebalance on, those of sarama with sticky.

## Within one client

The column *how* has a step of the list below the table. *Tried* says where this project did the switch with real \
members on a broker of Kafka 4.3.1 (`tests/broker/test_rollouts.py`). The other rows rest on their source alone.

"""
_REST = """
kafkajs has one assignor, so it has nothing to switch to. {silent} and kafkajs do not speak KIP-848.

## From one client to another

Members of two clients can be in one group while they share a name:

"""
_END = """
* **The same name in both.** Replace the members one by one.
* **The new client has the old name, too.** Its members list both names, as within the new client.
* **Only the old client has the new name.** Switch within the old client, then replace the members one by one.
* **No name in common**, as between kafkajs and all others. Stop all members, then start those of the new client. If \
the new members speak KIP-848, they join the running group instead. Tried with kafkajs and Java: a classic member is \
refused, one of KIP-848 shares the topic with kafkajs's.

Two clients with the same name for a strategy can still order members and topics differently. Then partitions move \
when another client leads. `assay check` with `--same-as` compares two assignors.
"""


def switch_page() -> str:
    """The page."""
    found = [(family, kind, row) for family, kinds in ROLLOUTS.items() for kind, row in kinds.items()]
    steps = list(dict.fromkeys(row.how for _, _, row in found))
    alike: dict[tuple[str, Rollout], list[str]] = {}
    for family, kind, row in found:
        alike.setdefault((family, row), []).append(kind.value)
    rows = [
        table_row(
            family,
            "; ".join(kinds),
            WORDS[row.rollout],
            steps.index(row.how) + 1,
            row.source,
            "yes" if row.seen else "",
        )
        for (family, row), kinds in alike.items()
    ]
    names = [table_row(family, ", ".join(sorted(named))) for family, named in STRATEGIES.items()]
    silent = [family for family, kinds in ROLLOUTS.items() if Switch.UPGRADE not in kinds]
    numbered = [f"{number}. {how}" for number, how in enumerate(steps, start=1)]
    table = [table_head("client", "from", "takes", "how", "source", "tried"), *rows, "", *numbered]
    return "".join(
        (
            _PAGE,
            "".join(f"{line}\n" for line in table),
            _REST.format(silent=", ".join(silent)),
            "".join(f"{line}\n" for line in (table_head("client", "names"), *names)),
            _END,
        )
    )
