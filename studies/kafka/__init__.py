"""The references against the classes of Kafka 4.4.0."""
