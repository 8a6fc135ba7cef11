"""What asv discovers, and nothing else: node counts (exact) and times of each strategy, commit by commit."""
