"""`kiebitz standings` and `kiebitz season`."""
