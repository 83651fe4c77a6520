"""SCRAM against the example of RFC 7677."""

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import Login
from kafka_assay.assignors.live_groups.login import conversation

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
