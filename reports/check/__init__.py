"""Reports on a check: a record, lines for people, a test to paste; and the differences of two targets."""
