"""A check as a record, as lines for people, and as a test to paste; and where two targets differ."""
