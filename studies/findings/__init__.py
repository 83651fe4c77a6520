"""The published findings and the museum of old faults: their pages, and the replay of their cases."""
