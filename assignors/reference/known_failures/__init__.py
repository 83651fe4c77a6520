"""Expected failures: Kafka's own rules that break a law, with the smallest group."""
