"""The order of Java's `HashMap`, compared with lists that Java 17 printed."""

from kafka_assay.membership.hash_order import hash_order, spread_hash


def test_a_small_map_lists_its_keys_as_java_does() -> None:
    assert ["C10", "consumer-b", "consumer-a", "C2"] == hash_order(["consumer-b", "consumer-a", "C10", "C2"])


def test_the_map_doubles_when_it_is_three_quarters_full() -> None:
    ids = [f"consumer-{place * 7919}-x{chr(97 + place)}" for place in range(13)]

    assert JAVA == hash_order(ids)


def test_a_hash_counts_utf_16_code_units() -> None:
    assert spread_hash("\U0001f600") == spread_hash("\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"))


JAVA = [
    "consumer-55433-xh",
    "consumer-79190-xk",
    "consumer-7919-xb",
    "consumer-39595-xf",
    "consumer-15838-xc",
    "consumer-31676-xe",
    "consumer-71271-xj",
    "consumer-23757-xd",
    "consumer-0-xa",
    "consumer-87109-xl",
    "consumer-63352-xi",
    "consumer-47514-xg",
    "consumer-95028-xm",
]
