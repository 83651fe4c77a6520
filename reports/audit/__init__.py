"""Reports on an audit: reading it back, counts, and a page for each group."""
