"""`python -m benchmarks` is `run-bench`."""

from benchmarks.cli import main

main()
