"""The shipped rule sets, and how one is loaded: by its id, or from a club's own file."""
