"""The details of a full sheet's row beside its points."""
