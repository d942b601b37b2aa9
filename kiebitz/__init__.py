"""The name that users know: `python -m kiebitz` does what `kiebitz` does. The program itself is `desk`."""
