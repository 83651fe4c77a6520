"""Tests of `kafka_assay.reports.chapters`."""
