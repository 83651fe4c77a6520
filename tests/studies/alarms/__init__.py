"""Tests of `studies.alarms`."""
