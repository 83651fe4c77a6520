"""The consumer programs of `docs/wire/`: each is fetched or built once, and started by some words."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.go.go_host import run_go
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.node.node_host import ensure_installed
from kafka_assay.assignors.hosted.python.client_releases import unpack_release
from kafka_assay.assignors.hosted.tools import find_program, run_tool
from kafka_assay.membership.client_model import release_key
from tests.support.newest_releases import IMPLEMENTATIONS

RECIPES = Path(__file__).parents[3] / "docs" / "wire"
ARGUMENTS = "{bootstrap} {group} {topics} {strategy}"
KAFKA_CLIENTS, CONFLUENT_KAFKA, KAFKAJS, PLATFORMATIC = "4.4.0", "2.16.1", "2.2.4", "2.12.1"
"""The releases that the recipes are tested with."""

PINNED_WHEEL = "pinned wheel"
_WHEEL = ((3, 11), "linux")
"""The Python and the platform of the pinned wheel."""

Words: TypeAlias = "tuple[str, ...]"
"""The words that start a consumer program."""
Program: TypeAlias = "Callable[[Path], Words]"
"""Returns the words; the folder is for files that the program needs. Raises `AssayError` where it cannot be started."""


def plain(start: Callable[..., Words], *arguments: str) -> Program:
    """A start that needs no folder."""
    return lambda _: start(*arguments)


def installed_program(client: str) -> Words:
    """The recipe of a Python client that is installed here."""
    return sys.executable, str(RECIPES / client / "consumer.py")


def java_program(release: str = KAFKA_CLIENTS) -> Words:
    """The Java recipe with this release of kafka-clients."""
    text = "the Java recipe"
    java = find_java(text)
    if java.compiler is None:
        raise AssayError(f"{text} needs a Java with a compiler, which is not on the PATH")
    jars = ensure_released_jars("org.apache.kafka", "kafka-clients", release, text)
    return java.program, "-XX:TieredStopAtLevel=1", "-cp", ":".join(jars.path), str(RECIPES / "java/Consumer.java")


def confluent_folder() -> Path:
    """The folder to import confluent-kafka from, fetched first where it is missing."""
    name, release = "confluent-kafka", CONFLUENT_KAFKA
    if (sys.version_info[:2], sys.platform) != _WHEEL:
        raise AssayError(f"the {PINNED_WHEEL} of {name} is for Python 3.11 on Linux")
    artefact = Artefact(kind="python", name=name, version=release, recipe=recipe_of(()))
    return ensure_artefact(artefact, partial(unpack_release, name, release))


def confluent_program() -> Words:
    """The recipe of confluent-kafka."""
    return "env", f"PYTHONPATH={confluent_folder()}", sys.executable, str(RECIPES / "confluent-kafka" / "consumer.py")


def _node_program(recipe: str, package: str, release: str, folder: Path) -> Words:
    """A copy of the recipe in a folder of its own, where node finds the package."""
    node = find_program("node", package)
    home = ensure_installed(package, release, package)
    place = Path(mkdtemp(prefix=recipe, dir=folder))
    (place / "node_modules").symlink_to(home / "node_modules")
    return node, str(shutil.copy(RECIPES / recipe / "consumer.mjs", place))


kafkajs_program: Program = partial(_node_program, "kafkajs", "kafkajs", KAFKAJS)
platformatic_program: Program = partial(_node_program, "platformatic", "@platformatic/kafka", PLATFORMATIC)

_GO_PROGRAM = "consumer"
_GO_BUILD = ("build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o", _GO_PROGRAM, ".")
_SINCE = {"kip848.go": (1, 20)}
"""A file of a recipe in Go, and the first release of the client that it can be built with."""


def go_program(client: str, release: str | None = None, source: Path | None = None) -> Words:
    """
    The recipe of a Go client, built first where it is missing.

    Without a `release` it has the one that the recipe pins. `source` is a program to build instead of the recipe's.
    """
    folder = RECIPES / client
    # The client is required first.
    required = next(line for line in (folder / "go.mod").read_text("utf-8").splitlines() if line.startswith("require "))
    module, pinned = required.split()[-2:]
    sources = sorted(folder.glob("*.*")) if source is None else [source, folder / "go.mod", folder / "go.sum"]
    recipe = recipe_of(sources, *_GO_BUILD, sys.platform, platform.machine())
    name = f"{client} {_GO_PROGRAM if source is None else source.stem}"
    artefact = Artefact(kind="go", name=name, version=release or pinned, recipe=recipe)
    other = None if release in (None, pinned) else f"{module}@{release}"
    return (str(ensure_artefact(artefact, partial(_build_go, client, sources, other)) / _GO_PROGRAM),)


def _build_go(client: str, sources: Iterable[Path], other: str | None, folder: Path) -> Mapping[str, str]:
    for path in sources:
        if path.name in _SINCE and other is not None and release_key(other.partition("@")[2]) < _SINCE[path.name]:
            continue
        shutil.copy(path, folder)
    tool = run_go(("env", "GOVERSION"), folder, client).strip()
    if other is not None:
        run_go(("get", other), folder, client)
    run_go(_GO_BUILD, folder, client)
    return {"go": tool}


_RUST_BUILD = ("cargo", "build", "--quiet", "--locked")
_RUST_SOURCES = ("Cargo.toml", "Cargo.lock", "consumer.rs")


def rust_program(client: str, version: str) -> Words:
    """The recipe of a Rust client, built first where it is missing."""
    folder = RECIPES / client
    recipe = recipe_of([folder / name for name in _RUST_SOURCES], *_RUST_BUILD, sys.platform, platform.machine())
    artefact = Artefact(kind="cargo", name=f"{client} consumer", version=version, recipe=recipe)
    return (str(ensure_artefact(artefact, partial(_build_rust, client)) / f"{client}-consumer"),)


def _build_rust(client: str, folder: Path) -> Mapping[str, str]:
    """Build with the versions and the checksums of the recipe's lock file. Keep only the program."""
    target, program = folder / "target", f"{client}-consumer"
    for name in _RUST_SOURCES:
        shutil.copy(RECIPES / client / name, folder)
    run_tool(_RUST_BUILD, folder=folder, target_text=client, environment={"CARGO_TARGET_DIR": str(target)})
    shutil.copy(target / "debug" / program, folder / program)
    shutil.rmtree(target)
    return {"rustc": run_tool(("rustc", "--version"), folder=folder, target_text=client).strip()}


