"""The alarms of a campaign: their causes, their kinds, and the smallest case of each."""
