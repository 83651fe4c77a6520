"""Figures: each is computed once into a plain object and drawn by its `plot(ax)`; the title is the finding."""
