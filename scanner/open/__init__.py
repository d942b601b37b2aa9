"""First step: files decoded within limits, upright, as grey pages."""
