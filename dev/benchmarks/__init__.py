"""Benchmarks: six commands, each measuring the figures for a limit in docs/accuracy.md or docs/performance.md."""
