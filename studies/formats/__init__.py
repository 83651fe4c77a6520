"""The JSON formats: their keys, a page and a JSON Schema for each."""
