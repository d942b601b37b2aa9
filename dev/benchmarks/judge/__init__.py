"""How well readings are judged: simulated sheets with players' mistakes, read by a simulated reader."""
