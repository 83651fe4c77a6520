"""
What foreign assignors need that is fetched or built: made once, kept in the user's cache, verified when it is used.
"""
