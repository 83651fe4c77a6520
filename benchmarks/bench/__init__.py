"""`assay bench`: time, memory and quality of targets on one grid of groups."""
