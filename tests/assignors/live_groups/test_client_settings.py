import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import client_settings, parse_properties

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
