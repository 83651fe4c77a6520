"""
The settings of a Kafka client, from a properties file as Java clients and Kafka's own tools read it.

Names of librdkafka are accepted too. A setting about security that is not known here is an error; others are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, short_repr, spelling_tip

PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")

_SECURITY = ("security.", "sasl.", "ssl.")
_KNOWN = (
    "security.protocol",
    "sasl.mechanism",
    "sasl.mechanisms",
    "sasl.jaas.config",
    "sasl.username",
    "sasl.password",
    "ssl.ca.location",
    "ssl.truststore.type",
    "ssl.truststore.location",
    "ssl.truststore.certificates",
    "ssl.keystore.type",
    "ssl.keystore.location",
    "ssl.certificate.location",
    "ssl.key.location",
    "ssl.key.password",
    "ssl.endpoint.identification.algorithm",
)
_NO_EFFECT = ("ssl.protocol", "ssl.enabled.protocols", "ssl.provider", "security.providers", "ssl.truststore.password")
"""Settings of Java's TLS that a PEM file makes needless."""

_ENTRY = re.compile(r"\s*((?:\\.|[^\s=:\\])+)\s*[=:\s]\s*(.*)", re.DOTALL)
_JAAS = re.compile(r"""(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tls:
    """Certificates as PEM: the trusted authorities (a file or the text; None: the system's), and the client's own."""

    authority_file: str | None = None
    authority_text: str | None = None
    certificate_file: str | None = None
    key_file: str | None = None
    key_password: str | None = None
    check_host: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A SASL login."""

    mechanism: str
    user: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """How to connect: `tls` and `login` are None where the cluster needs none; `seconds` is the limit of each call."""

    tls: Tls | None = None
    login: Login | None = None
    client_id: str = "assay-capture"
    seconds: float = 10.0


def parse_properties(text: str) -> dict[str, str]:
    r"""
    The entries of a Java properties file; the last one counts.

    >>> parse_properties("# secret\nsasl.mechanism=PLAIN\nssl.key.password : a\\=b\n")
    {'sasl.mechanism': 'PLAIN', 'ssl.key.password': 'a=b'}
    """
    entries: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        whole = line.lstrip()
        if not whole or whole[0] in "#!":
            continue
        while (len(whole) - len(whole.rstrip("\\"))) % 2:
            whole = whole[:-1] + next(lines, "").lstrip()
        found = _ENTRY.fullmatch(whole)
        key, value = found.groups() if found else (whole.strip(), "")
        entries[_without_escapes(key)] = _without_escapes(value)
    return entries


def client_settings(entries: Mapping[str, str], *, seconds: float = 10.0) -> ClientSettings:
    """The settings in `entries`. Raises `AssayError` where one is unknown, unsupported or missing."""
    for key in entries:
        if key.startswith(_SECURITY) and key not in _KNOWN and key not in _NO_EFFECT:
            raise AssayError(f"{key}: unknown or unsupported setting{spelling_tip(key, _KNOWN)}")
    protocol = entries.get("security.protocol", "PLAINTEXT").strip().upper()
    if protocol not in PROTOCOLS:
        raise AssayError(f"security.protocol: {short_repr(protocol)}: expected one of {', '.join(PROTOCOLS)}")
    return ClientSettings(
        tls=_tls(entries) if protocol.endswith("SSL") else None,
        login=_login(entries) if protocol.startswith("SASL") else None,
        client_id=entries.get("client.id") or "assay-capture",
        seconds=seconds,
    )


def _without_escapes(text: str) -> str:
    signs = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}

    def plain(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else signs.get(found[2], found[2])

    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", plain, text, flags=re.DOTALL)


def _login(entries: Mapping[str, str]) -> Login:
    mechanism = (entries.get("sasl.mechanism") or entries.get("sasl.mechanisms") or "GSSAPI").strip().upper()
    if mechanism not in MECHANISMS:
        raise AssayError(f"sasl.mechanism: {mechanism} is not supported: expected one of {', '.join(MECHANISMS)}")
    jaas = {key: quoted or plain for key, quoted, plain in _JAAS.findall(entries.get("sasl.jaas.config", ""))}
    user = entries.get("sasl.username", jaas.get("username"))
    password = entries.get("sasl.password", jaas.get("password"))
    if user is None or password is None:
        missing = "username" if user is None else "password"
        raise AssayError(f"sasl.jaas.config: the {missing} of the login is missing (sasl.{missing} gives it too)")
    return Login(mechanism=mechanism, user=_without_escapes(user), password=_without_escapes(password))


def _tls(entries: Mapping[str, str]) -> Tls:
    own = entries.get("ssl.keystore.location")
    for store in ("truststore", "keystore"):
        kind = entries.get(f"ssl.{store}.type", "JKS")
        if f"ssl.{store}.location" in entries and kind.upper() != "PEM":
            raise AssayError(
                f"ssl.{store}.location: a {kind} file cannot be read here: convert it to PEM (keytool -exportcert "
                f"-rfc, or openssl) and set ssl.{store}.type=PEM"
            )
    return Tls(
        authority_file=entries.get("ssl.ca.location") or entries.get("ssl.truststore.location"),
        authority_text=entries.get("ssl.truststore.certificates"),
        certificate_file=entries.get("ssl.certificate.location") or own,
        key_file=entries.get("ssl.key.location") or own,
        key_password=entries.get("ssl.key.password"),
        check_host=entries.get("ssl.endpoint.identification.algorithm", "https").strip() not in {"", "none"},
    )
