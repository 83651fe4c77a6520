"""
`assay host`: serve all references by `assay-host/1`, for test suites in other languages.

It writes the protocol to stdout, one JSON object a line, without `assay.terminal.output`. This process must print
nothing else there.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.options import add_options
from assay.terminal.output import note

if TYPE_CHECKING:
    import argparse

_DESCRIPTION = """Serve the references to a test suite in another language.

The program greets with one line of JSON (assay-host/1), then answers each line on stdin with one line on stdout:

  {"id":1,"assignor":"sticky","group":{"format":"assay-group/1","topics":{"t0":2},"members":[..]}}
  {"id":1,"assignment":{"C0":{"t0":[0,1]}},"nanoseconds":81250}

If it cannot answer, it sends an "error". It ends at the end of its input. Its output is always JSON.
--seed seeds shuffled-roundrobin. docs/hosts shows how to call it from Java."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = _DESCRIPTION
    add_options(parser, "--seed")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.host_server import serve_until_end
    from kafka_assay.assignors.hosted.reference_host import served_references

    if sys.stdin is not None and sys.stdin.isatty():
        note("assay host: reads one question per line, ends at end of input (Ctrl-D)")

    def complain(complaint: str) -> None:
        note(f"assay: {complaint}")

    serve_until_end(lambda: served_references(args.seed, complain), ends=(KeyboardInterrupt,))
    return ExitCode.KEPT


COMMAND = Command(
    example="assay host < questions.jsonl > answers.jsonl",
    add_options=_add_options,
    run=_run,
)
