"""The summaries of a campaign, which Spark computes from its rows."""
