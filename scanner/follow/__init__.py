"""Third step: every printed rule followed over curled and folded paper."""
