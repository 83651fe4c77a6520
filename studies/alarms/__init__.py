"""Put very many groups to references and released assignors, and list the laws that break."""
