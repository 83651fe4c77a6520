"""kafka-python and aiokafka: the installed release, or any other one in a process that sees nothing else."""
