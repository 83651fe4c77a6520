"""The laws: what can be true of an assignor's answers, who says so, and the search for a group that breaks one."""
