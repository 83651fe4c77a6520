from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_test.run import CheckResult, run_check, run_host_test
from kafka_assay.assignors.hosted.host_test.session import CHECKS, HostSession, HostVerdict
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand
from tests.assignors.hosted.real_hosts import CLIENTS, COORDINATOR, FRANZ, KAFKAJS, LIBRDKAFKA, PYTHON, command_or_skip

GOOD = Path(__file__).parent / "good_host.py"
BY_NAME = {check.name: check for check in CHECKS}
PATIENT = Limits(call_seconds=20.0)
HASTY = Limits(call_seconds=0.4, start_seconds=20.0)

MUTANTS = {
    "greets-first": ("    say(GREETING)", "    print('turns 1.0'); say(GREETING)", "the greeting came after it"),
    "greeting-is-well-formed": ('["turns"]}', '"turns"}', "assignors: 'turns': expected a list of names"),
    "greeting-names-what-is-served": (
        '["targets"] = []',
        '["targets"] = ["turn"]',
        "targets: 'turn' is not in assignors",
    ),
    "like-is-known": ('["+even"]', '"stick"', "unknown reference assignor 'stick'; did you mean 'sticky'?"),
    "answers-at-once": (
        "    sys.stdout.flush()",
        "    'format' in message and sys.stdout.flush()",
        "the answer came only at the end of the input: flush after each line",
    ),
    "serves-what-it-greets": ('["turns"]}', '["turns", "other"]}', "an error instead of an answer"),
    "repeats-the-id": ('{"id": asked["id"], "assignment"', '{"id": 1, "assignment"', "question 0 got 1 as its id"),
    "one-line-each": ('text + "\\n")', 'text + "\\n\\n")', "more than one line"),
    "answers-are-well-formed": ("list(range(count))", "[str(n) for n in range(count)]", "'0': expected a partition id"),
    "answers-every-member": (
        '"assignment": given',
        '"assignment": {who: has for who, has in given.items() if has}',
        "C1 is not in the answer",
    ),
    "answers-an-empty-group": ("        return given", "        return given or {'': {}}", "names members"),
    "survives-dirty-groups": (
        "        self.calls += 1",
        "        self.calls += 1; '-1' in str(group) and sys.exit(3)",
        "the process ended with exit code 3",
    ),
    "carries-odd-names": ("json.dumps(message)", "json.dumps(message).replace('\\\\u0000', '')", "is not a member"),
    "nanoseconds-can-be-true": ('"nanoseconds": 5', '"nanoseconds": 10**12', "nanoseconds says 1,000,000,000,000"),
    "survives-malformed-lines": ("except Exception", "except LookupError", "the process ended with exit code 1"),
    "refuses-unknown-assignors": ('asked["assignor"] != "turns"', "not asked", "an answer instead of an error"),
    "ignores-unknown-keys": ('asked["assignor"] != "turns"', "set(asked) - KEYS", "an unknown key"),
    "takes-long-lines": ("sys.stdin.readline()", "sys.stdin.readline(4096)", "an error instead of an answer"),
    "gives-long-lines": ("json.dumps(message)", "json.dumps(message)[:65536]", "no answer within"),
    "takes-many-lines-at-once": (
        "sys.stdin.readline()",
        "os.read(0, 1 << 21).partition(b'\\n')[0]",
        "1 of 300 answered, then: no answer within",
    ),
    "stands-any-locale": (
        "json.dumps(message)",
        "json.dumps(message).replace('\\\\u', '?' if os.environ.get('LC_ALL') == 'C' else '\\\\u')",
        "in the locale C",
    ),
    "every-question-gets-a-fresh-object": (
        "return Turns(settings)",
        "instance = 'all'",
        "without an instance, the second answer differs",
    ),
    "instances-are-apart": ("setdefault(instance, ", "setdefault('all', ", "differently from a fresh object"),
    "instances-are-kept": ('asked.get("instance")', 'asked.get("instance") and [][0]', "an error instead of an answer"),
    "takes-many-instances": (
        "    return objects",
        "    if len(objects) == 1_000: sys.exit(9)\n    return objects",
        "the process ended with exit code 9",
    ),
    "takes-settings": ("        each.keys()", "        pass", "although the settings are not an object"),
    "settings-stay-with-their-question": (
        "    return config\n",
        "    Turns.first = Turns.first or len(config)\n    return config\n",
        "after a question with other settings, the answer differs",
    ),
    "stdout-is-clean": ("text = ", "print('saying'); text = ", "the line is not a reply"),
    "ends-with-its-input": (
        "    say(GREETING)",
        "    import atexit; atexit.register(time.sleep, 99); say(GREETING)",
        "still runs",
    ),
}
SILENT = {"answers-at-once", "gives-long-lines", "takes-many-lines-at-once", "ends-with-its-input"}
"""Mutants that send nothing. They get a shorter time limit."""


