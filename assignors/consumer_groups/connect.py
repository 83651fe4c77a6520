"""
The tasks of Kafka Connect as a group: workers are its members, connectors its topics, tasks their partitions.

Read from the REST API of Connect 0.10 to 4.3 (`/connectors?expand=status&expand=info`, which 2.3 added,
`/connectors/NAME/status`), and from the resources `KafkaConnector` and `KafkaMirrorMaker2` of Strimzi 1.2, as JSON or
YAML, alone or in a `List`, or the status of the latter without the resource.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.consumer_groups.documents import Fields, documents_in
from kafka_assay.assignors.consumer_groups.views import MemberRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup, some_names
from kafka_assay.assignors.formats.json_values import INT32, path_to
from kafka_assay.assignors.model import CONNECT, MOST_PARTITIONS, Member

_RULE = (
    "Connect's own rule assigned these tasks (connect.protocol: sessioned and compatible move few and wait for a lost "
    "worker, eager deals them all anew). No setting of consumers changes it, and no law of consumer groups is about it"
)
_MIRROR = "kafkamirrormaker2"
_WORKER = "the worker that runs it, as host:port (is rest.advertised.host.name right?)"
_ILLEGAL = re.compile(r"[^A-Za-z0-9._-]")


def recognises(text: str) -> bool:
    """
    Whether `text` has the status of connectors.

    >>> recognises('{"a": {"status": {"name": "a", "connector": {}, "tasks": []}}}'), recognises('{"tasks": []}')
    (True, False)
    """
    has_words = "worker_id" in text or '"tasks"' in text or "kind:" in text  # a large text of others is not searched
    return has_words and any(True for path, value in documents_in(text) for _ in _connectors_in(value, path))


@dataclass(slots=True)
class _Connector:
    """
    A connector: its status and info; `cluster` and `replicas` where a resource says them.

    It has a `name` where `status` is the resource or the entry, because that has no status.
    """

    status: Fields
    info: Fields | None = None
    cluster: str | None = None
    replicas: int | None = None
    name: str | None = None


@dataclass(slots=True)
class _Workers:
    """What is known of the workers of one cluster."""

    owned: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    connectors: Counter[str] = field(default_factory=Counter)
    states: dict[str, list[str]] = field(default_factory=dict)
    replicas: int = 0


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the Connect clusters in `source`: one, unless resources name several. Raises `AssayError`."""
    found = [one for path, value in documents_in(source.text) for one in _connectors_in(value, path)]
    if not found:
        raise AssayError("contains no status of a connector: expected /connectors?expand=status&expand=info")
    if all(one.name for one in found):
        expected = "the status of a connector (kubectl get -o yaml, /connectors/NAME/status)"
        raise InvalidGroup(path_to(found[0].status.path, "status"), None, expected)
    known = sum(_count_workers(one.status.get(key)[1]) for one in found for key in ("connector", "tasks"))
    total = sum(_count_workers(value) for _, value in documents_in(source.text))
    if known != total:
        raise AssayError(f"{total - known} of {total} objects with worker_id are in no status of a connector")
    clusters: dict[str, _Workers] = {}
    refusals = [value for _, value in documents_in(source.text) if isinstance(value, dict) and "error_code" in value]
    seen: dict[tuple[str, str | None], Fields] = {}
    for one in _with_infos(found):
        name = one.cluster or (source.group_names[0] if len(source.group_names) == 1 else source.file or "connect")
        views = groups.setdefault(name, Views(name=name))
        if one.cluster is None and len(source.group_names) != 1:
            views.remark(f"the group is called {name!r}: the source does not name it; --group NAME names it")
        if one.name:
            tasks = one.info.objects("tasks") if one.info is not None else []
            rest = f"no worker is known to run its {len(tasks)} tasks" if tasks else "its tasks are missing"
            views.remark(f"the connector {one.name} has no status: {rest}")
            if tasks:
                _count_tasks(views, one.name, one.status.path, _task_ids(tasks))
            continue
        given = one.status.text("name")
        first = seen.setdefault((name, given), one.status)
        if first is not one.status and first.get("tasks")[1] == one.status.get("tasks")[1]:
            views.remark(f"the connector {given} is there more than once, with the same tasks")
        else:
            _read_connector(one, clusters.setdefault(name, _Workers()), views)
    for name, workers in clusters.items():
        _fill(groups[name], workers)
        for refusal in refusals:
            groups[name].remark(f"the source also has an error of the REST API: {refusal.get('message')}")
    return ()


