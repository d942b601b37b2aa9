"""How far each round is: its state, its clock, the results by which it is seated."""
