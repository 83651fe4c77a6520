"""The balancers of Go clients; each release is built once into a separate host."""
