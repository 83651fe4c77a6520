"""
Loops over arrays, element by element: what numpy has no word for.

Each module here is plain Python that a compiler understands. A loop calls only loops of its own module, because a
compiled one on disk is thrown away when its own file changes, not when another does.
"""
