"""One answer in detail: verdicts, explanation and frontier."""
