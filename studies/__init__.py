"""Long-running studies, run from a checkout. `python -m studies` lists them."""
