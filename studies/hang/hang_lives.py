"""
Search lives of Kafka's sticky assignors for one that hangs, in one process with the assignor.

    python -m studies hang_lives --lives 100000 --seed 1
    python -m studies hang_lives --lives 1 --first 1427 --seed 1 --shrink
    python -m studies hang_lives --start services --members 10 --partitions 30
    python -m studies hang_lives --start settled --members 5 --topics 3 --partitions 12 --shrink

The lives are numbered, and each is a function of the options, the seed and its number. Every assignment is the
assignor's own. Each start has other lives:

* `empty`: new members join, together or one after the other, and up to six ordinary events come. One member joins,
  leaves or restarts, a topic grows, or a subscription changes. One life in four is cooperative.
* `services`: new members of two services join, each service with a topic of its own. Then a member joins that reads
  both topics. There is a life for each size: 2 to `--members` / 2 members of each service, and 1 to `--partitions`
  partitions of each topic. The seed makes the ids.
* `settled`: the members own any assignment that the assignor keeps, and one event comes. A live group need not get
  there.

A call hangs if the loop looks up topics 50,000 times, and again 1,000,000 times. `most_steps` in the last line is the
most that any other call needed. Each life that hangs is printed with its number, and the group of the call that hangs.
`assay check TARGET --case FILE` confirms it by the clock. `--write` puts the counts into the record and the page of
`hang_shares`.
"""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentParser, Namespace
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.ivy import KAFKA, compile_jar
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from studies.hang.hang_record import write_record

RELEASE = "4.4.0"
ABOUT = {
    "empty": "random lives from an empty group: at most {args.members} members, {args.topics} topics",
    "services": "two services of 2 to {half} members and 1 to {args.partitions} partitions; a member of both joins",
    "settled": "any settled group and one event: at most {args.members} members, {args.topics} topics",
}
"""Start -> its lives, in a line of the table."""
_JAVA = Path(__file__).with_name("java")
_JAR = "lives.jar"
_ASKED_BY = "the search for lives that hang"
_RECIPE = "1"


def lives_command(args: Namespace) -> list[str]:
    """The words that start the search. The program is compiled and the client fetched first where they are missing."""
    clients = ensure_released_jars(KAFKA, "kafka-clients", RELEASE, _ASKED_BY).path

    def make(folder: Path) -> dict[str, str]:
        return compile_jar(sorted(_JAVA.glob("*.java")), folder / _JAR, [Path(jar) for jar in clients], _ASKED_BY)

    recipe = recipe_of((_JAVA,), _RECIPE)
    jar = ensure_artefact(Artefact(kind="java", name="hang lives", version=RELEASE, recipe=recipe), make) / _JAR
    path = ":".join((str(jar), *clients))
    numbers = (
        args.seed,
        args.first,
        args.lives,
        args.seconds,
        args.members,
        args.topics,
        args.partitions,
        int(args.shrink),
    )
    flags = ("-Xmx256m", "-XX:+UseSerialGC", "-cp", path, "assay.hang.Lives", args.start)
    return [find_java(_ASKED_BY).program, *flags, *map(str, numbers)]


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument(
        "--start", choices=list(ABOUT), default=next(iter(ABOUT)), help="how the group starts (default empty)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the lives (default 0)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first life (default 0)")
    parser.add_argument("--lives", type=int, default=100_000, metavar="N", help="lives at the most (default 100000)")
    parser.add_argument("--seconds", type=int, default=3_600, metavar="S", help="time limit (default 3600)")
    parser.add_argument("--members", type=int, default=10, metavar="N", help="most members (default 10)")
    parser.add_argument("--topics", type=int, default=5, metavar="N", help="most topics (default 5)")
    parser.add_argument("--partitions", type=int, default=24, metavar="N", help="most partitions of a new topic")
    parser.add_argument("--write", action="store_true", help="write the counts into the record, and into the page")
    parser.add_argument("--shrink", action="store_true", help="make each life that hangs smaller")


def run(args: Namespace) -> int:
    """Run the search, and return its exit code."""
    if args.members < 4 or args.topics < 2 or args.partitions < 1:
        raise AssayError("expected at least 4 --members, 2 --topics and 1 --partitions")
    last = ""
    with subprocess.Popen(lives_command(args), stdout=subprocess.PIPE, text=True) as search:
        for last in search.stdout or ():
            print(last, end="", flush=True)
    if search.returncode == 0 and args.write:
        about = ABOUT[args.start].format(args=args, half=args.members // 2)
        write_record({"lives": {args.start: {"about": about, "command": args.command, **json.loads(last)}}})
    return search.returncode
