"""
The runner of all studies.

    python -m studies
    python -m studies NAME --help

A study is a module with a function `options`, which adds its options to a parser, and `run`, which runs it. The module
has the study's name. Its docstring starts with its purpose and shows an example command. `args.command` is the command
line, for records.
"""

from __future__ import annotations

import ast
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from shlex import join

from kafka_assay.assignors.errors import AssayError
from studies.output import ROOT

STUDIES = {
    path.stem: f"studies.{path.parent.name}.{path.stem}"
    for path in sorted(ROOT.glob("studies/*/*.py"))
    if "\ndef options(" in path.read_text("utf-8")
}
"""Study -> its module name."""

USAGE, INTERRUPTED, READER_LEFT = 2, 130, 141


def start(arguments: Sequence[str]) -> int:
    """
    Run `main` as a program. If the reader of stdout leaves early (`| head`), end without a message.

    The exit code is then 141, as for other programs that a closed pipe ends.
    """
    try:
        try:
            return main(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT


def main(arguments: Sequence[str]) -> int:
    """Run the study that the first argument names, and return its exit code. Without arguments, list all studies."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print("\n".join(overview()))
        return 0
    name, *rest = arguments
    if name not in STUDIES:
        near = "".join(f"did you mean {one}? " for one in get_close_matches(name, STUDIES, 1))
        print(f"no study is called {name!r}: {near}`python -m studies` lists all", file=sys.stderr)
        return USAGE
    study = import_module(STUDIES[name])
    parser = ArgumentParser(
        prog=f"python -m studies {name}", description=study.__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    study.options(parser)
    args = parser.parse_args(rest)
    args.command = join(["python", "-m", "studies", *arguments])
    try:
        return study.run(args) or 0
    except BrokenPipeError:
        raise
    except (AssayError, OSError) as wrong:
        print(f"{name}: {wrong}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted; the same command keeps what is finished in its record", file=sys.stderr)
        return INTERRUPTED


def overview() -> Iterator[str]:
    """A line for each study, under a line for its folder."""
    yield "python -m studies NAME [OPTION ...]; python -m studies NAME --help lists the options"
    for folder, modules in groupby(STUDIES.values(), key=lambda module: module.rpartition(".")[0]):
        yield from ("", first_line(f"{folder}.__init__"))
        yield from (f"  {module.rpartition('.')[2]:16} {first_line(module)}" for module in modules)


def first_line(module: str) -> str:
    """The first line of a module's docstring, without importing the module."""
    source = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return (ast.get_docstring(ast.parse(source.read_text("utf-8"))) or "").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
