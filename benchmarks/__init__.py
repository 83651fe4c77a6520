"""Time and memory of assignors and oracle, on workloads named as in Kafka's JMH benchmarks."""
