"""How Hypothesis draws in the tests: the same on every machine, however busy it is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tests", database=None, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")
