"""The counts of an audit and its worst groups: tables that Spark or Arrow computes, and what is read from them."""
