"""
What `kafka-consumer-groups.sh --describe` prints, read as groups.

`table` cuts the text into tables, `views` reads the tables as what they say about each group, and `guess` makes a group
of it, with a sentence for everything that the text does not say.
"""
