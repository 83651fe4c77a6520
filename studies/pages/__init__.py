"""The commands that the pages show, run for real."""
