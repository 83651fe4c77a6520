"""Tests of `kafka_assay.oracle.frontier`."""
