from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.go.go_host import MODULES, resolve_release, run_go
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Assignment, group_of
from tests.assignors.hosted.real_hosts import put_program, start_or_skip
from tests.support.messages import one_line

FRANZ = "github.com/twmb/franz-go"
SARAMA = "github.com/Shopify/sarama"


@pytest.mark.parametrize("version", ["v1.22.2", "1.22.2"])
def test_release_is_accepted_with_or_without_v(version: str) -> None:
    module, release = resolve_release(FRANZ, version, "sticky", "x")

    assert (FRANZ, "v1.22.2") == (module.path, release)


@pytest.mark.parametrize(
    ("release", "told"),
    [
        (("github.com/twmb/franzgo", "v1.22.2", "sticky"), "did you mean 'github.com/twmb/franz-go'?"),
        ((FRANZ, "v1.22.2", "stiky"), "did you mean 'sticky'?"),
        ((SARAMA, "v1.38.1", "cooperative-sticky"), "no assignor 'cooperative-sticky'"),
        ((FRANZ, "master", "sticky"), "'master' is not a release: expected one like v0.8.0"),
        ((FRANZ, "v0.7.1", "sticky"), "releases of github.com/twmb/franz-go before v0.8.0 are unsupported"),
        (("github.com/IBM/sarama", "1.38.1", "range"), "its module path was github.com/Shopify/sarama"),
    ],
)
def test_unsupported_target_is_rejected_in_one_line(release: tuple[str, str, str], told: str) -> None:
    """Nothing is fetched or built."""
    with pytest.raises(AssayError, match=one_line("go:target: ", told)):
        resolve_release(*release, "go:target")


def test_features_are_read_from_the_release_sources(tmp_path: Path) -> None:
    (tmp_path / "balance_strategy.go").write_text("var BalanceStrategySticky = &stickyBalanceStrategy{}\n")

    assert ("sticky",) == MODULES[SARAMA].tags(tmp_path)


RELEASE = "github.com/segmentio/kafka-go@v0.4.51"
GROUP = group_of({"t0": 5}, {"C0": ["t0"], "C1": ["t0"]})


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a release, in a folder that can be changed."""
    folder = tmp_path_factory.mktemp("go")
    (folder / "go.mod").write_text("module x\n")
    fetched = start_or_skip(RELEASE, lambda: run_go(("mod", "download", "-json", RELEASE), folder, RELEASE))
    copied = folder / "kafka-go"
    shutil.copytree(json.loads(fetched)["Dir"], copied, copy_function=shutil.copyfile)
    for path in (copied, *copied.rglob("*")):
        path.chmod(0o755)
    return copied


def answer_of(text: str) -> tuple[Assignment, str]:
    """The answer of a target to the group, and its version."""
    with closing(open_target(text, call_timeout=60)) as target:
        return target.assign(GROUP), target.version


@pytest.mark.integration
def test_change_of_the_sources_is_another_host(checkout: Path) -> None:
    before, version = answer_of(f"gomod:{checkout}:roundrobin")
    source = checkout / "groupbalancer.go"
    text = source.read_text()
    source.write_text(text.replace("partitionIndex % memberCount", "(partitionIndex+1) % memberCount"))
    assert text != source.read_text()

    after, later = answer_of(f"gomod:{checkout}:roundrobin")

    assert {"C0": {"t0": [0, 2, 4]}, "C1": {"t0": [1, 3]}} == before
    assert {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2, 4]}} == after
    assert version.startswith("v0.0.0-local.")
    assert version != later


@pytest.mark.parametrize(
    ("required", "told"),
    [
        (None, "go.mod: No such file or directory: expected the folder of a Go module"),
        ("go 1.23\n", "go.mod: has no line `module PATH`"),
        ("module github.com/twmb/franzgo\n", "did you mean 'github.com/twmb/franz-go'?"),
        ("module github.com/twmb/franz-go\n", "no assignor 'stiky'; did you mean 'sticky'?"),
    ],
)
def test_folder_without_a_supported_module_is_one_line(tmp_path: Path, required: str | None, told: str) -> None:
    if required is not None:
        (tmp_path / "go.mod").write_text(required)

    with pytest.raises(AssayError, match=one_line(f"gomod:{tmp_path}:stiky: ", told)):
        open_target(f"gomod:{tmp_path}:stiky")


def test_unknown_release_shows_the_message_of_go(programs: Path) -> None:
    put_program(programs, "go", 'case $1 in get) echo "invalid version: unknown revision v1.22.2" >&2; exit 1;; esac')

    with pytest.raises(AssayError, match=r"`go get .*` failed: invalid version: unknown revision v1\.22\.2$"):
        parse_target(f"go:{FRANZ}@v1.22.2:sticky").host_command()
