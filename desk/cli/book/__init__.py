"""The commands that work on a tournament's file: one module a command."""
