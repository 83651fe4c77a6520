"""The generated pages, made from the code and the records."""
