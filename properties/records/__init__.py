"""Records of checks: cases, cells and the corpus of earlier counterexamples."""
