"""Groups, plans and corrupted proofs to compare engines with."""
