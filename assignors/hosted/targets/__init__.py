"""Targets: how they are named, opened and asked, and which releases a name covers."""
