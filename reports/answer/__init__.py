"""Reports on one answer: verdicts, explanation and frontier."""
