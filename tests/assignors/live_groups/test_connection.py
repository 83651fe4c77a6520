from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.classic_metadata import joined_generation, read_assignment, read_subscription
from kafka_assay.assignors.live_groups.client_settings import ClientSettings, Login, client_settings, parse_properties
from kafka_assay.assignors.live_groups.cluster import Cluster
from kafka_assay.assignors.live_groups.connection import Connection, conversation
from kafka_assay.assignors.model import Member
from kafka_assay.assignors.user_data import sticky_user_data


@contextmanager
def _server(reply: bytes | None) -> Iterator[int]:
    """A port that answers the first request with `reply` and closes; None: it never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def serve() -> None:
            with listening.accept()[0] as client:
                client.recv(1024)
                if reply is None:
                    done.wait()
                else:
                    client.sendall(reply)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            done.set()
            thread.join()


def test_a_port_where_nobody_listens_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    with pytest.raises(AssayError, match=rf"127\.0\.0\.1:{port}: cannot connect: Connection refused"):
        Connection("127.0.0.1", port, ClientSettings())


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (None, r"no answer to ApiVersions within 0\.2 s"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not a Kafka broker"),
        (b"", "may need TLS or SASL"),
        (struct.pack(">iihi", 10, 1, 0, 5), "an unreadable reply to ApiVersions"),
    ],
    ids=["no answer", "a web server", "a port that hangs up", "a cut reply"],
)
def test_what_is_no_readable_broker_is_an_error(reply: bytes | None, says: str) -> None:
    with _server(reply) as port, pytest.raises(AssayError, match=says):
        Connection("127.0.0.1", port, ClientSettings(seconds=0.2 if reply is None else 30.0))


@pytest.mark.parametrize("server", ["localhost", "localhost:", ":9092", "localhost:kafka", "localhost:99999", ""])
def test_an_address_without_host_or_port_is_refused(server: str) -> None:
    with pytest.raises(AssayError, match="expected HOST:PORT"):
        Cluster(server, ClientSettings())


PENCIL = Login(mechanism="SCRAM-SHA-256", user="user", password="pencil")
NONCE = "rOprNGfwEbeRWgbNEkqO"
CHALLENGE = b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"


def talk_of() -> Generator[bytes, bytes, None]:
    """A conversation whose first message was sent."""
    talk = conversation(PENCIL, NONCE)
    next(talk)
    return talk


def test_the_proof_is_that_of_the_example() -> None:
    talk = talk_of()

    last = talk.send(CHALLENGE)

    assert last.endswith(b"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")
    with pytest.raises(StopIteration):
        talk.send(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")


def test_a_broker_that_does_not_know_the_password_is_refused() -> None:
    talk = talk_of()
    talk.send(CHALLENGE)

    with pytest.raises(AssayError, match="did not prove that it knows the password"):
        talk.send(b"v=AAAA")


@pytest.mark.parametrize(
    ("challenge", "message"),
    [(b"e=unknown-user", "refused the login"), (CHALLENGE.replace(b"rOp", b"xOp"), "challenge is not genuine")],
)
def test_a_wrong_challenge_is_refused(challenge: bytes, message: str) -> None:
    with pytest.raises(AssayError, match=message):
        talk_of().send(challenge)


JAAS = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="u" password="p\\"w";'


def test_a_file_of_javas_tools_gives_login_and_tls() -> None:
    text = (
        "security.protocol = SASL_SSL\nsasl.mechanism: SCRAM-SHA-512\n"
        "sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\\n"
        '  username="u" password="p";\n'
        "ssl.truststore.type=PEM\nssl.truststore.location=/ca.pem\n"
    )

    settings = client_settings(parse_properties(text))

    assert settings.login is not None
    assert ("SCRAM-SHA-512", "u", "p") == (settings.login.mechanism, settings.login.user, settings.login.password)
    assert settings.tls is not None
    assert ("/ca.pem", True) == (settings.tls.authority_file, settings.tls.check_host)


def test_an_escaped_sign_in_a_password_is_plain() -> None:
    settings = client_settings(
        {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN", "sasl.jaas.config": JAAS}
    )

    assert settings.login is not None
    assert 'p"w' == settings.login.password


def test_without_a_protocol_there_is_neither_login_nor_tls() -> None:
    settings = client_settings({"client.id": "me", "max.poll.records": "5"})

    assert (None, None, "me") == (settings.login, settings.tls, settings.client_id)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"ssl.truststore.typ": "PEM"}, r"ssl\.truststore\.typ: unknown .*; did you mean 'ssl\.truststore\.type'\?"),
        ({"security.protocol": "TLS"}, "security.protocol: 'TLS': expected one of PLAINTEXT, SSL"),
        ({"security.protocol": "SASL_SSL"}, "sasl.mechanism: GSSAPI is not supported"),
        (
            {"security.protocol": "SASL_SSL", "sasl.mechanism": "PLAIN", "sasl.username": "u"},
            "the password of the login is missing",
        ),
        ({"security.protocol": "SSL", "ssl.truststore.location": "a.jks"}, "a JKS file cannot be read here"),
    ],
)
def test_a_setting_that_cannot_be_followed_is_refused(entries: dict[str, str], message: str) -> None:
    with pytest.raises(AssayError, match=message):
        client_settings(entries)


USER_DATA = sticky_user_data(Member(id="a", subscription=(), owned=(("t0", (1,)),), generation=7)) or b""
TOPICS = struct.pack(">ih2s", 1, 2, b"t0")
OWNED = struct.pack(">ih2sii", 1, 2, b"t0", 1, 4)


def _metadata(version: int, user_data: bytes = b"", rest: bytes = b"") -> bytes:
    return struct.pack(">h", version) + TOPICS + struct.pack(">i", len(user_data)) + user_data + rest


@pytest.mark.parametrize(
    ("user_data", "strategy", "generation"),
    [
        (USER_DATA, "sticky", 7),
        (b"\0\1" + USER_DATA, "sticky", 7),  # kafka-python puts a version in front
        (USER_DATA, "range", None),
        (struct.pack(">i", 7), "cooperative-sticky", 7),
    ],
)
def test_the_generation_is_read_from_the_user_data_of_the_sticky_family(
    user_data: bytes, strategy: str, generation: int | None
) -> None:
    read = read_subscription(_metadata(0, user_data))

    assert read is not None
    assert (0, ("t0",), generation) == (read.version, read.topics, joined_generation(read, strategy))


@pytest.mark.parametrize("more", [b"something new", b""])
def test_a_later_version_is_read_as_far_as_it_is_known(more: bytes) -> None:
    read = read_subscription(_metadata(4, b"", OWNED + struct.pack(">ih2s", 9, 2, b"ra") + more))

    assert read is not None
    assert (4, 9, "ra") == (read.version, joined_generation(read, "range"), read.rack)


@pytest.mark.parametrize("data", [b"\0", b"no such thing", b"\xff\xff"])
def test_strange_bytes_are_unreadable(data: bytes) -> None:
    assert read_subscription(data) is None


def test_a_member_without_bytes_owns_nothing() -> None:
    assert () == read_assignment(b"")
    assert read_assignment(b"\0\0\x7f\xff") is None
