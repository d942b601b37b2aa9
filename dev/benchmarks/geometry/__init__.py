"""How exactly the cells of our sheets are found, whatever is done to paper, camera and light."""
