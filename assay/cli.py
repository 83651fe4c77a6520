"""
The command line: find the verb, run it, and turn an error into one line and an exit code.

Only the module of the chosen verb is imported, so that `assay --help` starts fast.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from assay.exit_codes import ExitCode
from assay.options import add_options
from assay.terminal.output import emit, flush, note
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import LIBRARIES, missing_library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.command import Command


class Verb(NamedTuple):
    """The one-line summary of a verb, and the longer description of its own help, if any."""

    summary: str
    description: str | None = None


VERBS = {
    "list": Verb("list assignors, kinds of targets, laws, input families (kinds of generated groups), and lives"),
    "assign": Verb("show an assignor's answer for a group: assignment, loads, kept and moved partitions"),
    "optimum": Verb("compute the best possible assignment, with a proof"),
    "judge": Verb("check any assignment against the laws, and show its gap to the optimum"),
    "explain": Verb(
        "explain what is wrong with an answer: sentences, a picture, a regression test",
    ),
    "frontier": Verb(
        "show balance against moves: the best possible trade-off, and each assignor",
        "Show the best balance for each number of moves, and how close each assignor comes.",
    ),
    "whatif": Verb(
        "show what a deploy or a grown topic costs: moves, and partitions without a reader",
        "Show what happens if members leave, join or restart, or if a topic grows: the partitions that move, and those "
        "without a reader meanwhile, with each assignor. Several options describe one change.",
    ),
    "replay": Verb(
        "replay a group's life, such as a rolling deploy: moves, and partition-seconds without a reader",
        "Replay a group's life with each assignor: rebalances, rounds, moves, and how long partitions have no reader.",
    ),
    "check": Verb("find a small group on which an assignor breaks a law, or answers unlike another"),
    "campaign": Verb(
        "check the laws on millions of generated groups, on Spark",
        "Check many targets on the same generated groups, and write the verdicts as Parquet.",
    ),
    "audit": Verb(
        "compare real groups with the optimum, and with what each assignor would do",
    ),
    "import": Verb("convert the output of kafka-consumer-groups, or samples of assay capture, to groups"),
    "capture": Verb(
        "read the groups of a live cluster",
        "Read the groups of a live cluster: members, subscriptions, owned partitions, racks, offsets. It lists and "
        "describes, and never joins.",
    ),
    "bench": Verb(
        "measure the time of assignors, and of the solver that computes the optimum",
        "Measure the time of the reference assignors, the released clients and the solver that computes the optimum. "
        "Every timed answer is checked.",
    ),
    "compare": Verb(
        "compare two assignors on the same groups: a regression report",
        "Compare two targets on the same generated groups: laws, balance, moves and time. Exit 1 on a regression.",
    ),
    "releases": Verb(
        "check many releases of an assignor: which release broke a law, and which fixed it",
        "Run the same check on many releases. Show which release broke a law and which fixed it. Exit 1 if a law is "
        "broken. With --case: put one saved counterexample to the releases, by bisection.",
    ),
    "host": Verb(
        "serve the references to another language, test a program as a target, clean the cache of hosts",
        "Hosts are programs that run assignors of other languages, and answer JSON lines on stdin with JSON lines on "
        "stdout.",
    ),
    "report": Verb(
        "turn the result files of other verbs into HTML, Markdown, JUnit and figures",
        "Turn the result files in a folder into index.html, report.md, junit.xml and figures/.",
    ),
}

EPILOG = """exit codes: 0 every law kept; 1 a law broken, or a regression or another fault found;
2 usage or input error; 3 nothing broken, but some law has no verdict (for example, time was up), or
an optimum is not proven; 130 interrupted.
`assay VERB --help` shows the options and an example."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        unknown = [word for word in message.split() if word.startswith("--")]
        tip = spelling_tip(unknown[0], self._option_string_actions) if "unrecognized" in message and unknown else ""
        raise AssayError(f"{message}{tip} (see {self.prog} --help)")


class _ShowVersion(argparse.Action):
    """Print the version and exit. Finding it takes 20 ms, so nothing else does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        emit(version("kafka-assay"))
        parser.exit()


def _overview_parser() -> _Parser:
    lines = "\n".join(f"  {verb:<9} {entry.summary}" for verb, entry in VERBS.items())
    parser = _Parser(
        prog="assay",
        usage="assay VERB ...",
        description=f"Test how good a Kafka partition assignor is.\n\nverbs:\n{lines}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show program's version number and exit")
    return parser


def commands_of(verb: str) -> dict[str, Command]:
    """The commands behind a verb of `VERBS`, by action: `serve`, or "" if it has one. Its module is imported."""
    module = import_module(f"assay.verbs.{verb}_")
    return dict(module.ACTIONS) if hasattr(module, "ACTIONS") else {"": module.COMMAND}


def verb_parser(verb: str, action: str = "") -> argparse.ArgumentParser:
    """The parser of the options of a verb, or of its `action`. Without the action that a verb needs: its overview."""
    commands = commands_of(verb)
    command = commands.get(action)
    description = VERBS[verb].description or _as_sentence(VERBS[verb].summary)
    if command is None:
        actions = "\n".join(f"  {name:<9} {_first_line(one)}" for name, one in commands.items())
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


def _first_line(command: Command) -> str:
    return (command.description or "").partition("\n")[0]


def _as_sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


def _dispatch(arguments: Sequence[str]) -> ExitCode:
    if not arguments or arguments[0].startswith("-"):
        return _show_overview(_overview_parser(), arguments)
    verb = arguments[0]
    if verb not in VERBS:
        raise AssayError(f"unknown verb {verb!r}{spelling_tip(verb, VERBS)} (see assay --help)")
    from assay.terminal.build_progress import BuildDisplay
    from kafka_assay.assignors.hosted.artefacts import LISTENERS

    LISTENERS.append(BuildDisplay())
    try:
        if "" not in commands_of(verb) and (not arguments[1:] or arguments[1].startswith("-")):
            return _show_overview(verb_parser(verb), arguments[1:])
        command, args = parse_command(arguments)
        return command.run(args)
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        raise missing_library(f"assay {verb}", library) from missing


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


def _show_overview(parser: argparse.ArgumentParser, options: Sequence[str]) -> ExitCode:
    """Show the help that the `options` ask for, on stdout, or what is missing, on stderr."""
    parser.parse_args(options)
    parser.print_help(sys.stderr)
    return ExitCode.USAGE_ERROR


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Prints; raises only under `--debug`."""
    try:
        code = _dispatch(arguments)
        flush()
    except AssayError as wrong:
        if "--debug" in arguments:
            raise
        # One line, even if a file name contains a line break.
        note(f"assay: {' '.join(str(wrong).splitlines())}")
        return ExitCode.USAGE_ERROR
    except KeyboardInterrupt as interrupt:
        note(f"assay: interrupted{f': {interrupt}' if interrupt.args else ''}")
        return ExitCode.INTERRUPTED
    except OSError as wrong:  # a full disk, a file that cannot be written: the user can fix it
        if "--debug" in arguments:
            raise
        where = f"{wrong.filename}: " if wrong.filename else ""
        note(f"assay: {where}{wrong.strerror or wrong}")
        return ExitCode.USAGE_ERROR
    except Exception as mistake:  # the last resort: the user gets one line, and a way to the details
        if "--debug" in arguments:
            raise
        message = " ".join(str(mistake).split())
        note(f"assay: internal error: {type(mistake).__name__}: {message} (--debug shows the traceback)")
        return ExitCode.USAGE_ERROR
    return code
