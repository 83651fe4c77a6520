"""Exhibits: the sticky assignor with the claim rules of earlier Kafka releases."""
