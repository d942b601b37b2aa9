"""The reader of crosses: its pictures, network and training."""
