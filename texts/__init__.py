"""The one way to say a sentence in German or English. The ground floor: every package may use it."""
