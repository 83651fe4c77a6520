"""Kafka's range assignor, with and without racks."""
