"""Histories and bisections over releases, as records and as lines."""
