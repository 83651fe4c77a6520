"""One answer, or two: verdicts, explanation, frontier and difference."""
