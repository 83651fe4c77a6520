"""
The laws, one file a promise or a family of promises. Each law is a function whose name is its id with underscores.
"""
