"""What happens to a group if members leave, join or restart, or if a topic grows."""
