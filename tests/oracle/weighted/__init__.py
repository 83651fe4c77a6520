"""Tests of `kafka_assay.oracle.weighted`."""
