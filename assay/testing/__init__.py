"""The laws inside somebody's own pytest."""
