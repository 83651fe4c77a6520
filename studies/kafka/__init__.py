"""Compare the references with the classes of Kafka 4.4.0."""
