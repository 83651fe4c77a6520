"""How an answer of a reference compares with that of Kafka's class."""
