"""What the members of each client family claim when they join, as data. Each rule names its source."""
