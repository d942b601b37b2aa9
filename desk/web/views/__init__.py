"""What the pages show: plain values, made from the evening, before any HTML."""
