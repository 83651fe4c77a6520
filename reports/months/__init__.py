"""What drawn months cost with each target, as figures with intervals, lines and tables."""
