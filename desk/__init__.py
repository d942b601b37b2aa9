"""The front doors: the command line `kiebitz`. Importing this package imports nothing heavy."""
