"""Improvements of an answer: chains of hand-overs, cheaper plans and exchanges."""
