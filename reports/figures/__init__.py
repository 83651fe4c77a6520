"""Figures. Each is computed once into a plain object and drawn by its `plot(ax)`. The title is the finding."""
