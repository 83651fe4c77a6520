"""Put the same questions to one assignor at many releases: at which release did a law break, and when was it fixed?"""