@pytest.fixture
def mutant(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write the good host with one line changed."""

    def changed(before: str, after: str) -> Path:
        source = GOOD.read_text(encoding="utf-8")
        assert before in source
        program = tmp_path / "host.py"
        program.write_text(source.replace(before, after), encoding="utf-8")
        return program

    return changed


def session_of(program: Path, limits: Limits = PATIENT) -> HostSession:
    """Return a session with the host."""
    words = (sys.executable, "-S", "-E", str(program))
    return HostSession(HostCommand(words=words, assignor=None), limits=limits, long_seconds=3 * limits.call_seconds)


def check_result(session: HostSession, name: str) -> CheckResult:
    """Return the result of the check called `name`, after the greeting and the questions."""
    asked = [*(check for check in CHECKS if check.needed and check.name != name), BY_NAME[name]]
    with closing(session):
        if BY_NAME[name].needed:
            return next(one for one in run_host_test(session).checks if one.check.name == name)
        return [run_check(check, session) for check in asked][-1]


@pytest.mark.integration
@pytest.mark.parametrize("name", BY_NAME)
def test_each_check_finds_its_broken_host(mutant: Callable[[str, str], Path], name: str) -> None:
    """The broken host is the good host with one line changed."""
    before, after, why = MUTANTS[name]
    # Talk between the replies shows at the end of a test, when there was some.
    also = "repeats-the-id" if name == "stdout-is-clean" else name

    session = session_of(mutant(before, after), HASTY if name in SILENT else PATIENT)
    check_result(session, also)
    found = check_result(session, name)

    assert (HostVerdict.BROKEN, True) == (found.verdict, why in str(found.why)), found


def test_good_host_passes_all_checks() -> None:
    test = run_host_test(session_of(GOOD))

    assert [] == [(one.check.name, one.why) for one in test.checks if one.verdict is not HostVerdict.KEPT]
    assert test.speed is not None
    assert test.speed.questions > 0
    assert "turns" == test.greeting["implementation"]


def test_documented_example_passes() -> None:
    """The host of twenty lines in docs/hosts."""
    example = Path(__file__).parents[4] / "docs" / "hosts" / "example_host.py"

    test = run_host_test(session_of(example))

    assert () == test.mistakes
    undecided = [one.check.name for one in test.checks if one.verdict is HostVerdict.UNDECIDED]
    assert ["nanoseconds-can-be-true", "instances-are-kept"] == undecided


def test_assay_host_passes() -> None:
    command = (sys.executable, "-m", "assay", "host", "serve")

    test = run_host_test(HostSession(HostCommand(words=command, assignor="sticky"), limits=PATIENT))

    assert () == test.mistakes


OTHERS = (f"{COORDINATOR}:4.4.0:UniformAssignor", f"{FRANZ}:range", f"{KAFKAJS}:roundrobin", f"{PYTHON}:range")


@pytest.mark.parametrize(
    "text",
    [
        f"{CLIENTS}:4.4.0:StickyAssignor",
        f"{LIBRDKAFKA}:range",
        *(pytest.param(text, marks=pytest.mark.integration) for text in OTHERS),
    ],
)
def test_hosts_of_all_languages_pass(text: str) -> None:
    test = run_host_test(HostSession(command_or_skip(text), limits=PATIENT))

    assert () == test.mistakes


def test_without_a_greeting_all_other_checks_are_undecided(tmp_path: Path) -> None:
    program = tmp_path / "host.py"
    program.write_text("import sys; sys.stderr.write('no such library\\n'); sys.exit(4)")

    test = run_host_test(session_of(program))

    assert ["greets-first"] == [one.check.name for one in test.mistakes]
    assert (
        "no greeting: the process ended with exit code 4; last line on stderr: no such library" == test.mistakes[0].why
    )
    assert {HostVerdict.UNDECIDED} == {one.verdict for one in test.checks[1:]}
    assert len(CHECKS) == len(test.checks)


def test_reply_that_is_no_json_object_is_shown(mutant: Callable[[str, str], Path]) -> None:
    program = mutant("            say(", '            say("garbage"); continue; say(')

    found = check_result(session_of(program, HASTY), "answers-at-once")

    assert "the line is not a JSON object, and then no answer within 2 s" == found.why
    assert b'"garbage"' == found.came


def test_not_expressible_question_leaves_the_check_undecided(mutant: Callable[[str, str], Path]) -> None:
    refusal = "class CannotBeAsked(Exception): pass\n    if '\\\\x7f' in str(asked): raise CannotBeAsked('no')\n    "

    found = check_result(session_of(mutant("given = object_of", refusal + "given = object_of")), "carries-odd-names")

    assert HostVerdict.UNDECIDED is found.verdict, found


def test_output_after_the_end_of_input_is_an_error(mutant: Callable[[str, str], Path]) -> None:
    farewell = "    import atexit; atexit.register(print, 'bye'); say(GREETING)"

    found = check_result(session_of(mutant("    say(GREETING)", farewell)), "ends-with-its-input")

    assert (HostVerdict.BROKEN, b"bye\n") == (found.verdict, found.came)
