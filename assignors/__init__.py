"""The words of the field, the interface of an assignor, and the assignors themselves."""
