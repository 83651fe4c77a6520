"""Consumer programs of real clients, and whether they agree on the wire with our hosts."""
