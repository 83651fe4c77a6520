"""How an answer could be better: chains of hand-overs, cheaper plans and exchanges."""
