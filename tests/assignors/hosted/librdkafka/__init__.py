"""Tests of librdkafka's host."""
