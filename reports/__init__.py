"""Records as tables, figures, HTML, Markdown, JUnit and sentences."""
