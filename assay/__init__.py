"""The command line: one verb, one file; the only place that prints and exits."""
