"""
The command line: find the verb, run it, and turn an error into one line and an exit code.

Only the module of the chosen verb is imported, so that `assay --help` starts fast.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from typing import NamedTuple, NoReturn

from assay.command import Command, ExitCode
from assay.options import add_options
from assay.output import emit, flush, note
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import LIBRARIES, missing_library


class Verb(NamedTuple):
    """Where a verb stands in the overview, what it does, an example, and the longer description of its own help."""

    part: str
    summary: str
    example: str
    description: str | None = None


VERBS = {
    "list": Verb("look", "list references, kinds of targets, laws, input families, lives", "assay list laws"),
    "capture": Verb(
        "look",
        "read the groups of a live cluster",
        "assay capture --bootstrap-server localhost:9092 > groups.jsonl",
        "Read the groups of a live cluster: members, subscriptions, owned partitions, racks, offsets. It lists and "
        "describes, and never joins.",
    ),
    "import": Verb(
        "look",
        "turn the output of other tools, or samples, into groups",
        "assay import members.txt offsets.txt > groups.jsonl",
        "Convert the output of kafka-consumer-groups and other tools, or samples of assay capture, to groups.",
    ),
    "audit": Verb(
        "look",
        "compare real groups with the optimum and with each assignor",
        "assay audit captures --out out",
    ),
    "report": Verb(
        "look",
        "turn results of other verbs into HTML, Markdown, JUnit, figures",
        "assay report out",
        "Turn the result files in a folder into index.html, report.md, junit.xml and figures/.",
    ),
    "judge": Verb(
        "judge",
        "judge any answer: who gets what, the laws, what would be better",
        "assay judge captures/g-java-rr-hetero.json range sticky",
        "Judge what targets answer, or a given answer: who gets what, the laws, the distance from the optimum, and "
        "what to change.",
    ),
    "optimum": Verb(
        "judge",
        "compute the best assignment, with a proof; balance against moves",
        "assay optimum captures/g-java-rr-hetero.json --moves 5",
    ),
    "whatif": Verb(
        "judge",
        "show what a deploy or a grown topic costs, with each assignor",
        "assay whatif captures/g-java-rr-hetero.json --restart 50%",
        "Show what happens if members leave, join or restart, or if a topic grows: the partitions that move, and those "
        "without a reader meanwhile, with each assignor. Several options describe one change.",
    ),
    "replay": Verb(
        "judge",
        "replay a group's life, such as a rolling deploy, on a clock",
        "assay replay rolling-deploy sticky cooperative-sticky",
        "Replay a group's life with each assignor: rebalances, rounds, moves, and how long partitions have no reader.",
    ),
    "check": Verb(
        "search",
        "find a small group on which an assignor breaks a law",
        "assay check sticky --inputs stale-claims --seconds 10",
        "Find a small group on which an assignor breaks a law, or answers unlike another.",
    ),
    "campaign": Verb(
        "search",
        "check the laws on millions of drawn groups, on Spark",
        "assay campaign run out/c range sticky --groups 20000",
        "Check many targets on the same generated groups, and write the verdicts as Parquet.",
    ),
    "compare": Verb(
        "compare",
        "compare two assignors on the same groups: a regression report",
        "assay compare kafka-python:sticky sticky --out out/compare",
        "Compare two targets on the same generated groups: laws, balance, moves and time. Exit 1 on a regression.",
    ),
    "releases": Verb(
        "compare",
        "find the release that broke a law, and the one that fixed it",
        "assay releases kafka-python==2.0.2..3.0.12:sticky",
        "Run the same check on many releases. Show which release broke a law and which fixed it. Exit 1 if a law is "
        "broken. With --case: put one saved counterexample to the releases, by bisection.",
    ),
    "bench": Verb(
        "compare",
        "measure the time and memory of assignors, and of the optimum",
        "assay bench sticky kafka-python:sticky",
        "Measure the time of the reference assignors, the released clients and the solver that computes the optimum. "
        "Every timed answer is checked.",
    ),
    "host": Verb(
        "serve",
        "serve the references to other languages; test a host; its cache",
        "assay host serve",
        "Hosts are programs that run assignors of other languages, and answer JSON lines on stdin with JSON lines on "
        "stdout.",
    ),
}

EPILOG = """exit codes: 0 every law kept; 1 a law broken, or a regression or another fault found;
2 usage or input error; 3 nothing broken, but some law has no verdict (for example, time was up), or
an optimum is not proven; 130 interrupted."""


def overview() -> str:
    """The help of `assay`: the verbs in the order of a person's day, each with an example. It fits on a screen."""
    lines = ["usage: assay VERB ...", "Test how good a Kafka partition assignor is. More: assay VERB --help"]
    for part, verbs in groupby(VERBS.items(), key=lambda item: item[1].part):
        lines.append(part)
        for verb, known in verbs:
            lines += [f"  {verb:<9} {known.summary}", f"            {known.example}"]
    return "\n".join([*lines, "exit codes: 0 kept, 1 broken or worse, 2 usage, 3 undecided, 130 interrupted"])


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        unknown = [word for word in message.split() if word.startswith("--")]
        tip = spelling_tip(unknown[0], self._option_string_actions) if "unrecognized" in message and unknown else ""
        raise AssayError(f"{message}{tip} (see {self.prog} --help)")


