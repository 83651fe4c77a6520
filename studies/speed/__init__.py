"""How the cost of the references and of the audit grows."""
