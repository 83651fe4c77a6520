"""Reading cases, lives and groups."""

import json
from pathlib import Path

import pytest

from assay.files.cases import read_example
from kafka_assay.assignors.errors import AssayError

GROUP = {"format": "assay-group/1", "topics": {"t0": 1}, "members": [{"id": "C0", "subscription": ["t0"]}]}
LIFE = {"format": "assay-life/1", "group": GROUP}


@pytest.mark.parametrize("part", [{"protocol": "eager", "events": []}, {"events": [{"miss_sync": ["C0"]}]}])
def test_a_life_for_the_model_of_members_is_refused(tmp_path: Path, part: dict[str, object]) -> None:
    file = tmp_path / "life.json"
    file.write_text(json.dumps(LIFE | part), encoding="utf-8")

    with pytest.raises(AssayError, match="a life without clients and protocol"):
        read_example(str(file))
