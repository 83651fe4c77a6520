from collections.abc import Sequence
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.group_reader import UnreadableGroup
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.samples import SAMPLES, SampleCounts, keep_sampling, read_samples

GROUP = group_of({"t0": 2}, {"C0": ["t0"]}, name="g")
HIDDEN = UnreadableGroup(name="h", why="hidden")


class _Cluster:
    """Gives these looks one after another; the user interrupts after the last."""

    def __init__(self, *looks: Sequence[Group | UnreadableGroup] | AssayError) -> None:
        self._looks = list(looks)
        self.waited: list[float] = []
        self.told: list[str] = []

    def look(self) -> Sequence[Group | UnreadableGroup]:
        found = self._looks.pop(0)
        if isinstance(found, AssayError):
            raise found
        return found

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        if not self._looks:
            raise KeyboardInterrupt

    def sample(self, out: Path) -> SampleCounts:
        return keep_sampling(self.look, 60, out, self.told.append, self.wait, iter([0.0, 5.0, 70.0, 130.0]).__next__)


def test_every_look_is_written_until_the_user_interrupts(tmp_path: Path) -> None:
    tally = _Cluster([GROUP, HIDDEN], [GROUP]).sample(tmp_path)

    samples = list(read_samples(tmp_path / SAMPLES))
    assert (2, 3) == (tally.looks, tally.groups)
    assert [("g", None), ("h", "hidden"), ("g", None)] == [(sample.name, sample.error) for sample in samples]
    assert samples[0].captured_at < samples[2].captured_at
    assert (1, True) == (samples[0].members, samples[0].captured_at.tzinfo is not None)


def test_a_slow_look_does_not_shift_the_later_ones(tmp_path: Path) -> None:
    cluster = _Cluster([GROUP], [GROUP], [GROUP])

    cluster.sample(tmp_path)

    assert [55, 50, 50] == cluster.waited


def test_a_cluster_that_is_away_later_is_recorded(tmp_path: Path) -> None:
    cluster = _Cluster([GROUP], AssayError("no answer"), [GROUP])

    tally = cluster.sample(tmp_path)

    assert (3, 1) == (tally.looks, tally.failed)
    assert [None, "no answer", None] == [sample.error for sample in read_samples(tmp_path / SAMPLES)]
    assert cluster.told[1].endswith("no answer")


def test_a_cluster_that_is_away_at_first_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="no answer"):
        _Cluster(AssayError("no answer")).sample(tmp_path)

    assert not (tmp_path / SAMPLES).exists()


def test_another_parquet_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.parquet").write_bytes(b"PAR1")

    with pytest.raises(AssayError, match="cannot be read as samples"):
        list(read_samples(tmp_path / "other.parquet"))
