"""The assignors inside librdkafka, each release built once into a host of its own: `librdkafka==2.12.1:range`."""
