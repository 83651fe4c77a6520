"""The published findings as data: one file for each fault or policy, with the clients that have it as rows."""
