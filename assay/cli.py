"""
The command line: finds the verb, runs it, and turns what went wrong into one line and an exit code.

Only the module of the chosen verb is imported, so that `assay --help` costs nothing.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from assay.exit_codes import ExitCode
from assay.terminal.build_progress import BuildDisplay
from assay.terminal.output import flush, note
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import LIBRARIES, missing_library
from kafka_assay.assignors.hosted.artefacts.progress import set_listener

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.command import Command


class Verb(NamedTuple):
    """What the list of verbs says of one, and what its own help says where that is more."""

    summary: str
    description: str | None = None


VERBS = {
    "list": Verb("assignors, kinds of targets, laws and input families, each with its source"),
    "assign": Verb("ask one assignor: the assignment, loads, kept and moved"),
    "optimum": Verb("the best possible assignment, with its proof"),
    "judge": Verb("the laws and the gap, for an answer from anywhere"),
    "explain": Verb(
        "the same in sentences, as a picture, as a regression test",
        "what an answer is worth, in sentences, as a picture, as a regression test",
    ),
    "frontier": Verb(
        "balance against moves: what can be reached, and where each assignor lies",
        "balance against moves: what each further move buys, and where each assignor lies",
    ),
    "check": Verb("search for the smallest group on which an assignor breaks a law"),
    "audit": Verb(
        "real groups: how far from the optimum, what each assignor would do",
        "Real groups: how far each is from the best possible, and what each assignor would do.",
    ),
    "import": Verb("turn the text of kafka-consumer-groups into groups"),
    "bench": Verb(
        "time assignors and the oracle",
        "Time the references, the hosted clients and the oracle; every timed answer is checked.",
    ),
    "differ": Verb(
        "the smallest group on which two assignors answer differently",
        "the smallest group on which two targets answer differently",
    ),
    "compare": Verb(
        "two assignors on the same groups: a regression report",
        "Compare two targets on the same seeded groups: laws, balance, moves and time. Exit 1 on a regression.",
    ),
    "history": Verb(
        "one assignor at many releases: which laws came to be broken, which were mended",
        "The same check over many releases: when a law began to be broken, when it was mended. Exit 1 where one is.",
    ),
    "bisect": Verb(
        "the release in which a case changed its verdict",
        "Put one case to releases by bisection: in which of them a law began to be broken, or was mended.",
    ),
    "host": Verb("serve the references to a test suite in another language"),
    "host-test": Verb("does a program speak the host protocol"),
    "cache": Verb("what was fetched and built for foreign assignors; verify or remove it"),
    "report": Verb(
        "turn records into HTML, Markdown, JUnit and figures",
        "Turn the records in a folder into index.html, report.md, junit.xml and figures.",
    ),
}

EPILOG = """exit codes: 0 everything kept; 1 something broken or regressed; 2 the question was wrong;
3 something undecided; 130 interrupted. `assay VERB --help` shows an example."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        unknown = [word for word in message.split() if word.startswith("--")]
        tip = spelling_tip(unknown[0], self._option_string_actions) if "unrecognized" in message and unknown else ""
        raise AssayError(f"{message}{tip} (see {self.prog} --help)")


def _overview_parser() -> _Parser:
    lines = "\n".join(f"  {verb:<9} {said.summary}" for verb, said in VERBS.items())
    parser = _Parser(
        prog="assay",
        usage="assay VERB ...",
        description=f"Find out how good a Kafka partition assignor really is.\n\nverbs:\n{lines}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("kafka-assay"))
    return parser


def _verb_parser(verb: str, command: Command) -> _Parser:
    parser = _Parser(
        prog=f"assay {verb}",
        description=VERBS[verb].description or VERBS[verb].summary,
        epilog=f"example:\n  {command.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_options(parser)
    parser.add_argument("--json", action="store_true", help="machine output on stdout, nothing else there")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return parser


def _dispatch(arguments: Sequence[str]) -> ExitCode:
    if not arguments or arguments[0].startswith("-"):
        parser = _overview_parser()
        parser.parse_args(arguments)
        parser.print_help(sys.stderr)
        return ExitCode.WRONG_QUESTION
    verb = arguments[0]
    if verb not in VERBS:
        raise AssayError(f"no verb is called {verb!r}{spelling_tip(verb, VERBS)} (see assay --help)")
    set_listener(BuildDisplay())
    command: Command = import_module(f"assay.verbs.{verb.replace('-', '_')}_").COMMAND
    try:
        return command.run(_verb_parser(verb, command).parse_args(arguments[1:]))
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        raise missing_library(f"assay {verb}", library) from missing


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Prints; raises only under `--debug`."""
    try:
        code = _dispatch(arguments)
        flush()
    except AssayError as wrong:
        if "--debug" in arguments:
            raise
        # One line, whatever file names and arguments hold.
        note(f"assay: {' '.join(str(wrong).splitlines())}")
        return ExitCode.WRONG_QUESTION
    except KeyboardInterrupt:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    except OSError as wrong:  # a full disk, a file that cannot be written: the user can mend it
        if "--debug" in arguments:
            raise
        where = f"{wrong.filename}: " if wrong.filename else ""
        note(f"assay: {where}{wrong.strerror or wrong}")
        return ExitCode.WRONG_QUESTION
    except Exception as mistake:  # the last resort: a person gets one line, and the way to the rest
        if "--debug" in arguments:
            raise
        said = " ".join(str(mistake).split())
        note(f"assay: a fault of assay's own: {type(mistake).__name__}: {said} (--debug shows where)")
        return ExitCode.WRONG_QUESTION
    return code
