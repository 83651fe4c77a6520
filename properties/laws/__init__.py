"""The laws, one file for each kind. A law is a decorated function, and its name is the law's id with `_` for `-`."""
