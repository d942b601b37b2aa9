"""How the recogniser of number cells is made: glyphs, composed cells, the network, its training and its measures."""
