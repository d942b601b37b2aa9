"""Makes Kiebitz for Linux in one folder, which needs nothing else."""
