"""What holds for every test."""

from hypothesis import settings

# A first call may compile a kernel, and the machine may be busy: time is no property of the code under test.
settings.register_profile("run-bench", deadline=None)
settings.load_profile("run-bench")
