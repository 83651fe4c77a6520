"""References and released assignors on very many groups: which laws break."""
