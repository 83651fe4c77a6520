"""The host's side of `assay-host/1`: assignors of this process, served on stdin and stdout."""
