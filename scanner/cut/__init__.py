"""Fourth step: every field cut out of the original pixels."""
