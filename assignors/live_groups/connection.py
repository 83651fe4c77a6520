"""A connection to one broker: TLS, the versions of messages that both know, the login, and requests with a limit."""

from __future__ import annotations

import hashlib
import hmac
import io
import secrets
import socket
import ssl
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator
from time import monotonic
from types import ModuleType
from typing import Any, TypeAlias

from kio.index import load_entity_module
from kio.schema.errors import ErrorCode
from kio.serial import entity_reader, entity_writer
from kio.serial.errors import SerialError
from kio.static.constants import EntityType

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import ClientSettings, Login, Tls

MakeRequest: TypeAlias = Callable[[ModuleType], Any]
"""Builds a request from the module with the classes of its version."""

VERSIONS = {
    "api_versions": (0, 0),
    "sasl_handshake": (1, 1),
    "sasl_authenticate": (0, 2),
    "metadata": (7, 7),
    "list_groups": (3, 5),
    "describe_groups": (3, 6),
    "consumer_group_describe": (0, 1),
    "offset_fetch": (5, 8),
    "list_offsets": (4, 7),
}
"""Message -> the oldest and the newest version in use. Within a range the requests have the same fields."""

_LARGEST_REPLY = 512 << 20


class Connection:
    """An open connection. Every method raises `AssayError`, one line that names the broker."""

    def __init__(self, host: str, port: int, settings: ClientSettings) -> None:
        """Connect, agree on versions, and log in."""
        self._where = f"{host}:{port}"
        self._settings = settings
        self._sent = 0
        self._known: dict[int, tuple[int, int]] = {}
        self._socket = self._open(host, port)
        try:
            reply = self.call("api_versions", lambda messages: messages.ApiVersionsRequest())
            self._known = {int(key.api_key): (int(key.min_version), int(key.max_version)) for key in reply.api_keys}
            if settings.login is not None:
                self._log_in(settings.login)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def version_of(self, api: str) -> int | None:
        """The version of a message that is used with this broker; None where the broker has no usable one."""
        least, most = VERSIONS[api]
        if not self._known:
            return most
        key = int(load_entity_module(api, most, EntityType.request).__dict__[class_name(api, "Request")].__api_key__)
        if key not in self._known:
            return None
        low, high = self._known[key]
        version = min(most, high)
        return version if version >= max(least, low) else None

    def call(self, api: str, make: MakeRequest) -> Any:
        """The reply to the request that `make` builds."""
        version = self.version_of(api)
        if version is None:
            raise AssayError(f"{self._where}: the broker's release does not support {class_name(api, '')}")
        request = make(load_entity_module(api, version, EntityType.request))
        reply = getattr(load_entity_module(api, version, EntityType.response), class_name(api, "Response"))
        try:
            body = self._exchange(api, request)
            offset = entity_reader(reply.__header_schema__)(body, 0)[1]
            return entity_reader(reply)(body, offset)[0]
        except TimeoutError:
            seconds = f"{self._settings.seconds:g}"
            raise AssayError(f"{self._where}: no answer to {class_name(api, '')} within {seconds} s") from None
        except (ConnectionError, ssl.SSLError) as broken:
            raise AssayError(f"{self._where}: {self._why_closed(api, broken)}") from None
        except (SerialError, ValueError, struct.error) as strange:
            why = f"{type(strange).__name__}: {strange}"
            raise AssayError(f"{self._where}: an unreadable reply to {class_name(api, '')}: {why}") from None

    def _open(self, host: str, port: int) -> socket.socket:
        seconds = self._settings.seconds
        try:
            plain = socket.create_connection((host, port), seconds)
        except TimeoutError:
            raise AssayError(f"{self._where}: no connection within {seconds:g} s") from None
        except (OSError, UnicodeError) as failed:
            raise AssayError(f"{self._where}: cannot connect: {getattr(failed, 'strerror', None) or failed}") from None
        if self._settings.tls is None:
            return plain
        try:
            return _tls_context(self._settings.tls).wrap_socket(plain, server_hostname=host)
        except TimeoutError:
            why = f"no TLS handshake within {seconds:g} s: the port may not speak TLS (security.protocol)"
        except (OSError, AssayError) as failed:
            why = f"TLS: {getattr(failed, 'verify_message', None) or getattr(failed, 'reason', None) or failed}"
        plain.close()
        raise AssayError(f"{self._where}: {why}")

    def _exchange(self, api: str, request: Any) -> bytes:
        until = monotonic() + self._settings.seconds
        self._sent += 1
        header = request.__header_schema__
        words = {
            "request_api_key": request.__api_key__,
            "request_api_version": request.__version__,
            "correlation_id": self._sent,
            "client_id": self._settings.client_id,
        }
        buffer = io.BytesIO()
        entity_writer(header)(buffer, header(**words))
        entity_writer(type(request))(buffer, request)
        self._socket.settimeout(self._settings.seconds)
        self._socket.sendall(struct.pack(">i", len(buffer.getvalue())) + buffer.getvalue())
        (size,) = struct.unpack(">i", self._read(4, until))
        if not 4 <= size <= _LARGEST_REPLY:
            raise ConnectionError(f"not a Kafka broker, or a port with TLS (it answered with {size} bytes)")
        body = self._read(size, until)
        if struct.unpack_from(">i", body)[0] != self._sent:
            raise ConnectionError(f"an answer to another request than {class_name(api, '')}")
        return body

    def _read(self, size: int, until: float) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            left = until - monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
            part = self._socket.recv(min(size - len(parts), 1 << 20))
            if not part:
                raise ConnectionResetError
            parts += part
        return bytes(parts)

    def _why_closed(self, api: str, broken: Exception) -> str:
        if not isinstance(broken, (ConnectionResetError, BrokenPipeError)):
            return str(broken)
        said = f"the connection was closed during {class_name(api, '')}"
        if api == "api_versions":
            return f"{said}: the port may need TLS or SASL, or is none of a Kafka broker (security.protocol)"
        if api != "sasl_authenticate" and self._settings.login is None:
            return f"{said}: the port may need a login (security.protocol)"
        return said

    def _log_in(self, login: Login) -> None:
        offered = self.call("sasl_handshake", lambda messages: messages.SaslHandshakeRequest(mechanism=login.mechanism))
        if offered.error_code is not ErrorCode.none:
            mechanisms = ", ".join(offered.mechanisms) or "none"
            raise AssayError(f"{self._where}: the broker offers no {login.mechanism} here, only: {mechanisms}")
        talk = conversation(login)
        said = next(talk)
        while True:
            answer = self._authenticate(said, login)
            try:
                said = talk.send(answer)
            except StopIteration:
                return

    def _authenticate(self, said: bytes, login: Login) -> bytes:
        reply = self.call("sasl_authenticate", lambda messages: messages.SaslAuthenticateRequest(auth_bytes=said))
        if reply.error_code is not ErrorCode.none:
            why = reply.error_message or reply.error_code.name.upper()
            raise AssayError(f"{self._where}: the login of {login.user} failed: {why}")
        return bytes(reply.auth_bytes)


