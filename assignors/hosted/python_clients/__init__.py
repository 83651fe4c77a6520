"""kafka-python and aiokafka: the installed release, or another one in a process that sees only that release."""
