"""What each command does: a module for one command or a few that belong together, imported when it runs."""
