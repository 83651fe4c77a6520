"""
Build a host of a Go client: our sources and a pinned requirement, with the standard Go tool.

The Go tool lists releases, fetches them through the user's module proxy, and verifies them with the checksum database.
The built program needs neither Go nor a network. A module in a folder of this machine is the user's own version of a
client. Its dependencies come from the user's module cache or proxy. Any change to its sources gives another host.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts import Artefact, Make, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import check_pin
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName
from kafka_assay.assignors.hosted.tools import run_tool

HERE = Path(__file__).parent
_VERSION = re.compile(r"v?\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?")
_HOST = "host"
_PROTOCOL = HERE / "protocol"
_SARAMA_PATH = "github.com/IBM/sarama"
_GO_MOD = "module assay-host\n\ngo 1.23\n"
_BUILD = ("build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w")
_ALIKE = (_GO_MOD, *_BUILD, sys.platform, platform.machine())

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_LANGUAGE = re.compile(r"^go\s+(\d+\.\d+(?:\.\d+)?)", re.MULTILINE)
_OLDEST = "1.23"
"""The language version of our own sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoModule:
    """
    A client: the module, the folder of our sources, the folder of its package with balancers, and their names.

    The names cover all releases. `oldest` is the first release that can be hosted, and `before` says why no older one
    can. `features` maps a build tag to a text in the release's sources that shows that the release has the feature.
    """

    path: str
    sources: str
    package: str
    assignors: tuple[str, ...]
    oldest: str
    before: str
    features: Mapping[str, str]

    @property
    def recipe(self) -> str:
        """The recipe of a host: it changes with our sources and build steps."""
        return recipe_of((_PROTOCOL, HERE / self.sources), *_ALIKE, *self.features.values())

    def tags(self, downloaded: Path) -> tuple[str, ...]:
        """The features of the release in `downloaded`, as build tags."""
        sources = [path for path in (downloaded / self.package).glob("*.go") if not path.name.endswith("_test.go")]
        texts = [path.read_text("utf-8") for path in sources]
        return tuple(tag for tag, telling in self.features.items() if any(telling in text for text in texts))


_SARAMA = {
    "constructors": "func NewBalanceStrategyRange()",
    "sticky": "var BalanceStrategySticky ",
    "cooperative": "func NewBalanceStrategyCooperativeSticky()",
    "listed": "type GroupMember struct",
    "filled": "delete(members, memberID)",
}
_STICKY_TOO = ("range", "roundrobin", "sticky", "cooperative-sticky")

MODULES = {
    module.path: module
    for module in (
        GoModule(
            path="github.com/twmb/franz-go",
            sources="franz-go",
            package="pkg/kgo",
            assignors=_STICKY_TOO,
            oldest="v0.8.0",
            before="older releases are not supported",
            features={},
        ),
        GoModule(
            path="github.com/IBM/sarama",
            sources="sarama",
            package="",
            assignors=_STICKY_TOO,
            oldest="v1.40.0",
            before="its module path was github.com/Shopify/sarama",
            features=_SARAMA,
        ),
        GoModule(
            path="github.com/Shopify/sarama",
            sources="sarama",
            package="",
            assignors=("range", "roundrobin", "sticky"),
            oldest="v1.19.0",
            before="it had no consumer groups",
            features=_SARAMA,
        ),
        GoModule(
            path="github.com/segmentio/kafka-go",
            sources="kafka-go",
            package="",
            assignors=("range", "roundrobin", "rack-affinity"),
            oldest="v0.2.0",
            before="it had no balancers of its own",
            features={"rack_affinity": "type RackAffinityGroupBalancer struct"},
        ),
    )
}
"""Path of a module -> the client."""


def find_module(path: str, target_text: str, assignor: str | None = None) -> GoModule:
    """The client at `path`, which has this `assignor`. Raises `AssayError` with `target_text` first."""
    module = MODULES.get(path)
    if module is None:
        tip = spelling_tip(path, MODULES) or f"; supported modules: {', '.join(MODULES)}"
        raise AssayError(f"{target_text}: unsupported Go module {path!r}{tip}")
    if assignor is not None and assignor not in module.assignors:
        tip = spelling_tip(assignor, module.assignors) or f"; it has {', '.join(module.assignors)}"
        raise AssayError(f"{target_text}: {module.path} has no assignor {assignor!r}{tip}")
    return module


def resolve_release(path: str, version: str, assignor: str, target_text: str) -> tuple[GoModule, str]:
    """
    The client at `path`, and its release in Go's form, where it has such an `assignor`. Raises `AssayError`.

    >>> resolve_release("github.com/twmb/franz-go", "1.22.2", "sticky", "")[1]
    'v1.22.2'
    """
    module, key = find_module(path, target_text, assignor), ReleaseOrder.SEMANTIC.sort_key
    if not _VERSION.fullmatch(version):
        raise AssayError(f"{target_text}: {version!r} is not a release: expected one like {module.oldest}")
    if key(version) < key(module.oldest):
        raise AssayError(
            f"{target_text}: releases of {module.path} before {module.oldest} are unsupported: {module.before}"
        )
    return module, "v" + version.removeprefix("v")


