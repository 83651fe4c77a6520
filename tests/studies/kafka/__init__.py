"""Tests of `studies.kafka`."""
