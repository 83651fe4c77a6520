"""
Read the output of `kafka-consumer-groups.sh --describe` as groups.

`text_table` cuts the text into tables. `views` reads what they say about each group. `group_from_views` builds the
group, and adds a sentence for each assumption about data that the text lacks.
"""
