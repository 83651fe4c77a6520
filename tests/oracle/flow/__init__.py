"""Tests of `kafka_assay.oracle.flow`."""
