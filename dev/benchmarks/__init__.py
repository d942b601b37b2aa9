"""Benchmarks: six commands, each measuring what a bar of docs/accuracy.md or docs/performance.md promises."""
