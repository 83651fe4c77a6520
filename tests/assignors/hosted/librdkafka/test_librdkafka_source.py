"""Which package contains which release. The clients of the registries are scripts here."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.librdkafka.librdkafka_host import Carrier, fetch_source, find_carrier, known_carriers
from kafka_assay.assignors.hosted.target_kinds import parse_target
from tests.assignors.hosted.real_hosts import put_program

NPM = Carrier("npm", "node-rdkafka", "2.11.0")
CARGO = Carrier("cargo", "rdkafka-sys", "4.0.0+1.6.1")
pytestmark = pytest.mark.usefixtures("programs")
HEADER = "#define RD_KAFKA_VERSION  0x010601ff\n"
PACKED = "package/deps/librdkafka/src"
TOLD = '[{"version": "1.0.0", "librdkafka": "2.6.1"}, {"version": "9.9.9", "librdkafka": "9.0.0"}]'


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def brings_package(programs: Path, folder: Path, header: str, name: str = f"{PACKED}/rdkafka.h") -> None:
    """Put an npm into the PATH that brings a package with the one file `name`."""
    (folder / "rdkafka.h").write_text(header)
    with tarfile.open(folder / "carrier.tgz", "w:gz") as packed:
        packed.add(folder / "rdkafka.h", name)
    copy = shutil.which("cp", path="/bin:/usr/bin")
    put_program(programs, "npm", f"{copy} {folder / 'carrier.tgz'} . && echo carrier.tgz")


def test_package_is_chosen_by_the_installed_registry_client(programs: Path) -> None:
    """The table's first package, unless only another one's client is installed. Newer ones are looked up."""
    assert NPM == find_carrier("1.6.1", "me")
    put_program(programs, "cargo", "exit 1")
    assert CARGO == find_carrier("1.6.1", "me")
    put_program(programs, "npm", f"echo '{TOLD}'")
    assert Carrier("npm", "@confluentinc/kafka-javascript", "9.9.9") == find_carrier("9.0.0", "me")


def test_release_without_a_package_is_rejected(programs: Path) -> None:
    """The message lists those available."""
    put_program(programs, "npm", f"echo '{TOLD}'")

    for name in ("gcc", "make"):
        put_program(programs, name, "echo 1.0")
    with pytest.raises(AssayError, match=r"^librdkafka==0\.9\.9:range: unsupported release: .* supported: 1\.4\.2, "):
        parse_target("librdkafka==0.9.9:range").host_command()


def test_releases_merge_the_table_and_the_registry(programs: Path) -> None:
    """Oldest first, each once."""
    put_program(programs, "npm", f"echo '{TOLD}'")

    listed = parse_target("librdkafka==2.15.1:range").list_releases()

    assert ("1.4.2", "9.0.0") == (listed[0], listed[-1])
    assert [*known_carriers(), "9.0.0"] == list(listed)


def test_only_librdkafka_sources_are_unpacked(programs: Path, scratch: Path, tmp_path: Path) -> None:
    brings_package(programs, tmp_path, HEADER)

    source = fetch_source("1.6.1", NPM, scratch, "me")

    assert HEADER == (source / "src" / "rdkafka.h").read_text()
    assert ["package"] == [path.name for path in scratch.iterdir()]


@pytest.mark.parametrize(
    ("header", "name", "why"),
    [
        (HEADER, f"{PACKED}/rdkafka.h", r"contains 1\.6\.1, not 1\.6\.2"),
        ("#define RD_KAFKA_VERSION 0x01060203", f"{PACKED}/rdkafka.h", r"contains 1\.6\.2-rc3"),
        (HEADER, "package/src/rdkafka.h", "contains no librdkafka"),
    ],
)
def test_package_with_another_release_is_rejected(
    programs: Path, scratch: Path, tmp_path: Path, header: str, name: str, why: str
) -> None:
    """The number in the source's own header counts."""
    brings_package(programs, tmp_path, header, name)

    with pytest.raises(AssayError, match=rf"^me: node-rdkafka 2\.11\.0 {why}"):
        fetch_source("1.6.2", NPM, scratch, "me")


def test_cargo_fetches_with_a_separate_manifest(programs: Path, scratch: Path) -> None:
    """It names one dependency, at exactly that version."""
    there = "vendor/rdkafka-sys-4.0.0+1.6.1/librdkafka/src"
    mkdir = shutil.which("mkdir", path="/bin:/usr/bin")
    put_program(programs, "cargo", f"{mkdir} -p {there} && echo '{HEADER.strip()}' > {there}/rdkafka.h")

    source = fetch_source("1.6.1", CARGO, scratch, "me")

    assert scratch / "vendor/rdkafka-sys-4.0.0+1.6.1/librdkafka" == source
    assert 'rdkafka-sys = { version = "=4.0.0+1.6.1", ' in (scratch / "Cargo.toml").read_text()
