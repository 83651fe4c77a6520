from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.node.node_host import host_words
from kafka_assay.assignors.hosted.protocol import QuestionWriter
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.tools import find_program
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.real_hosts import running_host, start_or_skip

FIRST_TAKES_ALL = "return [{ memberId: members[0].memberId, memberAssignment: { t0: [0, 1, 2] } }]"
ALL = {"C0": {"t0": [0, 1, 2]}}


def command_of_invented_package(folder: Path, assigner: str, *, call_seconds: float = 60.0) -> HostCommand:
    """Return the host of a package with the layout of kafkajs 0.3, whose assigner has the body `assigner`."""
    home = folder / "node_modules" / "kafkajs"
    assigners = home / "src" / "consumer" / "assigners"
    assigners.mkdir(parents=True)
    (home / "package.json").write_text('{"name": "kafkajs", "version": "0.3.1"}')
    (assigners / "roundRobinAssigner.js").write_text(
        f"module.exports = ({{ cluster }}) => ({{ members, topics }}) => {{ {assigner} }}"
    )
    limits = Limits(start_seconds=60.0, call_seconds=call_seconds)
    return HostCommand(
        words=host_words(
            start_or_skip("this test", partial(find_program, "node", "this test")), "kafkajs", "kafkajs", folder
        ),
        assignor=None,
        limits=limits,
    )


def answer(folder: Path, group: Group, assigner: str, *, call_seconds: float = 60.0) -> object:
    """Ask a target with this assigner twice about `group`, and return the second answer."""
    with closing(
        HostTarget("made up", command_of_invented_package(folder, assigner, call_seconds=call_seconds))
    ) as target:
        target.assign(group)
        assert [] == target.late_failures
        return target.assign(group)


@pytest.mark.parametrize(
    "noise",
    [
        "console.log('noise')",
        "process.stdout.write('noise')",
        "require('fs').writeSync(1, 'noise')",
        "require('child_process').execSync('echo noise', { stdio: 'inherit' })",
        "if (require('fs').readFileSync(0).length) { throw new Error('questions can be read') }",
        "Promise.reject(new Error('seen to')).catch(() => {})",
        "setInterval(() => { throw new Error('much later') }, 60000)",
    ],
)
def test_output_and_handled_errors_do_not_disturb_answers(tmp_path: Path, group: Group, noise: str) -> None:
    """Printing does not reach the answers, and stdin is empty."""
    assert answer(tmp_path, group, f"{noise}\n{FIRST_TAKES_ALL}") == ALL


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
    ],
)
def test_thrown_errors_are_reported(tmp_path: Path, group: Group, assigner: str, kind: str, message: str) -> None:
    """Thrown at once or by a promise, handled or not: each fails its own question."""
    with closing(HostTarget("made up", command_of_invented_package(tmp_path, assigner))) as target:
        with pytest.raises(AssignorFailed) as failed:
            target.assign(group)

        assert kind == failed.value.kind
        assert message in failed.value.message


@pytest.mark.parametrize("assigner", ["return new Promise(() => {})", "for (;;) {}"])
def test_endless_assigner_is_a_hang(tmp_path: Path, group: Group, assigner: str) -> None:
    """A promise that never resolves counts as an endless loop."""
    with closing(HostTarget("made up", command_of_invented_package(tmp_path, assigner, call_seconds=1.0))) as target:
        with pytest.raises(AssignorFailed) as failed:
            target.assign(group)

        assert failed.value.kind == "hang"


def test_promise_is_awaited(tmp_path: Path, group: Group) -> None:
    later = f"return new Promise(kept => setTimeout(() => kept((() => {{ {FIRST_TAKES_ALL} }})()), 5))"

    assert answer(tmp_path, group, later) == ALL


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
    with running_host(command_of_invented_package(tmp_path / "again", FIRST_TAKES_ALL)) as process:
        (line,) = process.exchange(QuestionWriter().line(1, b'"roundrobin"', group, None))

    assert line.isascii()
