"""Learns a foreign sheet's layout from a picture of it: rules first, then what is between them."""
