"""Consumer programs of real clients: what their members send on the wire."""
