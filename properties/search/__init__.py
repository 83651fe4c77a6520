"""The search for a group that breaks a law, and for the smallest one."""
