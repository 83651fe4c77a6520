"""
The command line: finds the verb, runs it, and turns what went wrong into one line and an exit code.

Only the module of the chosen verb is imported, so that `assay --help` costs nothing.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, NoReturn

from assay.exit_codes import ExitCode
from assay.terminal.build_progress import Waiting
from assay.terminal.output import flush, note
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import LIBRARIES, missing_library
from kafka_assay.assignors.hosted.artefacts.progress import set_listener

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.command import Command

VERBS = {
    "list": "assignors, kinds of targets, laws and input families, each with its source",
    "assign": "ask one assignor: the assignment, loads, kept and moved",
    "optimum": "the best possible assignment, with its proof",
    "judge": "the laws and the gap, for an answer from anywhere",
    "explain": "the same in sentences, as a picture, as a regression test",
    "frontier": "balance against moves: what can be reached, and where each assignor lies",
    "check": "search for the smallest group on which an assignor breaks a law",
    "audit": "real groups: how far from the optimum, what each assignor would do",
    "import": "turn the text of kafka-consumer-groups into groups",
    "bench": "time assignors and the oracle",
    "differ": "the smallest group on which two assignors answer differently",
    "compare": "two assignors on the same groups: a regression report",
    "history": "one assignor at many releases: which laws came to be broken, which were mended",
    "bisect": "the release in which a case changed its verdict",
    "host": "serve the references to a test suite in another language",
    "host-test": "does a program speak the host protocol",
    "cache": "what was fetched and built for foreign assignors; verify or remove it",
    "report": "turn records into HTML, Markdown, JUnit and figures",
}

EPILOG = """exit codes: 0 everything kept; 1 something broken or regressed; 2 the question was wrong;
3 something undecided; 130 interrupted. `assay VERB --help` shows an example."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        unknown = [word for word in message.split() if word.startswith("--")]
        tip = spelling_tip(unknown[0], self._option_string_actions) if "unrecognized" in message and unknown else ""
        raise AssayError(f"{message}{tip} (see {self.prog} --help)")


def _overview() -> _Parser:
    lines = "\n".join(f"  {verb:<9} {says}" for verb, says in VERBS.items())
    parser = _Parser(
        prog="assay",
        usage="assay VERB ...",
        description=f"Find out how good a Kafka partition assignor really is.\n\nverbs:\n{lines}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("kafka-assay"))
    return parser


def _parser_of(verb: str, command: Command) -> _Parser:
    parser = _Parser(
        prog=f"assay {verb}",
        description=command.says,
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
        parser = _overview()
        parser.parse_args(arguments)
        parser.print_help(sys.stderr)
        return ExitCode.WRONG_QUESTION
    verb = arguments[0]
    if verb not in VERBS:
        raise AssayError(f"no verb is called {verb!r}{spelling_tip(verb, VERBS)} (see assay --help)")
    set_listener(Waiting())
    command: Command = import_module(f"assay.verbs.{verb.replace('-', '_')}_").COMMAND
    try:
        return command.run(_parser_of(verb, command).parse_args(arguments[1:]))
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
