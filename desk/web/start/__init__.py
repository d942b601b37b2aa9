"""The start page and what opens from it."""
