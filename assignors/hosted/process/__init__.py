"""Foreign processes, contained: started under a supervisor, limited and ended."""
