"""Test whether a program speaks `assay-host/1`, from the view of a host's author."""
