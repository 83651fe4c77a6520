"""The balancers of Go clients, each release built once into a host of its own."""
