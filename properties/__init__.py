"""The laws, the search for a group that breaks one, and the records of what was found."""
