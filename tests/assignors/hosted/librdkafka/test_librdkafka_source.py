"""Which package contains which release. The clients of the registries are scripts here."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.librdkafka.librdkafka_host import (
    Carrier,
    fetch_source,
    find_carrier,
    known_carriers,
)
from kafka_assay.assignors.hosted.target_kinds import parse_target

TARGET = parse_target("librdkafka==2.15.1:range")
NPM = Carrier("npm", "node-rdkafka", "2.11.0")
CARGO = Carrier("cargo", "rdkafka-sys", "4.0.0+1.6.1")
HEADER = "#define RD_KAFKA_VERSION  0x010601ff\n"
TOLD = '[{"version": "1.0.0", "librdkafka": "2.6.1"}, {"version": "9.9.9", "librdkafka": "9.0.0"}]'


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a PATH with only what a test puts there, and an empty cache."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def tool(programs: Path, name: str, script: str) -> None:
    """Put a program into the PATH that runs the shell `script`."""
    path = programs / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def package(folder: Path, header: str, name: str = "package/deps/librdkafka/src/rdkafka.h") -> Path:
    """Return an npm package with the one file `name`."""
    (folder / "rdkafka.h").write_text(header)
    path = folder / "carrier.tgz"
    with tarfile.open(path, "w:gz") as packed:
        packed.add(folder / "rdkafka.h", name)
    return path


def test_package_is_chosen_by_the_installed_registry_client(programs: Path) -> None:
    """The table's first package, unless only another one's client is installed."""
    assert NPM == find_carrier("1.6.1", "me")

    tool(programs, "cargo", "exit 1")

    assert CARGO == find_carrier("1.6.1", "me")


def test_newer_release_is_looked_up_in_the_registry(programs: Path) -> None:
    tool(programs, "npm", f"echo '{TOLD}'")

    assert Carrier("npm", "@confluentinc/kafka-javascript", "9.9.9") == find_carrier("9.0.0", "me")


def test_release_without_a_package_is_rejected(programs: Path) -> None:
    """The message lists those available."""
    tool(programs, "npm", f"echo '{TOLD}'")

    with pytest.raises(AssayError, match=r"^librdkafka==0\.9\.9:range: unsupported release: .* supported: 1\.4\.2, "):
        host_command_of("0.9.9", programs)


def host_command_of(release: str, programs: Path) -> object:
    """Return the command for range of `release`, with a compiler that only prints its version."""
    for name in ("gcc", "make"):
        tool(programs, name, "echo 1.0")
    return parse_target(f"librdkafka=={release}:range").host_command()


def test_missing_compiler_is_reported_before_fetching() -> None:
    with pytest.raises(AssayError, match=r"^librdkafka==2\.15\.1:range needs gcc, which is not on the PATH$"):
        TARGET.host_command()


@pytest.mark.parametrize(("release", "client"), [("2.15.1", "npm"), ("1.6.0", "cargo")])
def test_missing_registry_client_is_named(programs: Path, release: str, client: str) -> None:
    with pytest.raises(AssayError, match=rf"^librdkafka==.*:range needs {client}, which is not on the PATH$"):
        host_command_of(release, programs)


def test_releases_merge_the_table_and_the_registry(programs: Path) -> None:
    """Oldest first, each once."""
    tool(programs, "npm", f"echo '{TOLD}'")

    listed = TARGET.list_releases()

    assert ("1.4.2", "9.0.0") == (listed[0], listed[-1])
    assert [*known_carriers(), "9.0.0"] == list(listed)


def test_only_librdkafka_sources_are_unpacked(programs: Path, scratch: Path, tmp_path: Path) -> None:
    packed = package(tmp_path, HEADER)
    tool(programs, "npm", f"{shutil.which('cp', path='/bin:/usr/bin')} {packed} . && echo carrier.tgz")

    source = fetch_source("1.6.1", NPM, scratch, "me")

    assert HEADER == (source / "src" / "rdkafka.h").read_text()
    assert ["package"] == [path.name for path in scratch.iterdir()]


@pytest.mark.parametrize(
    ("header", "name", "why"),
    [
        (HEADER, "package/deps/librdkafka/src/rdkafka.h", r"contains 1\.6\.1, not 1\.6\.2"),
        ("#define RD_KAFKA_VERSION 0x01060203", "package/deps/librdkafka/src/rdkafka.h", r"contains 1\.6\.2-rc3"),
        (HEADER, "package/src/rdkafka.h", "contains no librdkafka"),
    ],
)
def test_package_with_another_release_is_rejected(
    programs: Path, scratch: Path, tmp_path: Path, header: str, name: str, why: str
) -> None:
    """The number in the source's own header counts."""
    packed = package(tmp_path, header, name)
    tool(programs, "npm", f"{shutil.which('cp', path='/bin:/usr/bin')} {packed} . && echo carrier.tgz")

    with pytest.raises(AssayError, match=rf"^me: node-rdkafka 2\.11\.0 {why}"):
        fetch_source("1.6.2", NPM, scratch, "me")


def test_cargo_fetches_with_a_separate_manifest(programs: Path, scratch: Path) -> None:
    """It names one dependency, at exactly that version."""
    there = "vendor/rdkafka-sys-4.0.0+1.6.1/librdkafka/src"
    mkdir = shutil.which("mkdir", path="/bin:/usr/bin")
    tool(programs, "cargo", f"{mkdir} -p {there} && echo '{HEADER.strip()}' > {there}/rdkafka.h")

    source = fetch_source("1.6.1", CARGO, scratch, "me")

    assert scratch / "vendor/rdkafka-sys-4.0.0+1.6.1/librdkafka" == source
    assert 'rdkafka-sys = { version = "=4.0.0+1.6.1", ' in (scratch / "Cargo.toml").read_text()
