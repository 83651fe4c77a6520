"""The supported Go clients, and the features that differ between their releases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, spelling_tip

HERE = Path(__file__).parent
_VERSION = re.compile(r"v?(?P<numbers>(?P<major>\d+)\.(?P<minor>\d+)\.(?P<patch>\d+))(?P<rest>[-+][0-9A-Za-z.+-]+)?")


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
    def folder(self) -> Path:
        """The folder of our sources for this client."""
        return HERE / self.sources

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


def find_module(path: str, target_text: str) -> GoModule:
    """The client at `path`. Raises `AssayError` with `target_text` first."""
    found = MODULES.get(path)
    if found is None:
        tip = spelling_tip(path, MODULES) or f"; supported modules: {', '.join(MODULES)}"
        raise AssayError(f"{target_text}: unsupported Go module {path!r}{tip}")
    return found


def find_module_with(path: str, assignor: str, target_text: str) -> GoModule:
    """The client at `path`, which has such an `assignor`. Raises `AssayError` with `target_text` first."""
    module = find_module(path, target_text)
    if assignor not in module.assignors:
        tip = spelling_tip(assignor, module.assignors) or f"; it has {', '.join(module.assignors)}"
        raise AssayError(f"{target_text}: {module.path} has no assignor {assignor!r}{tip}")
    return module


def resolve_release(path: str, version: str, assignor: str, target_text: str) -> tuple[GoModule, str]:
    """
    The client at `path`, and its release in Go's form, where it has such an `assignor`. Raises `AssayError`.

    >>> resolve_release("github.com/twmb/franz-go", "1.22.2", "sticky", "")[1]
    'v1.22.2'
    """
    module = find_module_with(path, assignor, target_text)
    found = _VERSION.fullmatch(version)
    if found is None:
        raise AssayError(f"{target_text}: {version!r} is not a release: expected one like {module.oldest}")
    if _version_numbers(found) < _version_numbers(_VERSION.fullmatch(module.oldest)):
        raise AssayError(
            f"{target_text}: releases of {module.path} before {module.oldest} are unsupported: {module.before}"
        )
    return module, "v" + version.removeprefix("v")


def _version_numbers(version: re.Match[str] | None) -> tuple[int, ...]:
    assert version is not None
    return tuple(int(version[part]) for part in ("major", "minor", "patch"))
