"""Tests of `kafka_assay.oracle.loops`."""
