"""Tests of `kafka_assay.oracle.third_level`."""
