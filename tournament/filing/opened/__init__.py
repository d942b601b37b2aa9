"""From the tournament's file to the evening: its sheets, its players, and what changed late."""
