"""The work of each command: one module for one command or a few related ones, imported when the command runs."""
