"""The two assignors for equal subscriptions (KAFKA-9987, KAFKA-12464)."""
