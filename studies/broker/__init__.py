"""A real Kafka broker on loopback, and members of real clients, for tests and studies."""
