"""Tests of `kafka_assay.properties.releases`."""
