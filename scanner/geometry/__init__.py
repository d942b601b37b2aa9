"""Where a field lies in a photograph: the sheet is found, its printed rules are followed, its cells are cut out."""
