"""Hands, pens and what they leave on paper."""
