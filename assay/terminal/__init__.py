"""What is printed: findings, tables, progress."""
