"""Settings of all tests: no test asserts timings, so Hypothesis does not either."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
