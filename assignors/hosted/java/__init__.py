"""Java assignors: those of Kafka's consumers and group coordinator at any release, and the user's own."""
