"""Foreign processes: started under a supervisor, limited and ended."""
