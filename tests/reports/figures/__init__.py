"""Tests of `kafka_assay.reports.figures`."""
