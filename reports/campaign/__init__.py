"""What a campaign looks like: its status as lines, its summaries as tables and figures."""
