from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import ClientSettings, Login
from kafka_assay.assignors.live_groups.cluster import Cluster
from kafka_assay.assignors.live_groups.connection import Connection, conversation


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


def test_a_broker_that_never_answers_ends_at_the_limit() -> None:
    with _server(None) as port, pytest.raises(AssayError, match=r"no answer to ApiVersions within 0\.2 s"):
        Connection("127.0.0.1", port, ClientSettings(seconds=0.2))


def test_a_web_server_is_no_broker() -> None:
    with _server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port, pytest.raises(AssayError, match="not a Kafka broker"):
        Connection("127.0.0.1", port, ClientSettings())


def test_a_port_that_hangs_up_may_need_tls() -> None:
    with _server(b"") as port, pytest.raises(AssayError, match="may need TLS or SASL"):
        Connection("127.0.0.1", port, ClientSettings())


def test_a_cut_reply_is_unreadable() -> None:
    with (
        _server(struct.pack(">iihi", 10, 1, 0, 5)) as port,
        pytest.raises(AssayError, match="an unreadable reply to ApiVersions"),
    ):
        Connection("127.0.0.1", port, ClientSettings())


@pytest.mark.parametrize("server", ["localhost", "localhost:", ":9092", "localhost:kafka", "localhost:99999", ""])
def test_an_address_without_host_or_port_is_refused(server: str) -> None:
    with pytest.raises(AssayError, match="expected HOST:PORT"):
        Cluster(server, ClientSettings())


PENCIL = Login(mechanism="SCRAM-SHA-256", user="user", password="pencil")
NONCE = "rOprNGfwEbeRWgbNEkqO"
CHALLENGE = b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"


def test_the_proof_is_that_of_the_example() -> None:
    talk = conversation(PENCIL, NONCE)
    next(talk)

    last = talk.send(CHALLENGE)

    assert last.endswith(b"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")
    with pytest.raises(StopIteration):
        talk.send(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")


def test_a_broker_that_does_not_know_the_password_is_refused() -> None:
    talk = conversation(PENCIL, NONCE)
    next(talk)
    talk.send(CHALLENGE)

    with pytest.raises(AssayError, match="did not prove that it knows the password"):
        talk.send(b"v=AAAA")


@pytest.mark.parametrize(
    ("challenge", "message"),
    [(b"e=unknown-user", "refused the login"), (CHALLENGE.replace(b"rOp", b"xOp"), "challenge is not genuine")],
)
def test_a_wrong_challenge_is_refused(challenge: bytes, message: str) -> None:
    talk = conversation(PENCIL, NONCE)
    next(talk)

    with pytest.raises(AssayError, match=message):
        talk.send(challenge)
