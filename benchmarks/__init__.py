"""Time and memory of assignors and oracle, on workloads named as Kafka's JMH suite names them."""