def host_command(name: TargetName) -> HostCommand:
    """The command that starts the host of a release, or of a module in a folder; it is built first where missing."""
    if name.is_released:
        module, version = resolve_release(name.package, name["release"], name.assignor, name.text)
        build: Make = partial(_build_release, module, version, name.text)
    else:
        module, version, build = _local_module(Path(name["path"]), name.assignor, name.text)
    artefact = Artefact(kind="go", name=module.path, version=version, recipe=module.recipe)
    return HostCommand(words=(str(ensure_artefact(artefact, build) / _HOST),), assignor=name.assignor)


def list_releases(name: TargetName) -> tuple[str, ...]:
    """All releases of the module, oldest first, including retracted ones. Raises `AssayError`."""
    known = find_module(name.package, f"go:{name.package}")
    with TemporaryDirectory() as folder:
        (Path(folder) / "go.mod").write_text("module assay-host\n", "utf-8")
        words = ("list", "-m", "-versions", "-retracted", known.path)
        return tuple(run_go(words, Path(folder), f"go:{known.path}").split()[1:])


def run_go(words: tuple[str, ...], folder: Path, target_text: str) -> str:
    """
    Run the Go tool in `folder`, without the user's own settings, and return its output.

    It fetches no newer toolchain for a release, unless the user's `GOTOOLCHAIN` allows it.
    """
    settings = {
        "CGO_ENABLED": "0",
        "GO111MODULE": "on",
        "GOFLAGS": "-mod=mod",
        "GOWORK": "off",
        "GOTOOLCHAIN": os.environ.get("GOTOOLCHAIN", "local"),
    }
    return run_tool(("go", *words), folder=folder, target_text=target_text, environment=settings)


def _build_release(module: GoModule, version: str, target_text: str, folder: Path) -> dict[str, str]:
    (folder / "go.mod").write_text(_GO_MOD, "utf-8")
    run_go(("get", f"{module.path}@{version}"), folder, target_text)
    fetched = json.loads(run_go(("mod", "download", "-json", f"{module.path}@{version}"), folder, target_text))
    contents = Path(fetched["Zip"]).with_suffix(".ziphash")
    check_pin("go", module.path, version, contents.name, contents)
    return _compile_host(module, Path(fetched["Dir"]), folder, target_text)


def _compile_host(module: GoModule, sources: Path, folder: Path, target_text: str) -> dict[str, str]:
    """
    Compile the host in `folder`, whose `go.mod` requires the module. Returns the tool's version and the build tags.

    The tags follow from the module's own `sources`.
    """
    for source in (*_PROTOCOL.glob("*.go"), *(HERE / module.sources).glob("*.go")):
        # sarama changed its module path once. Each release is required under the path of its publication.
        text = source.read_text("utf-8").replace(_SARAMA_PATH, module.path)
        (folder / source.name).write_text(text, "utf-8")
    tags = ",".join(module.tags(sources))
    run_go((*_BUILD, f"-tags={tags}", "-o", _HOST, "."), folder, target_text)
    return {"go": run_go(("env", "GOVERSION"), folder, target_text).strip(), "tags": tags}


def _local_module(folder: Path, assignor: str, target_text: str) -> tuple[GoModule, str, Make]:
    """The module in `folder`, a version that changes with its sources, and its build. Raises `AssayError`."""
    try:
        required = (folder / "go.mod").read_text("utf-8")
    except OSError as wrong:
        raise AssayError(
            f"{target_text}: {folder / 'go.mod'}: {wrong.strerror}: expected the folder of a Go module"
        ) from None
    found = _MODULE.search(required)
    if found is None:
        raise AssayError(f"{target_text}: {folder / 'go.mod'}: has no line `module PATH`")
    module = find_module(found[1], target_text, assignor)
    sources = sorted(path for path in folder.rglob("*") if path.suffix in {".go", ".mod", ".sum"} and path.is_file())
    version = f"v0.0.0-local.{recipe_of(sources, *(path.relative_to(folder).as_posix() for path in sources))}"
    return module, version, partial(_build_local, module, version, folder.resolve(), required, target_text)


def _build_local(
    module: GoModule, version: str, sources: Path, required: str, target_text: str, folder: Path
) -> dict[str, str]:
    # The newer one of the language versions of the module and of our sources.
    languages = [_OLDEST, *_LANGUAGE.findall(required)]
    language = max(languages, key=lambda one: [int(part) for part in one.split(".")])
    lines = ("module assay-host", f"go {language}", f"require {module.path} {version}")
    (folder / "go.mod").write_text("\n\n".join((*lines, f'replace {module.path} => "{sources}"')) + "\n", "utf-8")
    return _compile_host(module, sources, folder, target_text)