def _with_infos(found: list[_Connector]) -> list[_Connector]:
    """The connectors with a status, which get the info that is given apart from it; then those without one."""
    others = {(one.cluster, one.name): one for one in found if one.name is not None}
    with_status = [one for one in found if one.name is None]
    for one in with_status:
        other = others.pop((one.cluster, one.status.text("name") or ""), one)
        one.info = one.info or other.info
    return [*with_status, *others.values()]


def _count_workers(value: Any) -> int:
    """The number of objects with a worker in `value`."""
    if isinstance(value, list):
        return sum(map(_count_workers, value))
    if not isinstance(value, dict):
        return 0
    return ("worker_id" in value) + sum(map(_count_workers, value.values()))


def _connectors_in(value: Any, path: str) -> Iterator[_Connector]:
    """The connectors in a document: in the answers of the REST API, or in resources of Kubernetes."""
    if isinstance(value, list):
        for place, one in enumerate(value):
            yield from _connectors_in(one, path_to(path, place))
        return
    if not isinstance(value, dict) or "format" in value:
        return
    fields = Fields(value, path)
    if _is_status(fields):
        yield _Connector(fields)
    elif isinstance(fields.get("name")[1], str) and fields.has("config") and isinstance(fields.get("tasks")[1], list):
        yield _Connector(fields, fields, name=fields.text("name"))
    elif str(fields.get("kind")[1]).lower() in {"kafkaconnector", _MIRROR} or _lists_connectors(fields):
        yield from _resource(fields)
    elif _has_status(value):
        yield _Connector(Fields(value["status"], path_to(path, "status")), fields.inner("info"))
    else:
        is_expanded = any(_has_status(one) for one in value.values())
        for key, one in value.items():
            found = list(_connectors_in(one, path_to(path, key)))
            if is_expanded and not found:
                entry = Fields(one if isinstance(one, dict) else {}, path_to(path, key))
                yield _Connector(entry, entry.inner("info"), name=key)
            yield from found


def _has_status(value: Any) -> bool:
    status = value.get("status") if isinstance(value, dict) else None
    return isinstance(status, dict) and _is_status(Fields(status, ""))


def _is_status(fields: Fields) -> bool:
    parts = fields.get("name")[1], fields.get("connector")[1], fields.get("tasks")[1]
    return isinstance(parts[0], str) and isinstance(parts[1], dict) and isinstance(parts[2], list)


def _lists_connectors(fields: Fields) -> bool:
    """Whether it has the status of a `KafkaMirrorMaker2`, which is often pasted alone."""
    status = fields.get("status")[1]
    return isinstance(status, dict) and "connectors" in status


def _resource(fields: Fields) -> Iterator[_Connector]:
    metadata, status = fields.inner("metadata"), fields.inner("status")
    labels, own = (None, None) if metadata is None else (metadata.inner("labels"), metadata.text("name"))
    is_mirror = _lists_connectors(fields) or str(fields.get("kind")[1]).lower() == _MIRROR
    name = own if is_mirror or labels is None else labels.text("strimzi.io/cluster")
    connectors = (
        [] if status is None else status.objects("connectors") if is_mirror else [status.inner("connectorstatus")]
    )
    if not any(connectors):
        yield _Connector(fields, cluster=name, name=own or "without a name")
    for one in filter(None, connectors):
        if not _is_status(one):
            raise InvalidGroup(one.path, "an object", "the status of a connector: name, connector and tasks")
        replicas = status.number("replicas", most=INT32) if status is not None and is_mirror else None
        yield _Connector(one, cluster=name, replicas=replicas)


