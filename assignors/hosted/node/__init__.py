"""Assignors of JavaScript clients, in a host in node; its sources are beside this file."""
