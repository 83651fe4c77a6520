"""The SASL mechanisms PLAIN (RFC 4616) and SCRAM (RFC 5802), as a conversation of byte strings."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Generator

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import Login

_NONCE_BYTES = 24
_FEWEST_ITERATIONS = 4096


def conversation(login: Login, nonce: str | None = None) -> Generator[bytes, bytes, None]:
    r"""
    What the client says; each answer of the broker is sent in. Raises `AssayError` where the broker is not genuine.

    >>> next(conversation(Login(mechanism="PLAIN", user="u", password="p")))
    b'\x00u\x00p'
    """
    if login.mechanism == "PLAIN":
        return _plain(login)
    return _scram(login, nonce or b64encode(secrets.token_bytes(_NONCE_BYTES)).decode("ascii"))


def _plain(login: Login) -> Generator[bytes, bytes, None]:
    yield f"\0{login.user}\0{login.password}".encode()


def _scram(login: Login, nonce: str) -> Generator[bytes, bytes, None]:
    digest = login.mechanism.removeprefix("SCRAM-").replace("-", "").lower()
    user = login.user.replace("=", "=3D").replace(",", "=2C")
    first = f"n={user},r={nonce}"
    challenge = (yield f"n,,{first}".encode()).decode("utf-8", "replace")
    said = _fields(challenge)
    try:
        salt, iterations, joint = b64decode(said["s"]), int(said["i"]), said["r"]
    except (KeyError, ValueError):
        raise AssayError(f"{login.mechanism}: the broker refused the login") from None
    if not joint.startswith(nonce) or iterations < _FEWEST_ITERATIONS:
        raise AssayError(f"{login.mechanism}: the broker's challenge is not genuine")
    salted = hashlib.pbkdf2_hmac(digest, login.password.encode(), salt, iterations)
    last = f"c=biws,r={joint}"
    text = f"{first},{challenge},{last}".encode()
    client_key = hmac.digest(salted, b"Client Key", digest)
    signature = hmac.digest(hashlib.new(digest, client_key).digest(), text, digest)
    proof = bytes(one ^ other for one, other in zip(client_key, signature, strict=True))
    answer = _fields((yield f"{last},p={b64encode(proof).decode('ascii')}".encode()).decode("utf-8", "replace"))
    expected = hmac.digest(hmac.digest(salted, b"Server Key", digest), text, digest)
    if answer.get("v") != b64encode(expected).decode("ascii"):
        raise AssayError(f"{login.mechanism}: the broker did not prove that it knows the password")


def _fields(text: str) -> dict[str, str]:
    return {part[:1]: part[2:] for part in text.split(",")}
