"""Pages before the first card: settings, the tournament's form, players, seats and paper."""
