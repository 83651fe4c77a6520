"""The documentation site: its navigation."""
