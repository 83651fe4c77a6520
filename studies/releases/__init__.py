"""The published histories: quality, time, memory and laws of assignors, release by release."""
