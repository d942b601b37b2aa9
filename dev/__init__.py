"""What no user runs: sample photographs, training, benchmarks, tools. Not shipped."""
