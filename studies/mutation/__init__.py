"""The assignors made wrong on purpose: how many a check finds."""
