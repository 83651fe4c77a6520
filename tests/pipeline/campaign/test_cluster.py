"""A campaign on a real cluster on loopback. `tox run -e cluster` runs these tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.pipeline.campaign.plan import read_plan
from kafka_assay.pipeline.campaign.stretches import committed_rows, committed_stretches, stretch_folder
from tests.pipeline.campaign.campaigns import digests_of
from tests.pipeline.campaign.packed_environment import pack_environment, python_without_package
from tests.pipeline.campaign.standalone_cluster import Cluster, end_group, standalone_cluster, wait_until

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(3600)]

CAMPAIGN = ("range", "roundrobin", "sticky", "cooperative-sticky", "--groups", "4000", "--seed", "5")
PAIRS = 16_000


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A new cluster for each test: each loses something."""
    with standalone_cluster(tmp_path) as started:
        yield started


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A packed environment with our package."""
    return pack_environment(tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The digests of the same campaign on one local core."""
    folder = tmp_path_factory.mktemp("local") / "c"
    command = [sys.executable, "-m", "assay", "campaign", "run", str(folder), *CAMPAIGN, "--master", "local[1]"]
    subprocess.run(command, check=True, capture_output=True)
    return digests_of(folder)


def numbers_of_cases(folder: Path) -> list[int]:
    """The case of every row, sorted."""
    table = committed_rows(folder, read_plan(folder)).to_table(columns=["case"])
    return sorted(table["case"].to_pylist())


def committed(folder: Path) -> list[int]:
    """The stretches that count so far; none before the plan is written."""
    return committed_stretches(folder, read_plan(folder)) if (folder / "plan.json").exists() else []


def wait_for_first_stretch(run: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until a stretch counts. Fails with what the run said if it is over before."""
    wait_until(lambda: bool(committed(folder)) or run.poll() is not None, "the first stretch")
    assert committed(folder), tail_of(run.communicate()[1])


def tail_of(said: bytes) -> str:
    """The end of what Spark and our program said. Java's traces are long."""
    return said.decode()[-60_000:]


def files_of(folder: Path, stretches: list[int]) -> dict[str, int]:
    """The files of these stretches, and when each was written."""
    paths = (path for stretch in stretches for path in stretch_folder(folder, stretch).rglob("*"))
    return {str(path): path.stat().st_mtime_ns for path in paths if path.is_file()}


def test_campaign_survives_the_loss_of_a_worker(
    cluster: Cluster, archive: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    run = cluster.submit("run", str(folder), *CAMPAIGN, archive=archive)
    wait_for_first_stretch(run, folder)

    cluster.workers[0].kill()
    _, said = run.communicate()

    assert 0 == run.returncode, tail_of(said)
    assert [case for case in range(PAIRS // 4) for _ in range(4)] == numbers_of_cases(folder)
    assert expected == digests_of(folder)


def test_campaign_survives_the_loss_of_its_driver(
    cluster: Cluster, archive: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    run = cluster.submit("run", str(folder), *CAMPAIGN, archive=archive)
    wait_for_first_stretch(run, folder)

    end_group(run)
    before = committed(folder)
    files = files_of(folder, before)
    again = cluster.submit("resume", str(folder), archive=archive)
    _, said = again.communicate()

    assert 0 == again.returncode, tail_of(said)
    assert len(before) < read_plan(folder).stretches, "the run was over before it was killed"
    assert files == files_of(folder, before), "a committed stretch was judged again"
    assert [case for case in range(PAIRS // 4) for _ in range(4)] == numbers_of_cases(folder)
    assert expected == digests_of(folder)


def test_workers_without_the_package_are_reported_in_one_line(cluster: Cluster, tmp_path: Path) -> None:
    python = str(python_without_package(tmp_path))

    run = cluster.submit("run", str(tmp_path / "c"), *CAMPAIGN, archive=None, python=python)
    said, _ = run.communicate()  # spark-submit prints everything that our program says on stdout

    lines = [line for line in said.decode().splitlines() if line.startswith("assay: ")]
    assert 2 == run.returncode
    assert 1 == len(lines), lines
    assert "the campaign stopped: the Python of the workers has no kafka_assay" in lines[0]
