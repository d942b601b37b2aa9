"""What becomes of a sheet until it is a photograph."""
