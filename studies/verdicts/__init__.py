"""What the code says: whether it judges as it did when records were made."""
