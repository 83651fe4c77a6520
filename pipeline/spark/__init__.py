"""The Spark session and its Java virtual machine."""
