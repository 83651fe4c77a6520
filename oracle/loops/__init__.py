"""
Loops over arrays, element by element, for work that numpy cannot vectorise.

Each module here is plain Python that Numba can compile. A loop calls only loops of its own module, because Numba
discards a cached compilation only when its own file changes.
"""