class WireClient(NamedTuple):
    """A client with a host and a recipe: `strategies` maps each strategy on the wire to the target of the host."""

    program: Program
    strategies: Mapping[str, str]


_STRATEGIES = ("range", "roundrobin", "sticky", "cooperative-sticky")
_JAVA = ("RangeAssignor", "RoundRobinAssignor", "StickyAssignor", "CooperativeStickyAssignor")


def _installed(client: str, *strategies: str) -> WireClient:
    """A Python client. Its hosts use the installed release, as its recipe does."""
    return WireClient(plain(installed_program, client), {one: f"{client}:{one}" for one in strategies})


def _released(program: Program, host: str, assignors: Mapping[str, str]) -> WireClient:
    """A client at its newest release. `assignors` maps strategies to the names that its host gives them."""
    release = IMPLEMENTATIONS[host][0].rpartition(":")[0]
    return WireClient(program, {strategy: f"{release}:{assignor}" for strategy, assignor in assignors.items()})


def _alike(*names: str) -> dict[str, str]:
    return dict(zip(names, names, strict=True))


CLIENTS = {
    "kafka-python": _installed("kafka-python", *_STRATEGIES),
    "aiokafka": _installed("aiokafka", *_STRATEGIES[:3]),
    "sarama": _released(plain(go_program, "sarama"), "sarama", _alike(*_STRATEGIES)),
    "franz-go": _released(plain(go_program, "franz-go"), "franz-go", _alike(*_STRATEGIES)),
    "kafka-clients": _released(plain(java_program), "kafka-clients", dict(zip(_STRATEGIES, _JAVA, strict=True))),
    "confluent-kafka": _released(
        plain(confluent_program),
        "librdkafka",
        {**_alike("range", "roundrobin"), "cooperative-sticky": "cooperative-sticky-adjusted"},
    ),
    "kafkajs": _released(kafkajs_program, "kafkajs", {"RoundRobinAssigner": "roundrobin"}),
    "platformatic": _released(platformatic_program, "platformatic", _alike("roundrobin", "cooperative-sticky")),
}
"""Name -> client."""
