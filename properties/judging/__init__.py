"""Verdicts on trials: judgement, evidence, whole lives, and expected failures."""
