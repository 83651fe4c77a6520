"""
Loops over arrays, element by element, for work that numpy cannot vectorise.

Each module here is plain Python that Numba can compile and that also works on memoryviews (`compilation`): it uses
elements, slices and numpy's functions, but no methods of arrays. A loop calls only loops of its own module, because
Numba discards a cached compilation only when its own file changes.
"""
