"""
kafka-python and aiokafka at any release, each in a process that finds that release and nothing else of our environment.
"""
