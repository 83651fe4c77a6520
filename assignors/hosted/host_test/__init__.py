"""Does a program speak `assay-host/1`? Asked as the author of a host in another language would ask it."""
