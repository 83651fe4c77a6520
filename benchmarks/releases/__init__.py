"""Quality, time and memory of one assignor at many releases, and the releases at which they changed."""
