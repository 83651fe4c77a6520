"""`assay capture` against a real broker and groups of real clients; what it shows is what the clients say."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.samples import read_samples
from tests.broker.conftest import LiveGroups
from tests.support.broker.real_broker import USERS

pytestmark = pytest.mark.broker

ASSAY = (sys.executable, "-m", "assay")
SEEN_BY_READER = {"g-ak", "g-ck", "g-ck-kip", "g-hidden", "g-java", "g-kip", "g-kp"}


def _capture(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ASSAY, "capture", *words], capture_output=True, text=True, timeout=60, check=False)


def _groups(done: subprocess.CompletedProcess[str]) -> dict[str, Group]:
    documents: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        document["name"]: group_from_json(document) for document in documents if document["format"] == "assay-group/1"
    }


def _owned(group: Group) -> dict[str, set[str]]:
    return {str(member.client_id): {str(claim) for claim in member.claims()} for member in group.members}


def _login(folder: Path, protocol: str, mechanism: str, user: str, *more: str, password: str | None = None) -> str:
    file = folder / "client.properties"
    secret = USERS[user] if password is None else password
    module = "plain.Plain" if mechanism == "PLAIN" else "scram.Scram"
    jaas = f'org.apache.kafka.common.security.{module}LoginModule required username="{user}" password="{secret}";'
    lines = (f"security.protocol={protocol}", f"sasl.mechanism={mechanism}", f"sasl.jaas.config={jaas}", *more)
    file.write_text("\n".join(lines))
    return str(file)


@pytest.mark.parametrize("name", ["g-java", "g-kip", "g-kp", "g-ak", "g-ck", "g-ck-kip"])
def test_the_members_own_what_their_clients_say(groups: LiveGroups, name: str) -> None:
    done = _capture("--bootstrap-server", groups.broker.address, "--group", name)

    assert 0 == done.returncode, done.stderr
    assert {name: groups.owned(name)} == {name: _owned(group) for name, group in _groups(done).items()}


def test_without_names_every_consumer_group_is_captured(groups: LiveGroups) -> None:
    done = _capture("--bootstrap-server", groups.broker.address)

    assert SEEN_BY_READER | {"g-hidden-kip", "private"} == set(_groups(done))


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_a_user_who_may_only_describe_sees_classic_and_kip_848_groups(
    groups: LiveGroups, tmp_path: Path, mechanism: str
) -> None:
    config = _login(tmp_path, "SASL_PLAINTEXT", mechanism, "reader")

    done = _capture("--bootstrap-server", groups.broker.sasl_address, "--client-config", config)

    assert SEEN_BY_READER == set(_groups(done))
    assert 2 == done.returncode
    assert "group 'g-hidden-kip' cannot be read: ConsumerGroupDescribe: TOPIC_AUTHORIZATION_FAILED" in done.stderr


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_tls_and_login_work_for_both_protocols(groups: LiveGroups, tmp_path: Path, mechanism: str) -> None:
    trust = ("ssl.truststore.type=PEM", f"ssl.truststore.location={groups.broker.authority}")
    config = _login(tmp_path, "SASL_SSL", mechanism, "reader", *trust)

    which = ("--group", "g-java", "--group", "g-kip")
    done = _capture("--bootstrap-server", groups.broker.tls_address, "--client-config", config, *which)

    assert (0, {"g-java", "g-kip"}) == (done.returncode, set(_groups(done)))


def test_a_hidden_topic_is_said_in_the_assumptions(groups: LiveGroups, tmp_path: Path) -> None:
    config = _login(tmp_path, "SASL_PLAINTEXT", "PLAIN", "reader")

    done = _capture("--bootstrap-server", groups.broker.sasl_address, "--client-config", config, "--group", "g-hidden")

    assert any("topic hidden has no more partitions" in said for said in _groups(done)["g-hidden"].assumptions)


def test_a_user_without_rights_sees_no_group(groups: LiveGroups, tmp_path: Path) -> None:
    config = _login(tmp_path, "SASL_PLAINTEXT", "PLAIN", "nobody")

    done = _capture("--bootstrap-server", groups.broker.sasl_address, "--client-config", config)

    assert (0, "") == (done.returncode, done.stdout)
    assert "no consumer group that this user may describe" in done.stderr


@pytest.mark.parametrize(
    ("port", "login", "words", "said"),
    [
        ("sasl_address", ("SASL_PLAINTEXT", "PLAIN", "wrong"), (), "the login of reader failed"),
        ("sasl_address", ("SASL_PLAINTEXT", "SCRAM-SHA-256", "wrong"), (), "the login of reader failed"),
        ("tls_address", ("SASL_SSL", "PLAIN", None), (), "TLS: self-signed certificate"),
        ("tls_address", None, (), "TLS or SASL"),
        ("sasl_address", None, (), "need a login"),
        ("address", None, ("--group", "g-jva"), "'g-jva' that this user may describe; did you mean 'g-java'?"),
    ],
)
def test_a_capture_that_is_refused_is_one_line(
    groups: LiveGroups,
    tmp_path: Path,
    port: str,
    login: tuple[str, str, str | None] | None,
    words: tuple[str, ...],
    said: str,
) -> None:
    if login is not None:
        protocol, mechanism, password = login
        words = ("--client-config", _login(tmp_path, protocol, mechanism, "reader", password=password))

    done = _capture("--bootstrap-server", getattr(groups.broker, port), *words)

    assert (2, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert said in done.stderr


def test_a_capture_is_audited_through_a_pipe(groups: LiveGroups, tmp_path: Path) -> None:
    captured = _capture("--bootstrap-server", groups.broker.address)

    audited = subprocess.run(
        [*ASSAY, "audit", "-", "--out", str(tmp_path / "out"), "--json"],
        input=captured.stdout,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert 0 == audited.returncode, audited.stderr
    assert len(SEEN_BY_READER) + 2 == json.loads(audited.stdout)["groups"]


def test_capturing_joins_no_group_and_creates_no_topic(groups: LiveGroups) -> None:
    start = groups.broker.lines.count()

    _capture("--bootstrap-server", groups.broker.address)

    said = [line for line in groups.broker.lines.since(start) if "rebalance" in line or "reat" in line]
    assert [] == said


def test_sampling_goes_on_until_it_is_interrupted(groups: LiveGroups, tmp_path: Path) -> None:
    words = ["--bootstrap-server", groups.broker.address, "--every", "0.5", "--out", str(tmp_path)]
    sampling = subprocess.Popen([*ASSAY, "capture", *words], stderr=subprocess.PIPE, text=True)
    assert sampling.stderr is not None
    while "sample 2" not in sampling.stderr.readline():
        pass

    sampling.send_signal(signal.SIGINT)

    said = sampling.communicate(timeout=30)[1]
    looks = {sample.captured_at for sample in read_samples(tmp_path / "samples.parquet")}
    assert 130 == sampling.returncode
    assert f"interrupted; {len(looks)} samples" in said
    assert len(looks) >= 2
