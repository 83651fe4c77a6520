"""Tests of reading what kafka-consumer-groups prints."""