def _read_connector(one: _Connector, workers: _Workers, views: Views) -> None:
    status = one.status
    given = status.text("name") or ""
    name = _ILLEGAL.sub("_", given)[:249]
    workers.replicas = max(workers.replicas, one.replicas or 0)
    runner = _worker_of(status.inner("connector"))
    if runner is not None:
        workers.owned.setdefault(runner, {})
        workers.connectors[runner] += 1
    ids = _task_ids(one.info.objects("tasks") if one.info is not None else [])
    seen: set[int] = set()
    for task in status.objects("tasks"):
        number = task.number("id", most=MOST_PARTITIONS - 1)
        if number is None:
            raise InvalidGroup(path_to(task.path, "id"), None, "the id of a task")
        if number in seen:
            raise InvalidGroup(path_to(task.path, "id"), number, "each task once")
        seen.add(number)
        if task.text("state") != "RUNNING":
            workers.states.setdefault(str(task.text("state")), []).append(f"{name}-{number}")
        worker = _worker_of(task)
        if worker is not None:
            workers.owned.setdefault(worker, {}).setdefault(name, set()).add(number)
    _count_tasks(views, given, status.path, ids | seen)


def _task_ids(tasks: list[Fields]) -> set[int]:
    return {task.number("task", most=MOST_PARTITIONS - 1) or 0 for task in tasks}


def _count_tasks(views: Views, given: str, path: str, ids: set[int]) -> None:
    """Make a connector a topic. Raises `InvalidGroup` where it is one already."""
    name = _ILLEGAL.sub("_", given)[:249]
    if name in views.partition_counts:
        raise InvalidGroup(path, given, "each connector once")
    if name != given:
        views.remark(f"the connector {given!r} is the topic {name}: no topic can have its name")
    views.partition_counts[name] = max(ids, default=-1) + 1


def _worker_of(fields: Fields | None) -> str | None:
    """The worker that runs a connector or a task. In the state UNASSIGNED, `worker_id` is the one that stopped it."""
    if fields is None or fields.text("state") == "UNASSIGNED":
        return None
    worker = fields.text("workerid")
    if worker in {None, "null:-1"}:  # Connect writes the second where its advertised URL has no host
        raise InvalidGroup(path_to(fields.path, "worker_id"), worker, _WORKER)
    return worker


def _fill(views: Views, workers: _Workers) -> None:
    views.source, views.group_type, views.strategy = "the status", "Connect", CONNECT
    views.remark(_RULE)
    before = {row.member.id: row.member for row in views.members or []}
    for worker, topics in workers.owned.items():
        for topic, ids in before[worker].owned if worker in before else ():
            topics.setdefault(topic, set()).update(ids)
    for worker, member in before.items():
        workers.owned.setdefault(worker, {topic: set(ids) for topic, ids in member.owned})
    everything = tuple(sorted(views.partition_counts))
    views.members = [
        MemberRow(
            member=Member(
                id=worker,
                subscription=everything,
                owned=tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(topics.items())),
                host=worker.rpartition(":")[0] or None,
            ),
            partitions=None,
            shows_subscription=True,
        )
        for worker, topics in sorted(workers.owned.items())
    ]
    runs = ", ".join(f"{worker} {count}" for worker, count in sorted(workers.connectors.items()))
    if runs:
        views.remark(f"the connectors themselves, which Connect assigns beside their tasks, are not counted: {runs}")
    for state, tasks in sorted(workers.states.items()):
        views.remark(f"these tasks are {state}, so they do not run: {some_names(tasks)}")
    missing = max(0, workers.replicas - len(views.members))
    if missing:
        views.remark(f"workers that run nothing are missing: {missing} of {workers.replicas}, which no status names")
    elif not workers.replicas:
        views.remark("every worker runs something: the status does not name other workers")
