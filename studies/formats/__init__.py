"""The JSON formats: their keys, and a page and a JSON Schema for each."""
