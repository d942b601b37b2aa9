"""Fifth step: candidates with probabilities for numbers, crosses, printed names and signatures."""
