"""The command line: the commands with their options, its help, and what it writes on the screen."""
