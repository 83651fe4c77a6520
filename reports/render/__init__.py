"""Renderers: blocks to HTML, Markdown, JUnit and plain text."""
