"""Java assignors: of Kafka's consumers and of its group coordinator at any release, and anybody's own."""
