"""The assignors inside librdkafka; each release is built once into a host of its own."""
