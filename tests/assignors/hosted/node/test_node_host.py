"""The host of JavaScript clients: installation, foreign code, and what the clients' leaders make of a group."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import cache
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.node import node_host
from kafka_assay.assignors.hosted.node.node_host import ensure_installed, host_words
from kafka_assay.assignors.hosted.protocol import QuestionWriter
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.tools import find_program
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from tests.assignors.hosted.real_hosts import (
    KAFKA_NODE,
    KAFKAJS,
    NO_KAFKA,
    PLATFORMATIC,
    Open,
    running_host,
    start_or_skip,
    with_releases,
)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """Return the list of steps run, by an npm that installs one file into an empty cache."""
    ran: list[tuple[str, ...]] = []

    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        ran.append(tuple(words))
        if words[1] == "install":
            (folder / "node_modules" / "kafkajs").mkdir(parents=True)
            (folder / "node_modules" / "kafkajs" / "index.js").write_text("// nothing")
        return "1.2.3\n"

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(node_host, "run_tool", run)
    return ran


def test_release_is_installed_once(steps: list[tuple[str, ...]]) -> None:
    """No script of the package runs. A manifest keeps npm from choosing a parent folder as the project."""
    folders = [ensure_installed("kafkajs", "9.9.9", "a test") for _ in range(2)]

    assert folders[0] == folders[1]
    assert [1, 2] == [sum("install" in step for step in steps), sum("--version" in step for step in steps)]
    assert "--ignore-scripts" in steps[0]
    assert '"kafkajs": "9.9.9"' in (folders[0] / "package.json").read_text()


def test_file_with_another_checksum_is_rejected(steps: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    known = {("npm", "kafkajs", "2.2.4", "index.js"): "0" * 64}
    for module in (node_host, cache):
        monkeypatch.setattr(module, "pins", lambda: known)

    with pytest.raises(AssayError, match=r"npm kafkajs 2\.2\.4: index\.js has SHA-256"):
        ensure_installed("kafkajs", "2.2.4", "a test")


def test_unknown_release_suggests_the_nearest_and_the_newest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        raise AssayError(f"{target_text}: `npm install` failed: npm error code ETARGET")

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(node_host, "run_tool", run)
    monkeypatch.setattr(node_host, "releases_of", lambda package: ("2.2.3", "2.2.4", "2.3.0-beta.3"))

    with pytest.raises(
        AssayError, match=r"^it: npm has no kafkajs 2\.2\.44; did you mean '2\.2\.4'\?; the newest is 2\.2\.4$"
    ):
        ensure_installed("kafkajs", "2.2.44", "it")


def test_unknown_package_suggests_the_nearest() -> None:
    with pytest.raises(AssayError, match="did you mean 'kafkajs'"):
        parse_target("npm:kafkasj@2.2.4:roundrobin").host_command()


FIRST_TAKES_ALL = "return [{ memberId: members[0].memberId, memberAssignment: { t0: [0, 1, 2] } }]"
ALL = {"C0": {"t0": [0, 1, 2]}}


def invented(folder: Path, assigner: str, *, call_seconds: float = 60.0) -> HostCommand:
    """Return the host of a package with the layout of kafkajs 0.3, whose assigner has the body `assigner`."""
    home = folder / "node_modules" / "kafkajs"
    assigners = home / "src" / "consumer" / "assigners"
    assigners.mkdir(parents=True)
    (home / "package.json").write_text('{"name": "kafkajs", "version": "0.3.1"}')
    (assigners / "roundRobinAssigner.js").write_text(
        f"module.exports = ({{ cluster }}) => ({{ members, topics }}) => {{ {assigner} }}"
    )
    node = start_or_skip("this test", partial(find_program, "node", "this test"))
    limits = Limits(start_seconds=60.0, call_seconds=call_seconds)
    return HostCommand(words=host_words(node, "kafkajs", "kafkajs", folder), assignor=None, limits=limits)


def answer(folder: Path, group: Group, assigner: str) -> object:
    """Ask a target with this assigner twice about `group`, and return the second answer."""
    with closing(HostTarget("made up", invented(folder, assigner))) as target:
        target.assign(group)
        assert [] == target.late_failures
        return target.assign(group)


@pytest.mark.parametrize(
    "assigner",
    [
        f"console.log('noise')\n{FIRST_TAKES_ALL}",
        f"process.stdout.write('noise')\n{FIRST_TAKES_ALL}",
        f"require('fs').writeSync(1, 'noise')\n{FIRST_TAKES_ALL}",
        f"require('child_process').execSync('echo noise', {{ stdio: 'inherit' }})\n{FIRST_TAKES_ALL}",
        f"if (require('fs').readFileSync(0).length) {{ throw new Error('questions can be read') }}\n{FIRST_TAKES_ALL}",
        f"Promise.reject(new Error('seen to')).catch(() => {{}})\n{FIRST_TAKES_ALL}",
        f"setInterval(() => {{ throw new Error('much later') }}, 60000)\n{FIRST_TAKES_ALL}",
        f"return new Promise(kept => setTimeout(() => kept((() => {{ {FIRST_TAKES_ALL} }})()), 5))",
    ],
)
def test_output_and_handled_errors_do_not_disturb_answers(tmp_path: Path, group: Group, assigner: str) -> None:
    """Printing does not reach the answers, and stdin is empty. A promise is awaited."""
    assert answer(tmp_path, group, assigner) == ALL


@pytest.mark.parametrize(
    ("assigner", "kind", "message"),
    [
        ("throw new RangeError('too far')", "RangeError", "too far"),
        ("throw 'a text'", "thrown string", "a text"),
        ("throw undefined", "thrown undefined", "undefined"),
        ("return Promise.reject(new TypeError('late'))", "TypeError", "late"),
        (f"Promise.reject(new TypeError('lost')); {FIRST_TAKES_ALL}", "TypeError", "lost"),
        ("process.nextTick(() => { throw new Error('beside') }); return new Promise(() => {})", "Error", "beside"),
        ("return 7", "TypeError", "cameBack is not iterable"),
        ("process.exit(3)", "crash", "code 3"),
        ("process.abort()", "crash", "SIGABRT"),
        ("return new Promise(() => {})", "hang", "no answer within 1 s"),  # it never resolves
        ("for (;;) {}", "hang", "no answer within 1 s"),
    ],
)
def test_thrown_errors_are_reported(tmp_path: Path, group: Group, assigner: str, kind: str, message: str) -> None:
    """Thrown at once or by a promise, handled or not: each fails its own question."""
    command = invented(tmp_path, assigner, call_seconds=1.0 if kind == "hang" else 60.0)

    with closing(HostTarget("made up", command)) as target, pytest.raises(AssignorFailed) as failed:
        target.assign(group)

    assert kind == failed.value.kind
    assert message in failed.value.message


def test_changed_prototype_is_restored_for_the_next_question(tmp_path: Path) -> None:
    """`__proto__` in a careless object reaches the prototype of all objects."""
    careless = (
        "const out = {}; const left = Object.prototype.t0; members.forEach(m => { (out[m.memberId] ??= {}).t0 = [0] })"
    )
    assigner = f"{careless}; return [{{ memberId: 'C0', memberAssignment: {{ t0: left ?? [1] }} }}]"

    group = group_of({"t0": 2}, {"C0": ["t0"], "__proto__": ["t0"]})

    assert answer(tmp_path, group, assigner) == {"C0": {"t0": [1]}}


def test_answers_are_plain_ascii(tmp_path: Path) -> None:
    """Characters beyond 16 bits are escaped as two units."""
    name = "é😀"
    group = group_of({"t0": 3}, {name: ["t0"]})

    assert answer(tmp_path, group, FIRST_TAKES_ALL) == {name: {"t0": [0, 1, 2]}}
    with running_host(invented(tmp_path / "again", FIRST_TAKES_ALL)) as process:
        (line,) = process.exchange(QuestionWriter().line(1, b'"roundrobin"', group, None))

    assert line.isascii()


OLD_KAFKAJS = "npm:kafkajs@0.2.0"

FURTHER = Member(
    id="é😀", subscription=("t0", "10", "t0", "9"), owned=(("t0", (1, -2)), ("t8", (0,)), ("9", (7,))), generation=7
)
LEADER = Member(id="C0", subscription=("9", "t0"))
TOPICS = (Topic(name="t0", partitions=2), Topic(name="10", partitions=3), Topic(name="9", partitions=1))
GROUP = Group(topics=TOPICS, members=(FURTHER, LEADER))


IDLE = Member(id="A", subscription=())
PROTOTYPE = ("__proto__", "constructor")
NAMED_LIKE_THE_PROTOTYPE = Group(
    topics=tuple(Topic(name=name, partitions=1) for name in PROTOTYPE),
    members=(Member(id="C0", subscription=PROTOTYPE),),
)
LED = [
    # C0 leads, as it has the least id.
    *((f"{package}:roundrobin", GROUP, "9 t0") for package in (KAFKAJS, OLD_KAFKAJS, PLATFORMATIC)),
    *((target, GROUP, "10 9 t0") for target in (f"{KAFKA_NODE}:range", f"{NO_KAFKA}:default")),
    # A member without a subscription does not lead, unless no member subscribes to anything.
    (f"{KAFKAJS}:roundrobin", GROUP.with_members((IDLE, LEADER)), "9 t0"),
    (f"{KAFKAJS}:roundrobin", GROUP.with_members((IDLE,)), ""),
    # A missing topic stops only a leader that subscribes to it. no-kafka calls the assignor anyway.
    (f"{KAFKAJS}:roundrobin", replace(GROUP, topics=(TOPICS[0], TOPICS[2])), "9 t0"),
    (f"{NO_KAFKA}:default", replace(GROUP, topics=TOPICS[:1]), "t0"),
    # The consumer of kafkajs stores topics as keys of a plain object.
    (f"{KAFKAJS}:roundrobin", NAMED_LIKE_THE_PROTOTYPE, "constructor"),
]


@pytest.mark.parametrize(("target", "group", "topics"), with_releases(LED), ids=lambda value: str(value)[:40])
def test_leader_assigns_these_topics(host: Open, target: str, group: Group, topics: str) -> None:
    assert topics.split() == sorted({topic for mine in host(target).assign(group).values() for topic in mine})


@pytest.mark.integration
def test_leave_moves_only_the_leavers_partitions_with_consistent_hashing(host: Open) -> None:
    before = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"], "C2": ["t0"]})
    after = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"]})

    had, has = (host(f"{NO_KAFKA}:consistent").assign(group) for group in (before, after))

    assert all(set(had[member]["t0"]) <= set(has[member]["t0"]) for member in ("C0", "C1"))