def class_name(api: str, suffix: str) -> str:
    """
    The name of a message's class in `kio`.

    >>> class_name("list_groups", "Request")
    'ListGroupsRequest'
    """
    return "".join(word.title() for word in api.split("_")) + suffix


def _tls_context(tls: Tls) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=tls.authority_file, cadata=tls.authority_text)
        context.check_hostname = tls.check_host
        if tls.certificate_file is not None:
            context.load_cert_chain(tls.certificate_file, tls.key_file, lambda: tls.key_password or "")
    except OSError as wrong:
        files = ", ".join(filter(None, (tls.authority_file, tls.certificate_file, tls.key_file)))
        raise AssayError(f"cannot read the certificates in {files}: {wrong.strerror or wrong}") from None
    return context


_NONCE_BYTES = 24
_FEWEST_ITERATIONS = 4096


def conversation(login: Login, nonce: str | None = None) -> Generator[bytes, bytes, None]:
    r"""
    What the client says; each answer of the broker is sent in. Raises `AssayError` where the broker is not genuine.

    >>> next(conversation(Login(mechanism="PLAIN", user="u", password="p")))
    b'\x00u\x00p'
    """
    if login.mechanism == "PLAIN":
        yield f"\0{login.user}\0{login.password}".encode()
    else:
        yield from _scram(login, nonce or b64encode(secrets.token_bytes(_NONCE_BYTES)).decode("ascii"))


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
