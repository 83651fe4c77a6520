"""Files that verbs read and write."""
