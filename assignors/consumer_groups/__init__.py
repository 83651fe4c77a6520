"""
What `kafka-consumer-groups.sh --describe` prints, read as groups.

`text_table` cuts the text into tables. `views` reads what they say about each group. `group_from_views` builds the
group, with a sentence for each assumption where the text is silent.
"""
