"""The same questions put to one assignor at many releases: when a law began to be broken, and when it was mended."""
