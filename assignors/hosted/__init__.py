"""Assignors of real clients and brokers behind the common interface."""
