"""Long-running studies of the program, run from a checkout: `python -m studies` lists them."""
