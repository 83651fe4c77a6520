"""Python assignors: the user's own, and those of kafka-python and aiokafka."""
