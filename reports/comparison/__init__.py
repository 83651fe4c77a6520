"""The report on a comparison: what changed, as Markdown, annotations, test suites and JSON."""
