"""Records to tables, figures, HTML, Markdown and JUnit; regression comparison."""
