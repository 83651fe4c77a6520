"""Groups and assignments, the interface of an assignor, and the assignors."""
