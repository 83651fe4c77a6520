"""Artefacts of other clients, fetched or built once, kept in the user's cache and verified at each use."""
