"""The published campaign: its record and its page, and which of its alarms are new."""
