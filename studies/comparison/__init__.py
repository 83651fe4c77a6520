"""Whether `assay compare` reports what is known, and nothing else."""
