"""Settings that every test shares."""

from hypothesis import settings

# The same examples on every machine, and no time limit: speed belongs in the benchmark.
settings.register_profile("repeatable", derandomize=True, deadline=None)
# `make soak` looks for new examples and prints how to repeat a failing one.
settings.register_profile("soak", derandomize=False, deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("repeatable")
