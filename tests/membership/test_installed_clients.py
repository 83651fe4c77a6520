"""The rules of the two Python clients, compared with what their own assignors write into a JoinGroup."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Member
from kafka_assay.membership.client_families import model_of
from kafka_assay.membership.member_state import MemberState


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """Client and protocol -> what the real assignor writes."""
    script = Path(__file__).with_name("print_claims.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("which", ["kafka-python cooperative", "kafka-python eager", "aiokafka eager"])
def test_the_model_sends_what_the_client_sends(written: dict[str, Any], which: str) -> None:
    client, _, protocol = which.partition(" ")
    config = Member(id="C0", subscription=("t1",))
    model = model_of(client, Protocol(protocol))

    sent = MemberState(config=config, model=model).received((("t0", (0, 1)),), 3).metadata()

    claims = [[topic, list(ids)] for topic, ids in sent.claims]
    assert written[which] == {"claims": claims, "version": sent.version, "user_data": sent.user_data}
