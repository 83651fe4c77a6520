"""
What `kafka-consumer-groups.sh --describe` prints, read as groups.

`text_table` cuts the text into tables, `views` reads what they say about each group, and `guess` makes a group of it,
with a sentence for everything that the text does not say.
"""
