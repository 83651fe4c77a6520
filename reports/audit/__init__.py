"""An audit read back, counted, and shown group by group."""