def commands_of(verb: str) -> dict[str, Command]:
    """The commands behind a verb of `VERBS`, by action: `serve`, or "" if it has one. Its module is imported."""
    module = import_module(f"assay.verbs.{verb}_")
    return dict(module.ACTIONS) if hasattr(module, "ACTIONS") else {"": module.COMMAND}


def verb_parser(verb: str, action: str = "") -> argparse.ArgumentParser:
    """The parser of the options of a verb, or of its `action`. Without the action that a verb needs: its overview."""
    commands = commands_of(verb)
    command = commands.get(action)
    summary = VERBS[verb].summary
    description = VERBS[verb].description or f"{summary[:1].upper()}{summary[1:]}."
    if command is None:
        heads = {name: (one.description or "").partition("\n")[0] for name, one in commands.items()}
        actions = "\n".join(f"  {name:<9} {head}" for name, head in heads.items())
        examples = "\n  ".join(one.example for one in commands.values())
        return _Parser(
            prog=f"assay {verb}",
            usage=f"assay {verb} {'|'.join(commands)} ...",
            description=f"{description}\n\nactions:\n{actions}",
            epilog=f"example:\n  {examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    parser = _Parser(
        prog=f"assay {verb} {action}".rstrip(),
        description=command.description or description,
        epilog=f"example:\n  {command.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_options(parser)
    add_options(parser, "--debug")
    return parser


def _dispatch(arguments: Sequence[str]) -> ExitCode:
    if not arguments or arguments[0].startswith("-"):
        return _answer_without_verb(arguments)
    verb = arguments[0]
    if verb not in VERBS:
        tip = spelling_tip(verb, [*VERBS, "--help", "--version"])
        raise AssayError(f"unknown verb {verb!r}{tip} (see assay --help)")
    from assay.build_progress import BuildDisplay
    from kafka_assay.assignors.hosted.artefacts import LISTENERS

    LISTENERS.append(BuildDisplay())
    try:
        if "" not in commands_of(verb) and (not arguments[1:] or arguments[1].startswith("-")):
            # The help that the options ask for on stdout, or what is missing on stderr.
            parser = verb_parser(verb)
            parser.parse_args(arguments[1:])
            parser.print_help(sys.stderr)
            return ExitCode.USAGE_ERROR
        command, args = parse_command(arguments)
        return command.run(args)
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        raise missing_library(f"assay {verb}", library) from missing


def _answer_without_verb(options: Sequence[str]) -> ExitCode:
    """Print the overview or the version, on stdout; without an option the overview, on stderr."""
    if not options:
        note(overview())
        return ExitCode.USAGE_ERROR
    if options[0] in ("-h", "--help"):
        emit(overview())
    elif options[0] == "--version":
        from importlib.metadata import version

        emit(version("kafka-assay"))
    else:
        raise AssayError(f"unrecognized arguments: {options[0]} (see assay --help)")
    return ExitCode.KEPT


def parse_command(arguments: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command behind a verb and its action, and its parsed options. Raises `AssayError`."""
    verb, *rest = arguments
    commands, action = commands_of(verb), ""
    if action not in commands:
        action, *rest = rest
        if action not in commands:
            raise AssayError(f"unknown action {action!r}{spelling_tip(action, commands)} (see assay {verb} --help)")
    parser = verb_parser(verb, action)
    # Options and arguments come in any order, unless -- ends the options.
    return commands[action], parser.parse_args(rest) if "--" in rest else parser.parse_intermixed_args(rest)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Prints; raises only under `--debug`."""
    try:
        code = _dispatch(arguments)
        flush()
    except KeyboardInterrupt as interrupt:
        note(f"assay: interrupted{f': {interrupt}' if interrupt.args else ''}")
        return ExitCode.INTERRUPTED
    except Exception as wrong:
        if "--debug" in arguments:
            raise
        note(f"assay: {_error_text(wrong)}")
        return ExitCode.USAGE_ERROR
    return code


def _error_text(wrong: Exception) -> str:
    """One line about an error. The user can correct an input, a full disk, or a file that cannot be written."""
    if isinstance(wrong, AssayError):
        return " ".join(str(wrong).splitlines())  # a file name may contain a line break
    if isinstance(wrong, OSError):
        return f"{f'{wrong.filename}: ' if wrong.filename else ''}{wrong.strerror or wrong}"
    message = " ".join(str(wrong).split())
    return f"internal error: {type(wrong).__name__}: {message} (--debug shows the traceback)"
