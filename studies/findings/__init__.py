"""The published findings and the museum of old faults: their pages, and their cases asked again."""
