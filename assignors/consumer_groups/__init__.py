"""
Read what other tools say about groups: each format of `import_formats` fills `views`, `group_from_views` builds groups.

The text of `kafka-consumer-groups.sh --describe`: `text_layouts` knows the headers of all releases, `text_table` cuts
the text into tables, `text_views` reads them. `group_from_views` adds a sentence for each assumption about data that
the source lacks.
"""
