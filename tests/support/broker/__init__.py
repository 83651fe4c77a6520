"""A real Kafka broker on loopback, and members of real clients."""
