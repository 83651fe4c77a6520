"""The one runner: work in, rows out, in this process, in several, or on Spark (`pipeline/spark/running.py`)."""
