"""How fast a check searches, and how the cost of the references and of the audit grows."""
