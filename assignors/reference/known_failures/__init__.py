"""Expected failures: where Kafka's own rules break a law, with the smallest group."""
