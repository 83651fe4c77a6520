"""The assignors inside librdkafka; each release is built once into a separate host: `librdkafka==2.12.1:range`."""
