"""Mutation testing of the laws: how many faulty assignors a check finds."""
