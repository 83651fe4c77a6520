"""The assignors of Kafka's group coordinator (KIP-848)."""
