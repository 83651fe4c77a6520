"""Exhibits: the sticky assignor with the claim rules of former Kafka releases."""
