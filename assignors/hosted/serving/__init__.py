"""The host's side of `assay-host/1`: serve assignors of this process on stdin and stdout."""
